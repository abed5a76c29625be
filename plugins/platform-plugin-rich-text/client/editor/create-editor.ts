import Squire from 'squire-rte'
import type { CommandState, TextCommand } from '../commands.ts'
import { plainText } from '../text/plain-text.ts'
import { type Caret, rangeOf } from './caret.ts'
import { readElements, writeElements } from './elements.ts'

/** An editor in an element of the page. */
export interface Editing {
  /** Shows another text. @param caret where the caret stands then; default: at its end */
  load(html: string, caret?: { readonly body: string } & Caret): void
  run(command: TextCommand): void
  focus(): void
  /** Whether the text can be changed. */
  allow(on: boolean): void
  destroy(): void
}

export interface EditorOptions {
  /** Called when the reader has changed the text. */
  onChange(html: string, body: string): void
  onState(state: CommandState): void
}

/** Shortcuts of the library for what a comment does not have, or what belongs to the browser. */
const UNUSED = ['u', 'd', '[', ']', 'Shift-5', 'Shift-6', 'Shift-7'].flatMap(key => [`Ctrl-${key}`, `Meta-${key}`])
const KEYS_OF_BROWSER = ['Tab', 'Shift-Tab', 'PageUp', 'PageDown']

const NOTHING_DONE = { canUndo: false, canRedo: false }

/** Makes an element of the page an editor. The element around it has `data-empty` as long as there is no text. */
export function createEditor(root: HTMLElement, { onChange, onState }: EditorOptions): Editing {
  listenFirst(root, () => editor)
  const editor = new Squire(root, {
    addLinks: false,
    sanitizeToDOMFragment: readElements,
    undo: { documentSizeThreshold: 0, undoLimit: 200 },
  })
  for (const key of [...UNUSED, ...KEYS_OF_BROWSER]) editor.setKeyHandler(key, null)
  let known = ''
  let history = NOTHING_DONE
  const tell = () => onState(stateOf(editor, history))
  const load: Editing['load'] = (text, caret) => {
    editor.setHTML(text)
    known = writeElements(root)
    history = NOTHING_DONE
    if (caret) editor.setSelection(rangeOf(root, caret.body, caret))
    else editor.moveCursorToEnd()
    markEmpty(root, known)
    tell()
  }
  editor.addEventListener('input', () => {
    const written = writeElements(root)
    markEmpty(root, written)
    tell()
    if (written === known) return
    known = written
    onChange(written, plainText(written))
  })
  for (const type of ['pathChange', 'select', 'cursor']) editor.addEventListener(type, tell)
  editor.addEventListener('undoStateChange', (event: Event) => {
    if (event instanceof CustomEvent) history = event.detail
    tell()
  })
  return {
    load,
    run(command) {
      if (document.activeElement !== root) editor.focus()
      COMMANDS[command](editor)
    },
    focus: () => void editor.focus(),
    allow(on) {
      root.contentEditable = String(on)
    },
    destroy: () => editor.destroy(),
  }
}

const COMMANDS: Readonly<Record<TextCommand, (editor: Squire) => unknown>> = {
  bold: editor => (editor.hasFormat('B') ? editor.removeBold() : editor.bold()),
  italic: editor => (editor.hasFormat('I') ? editor.removeItalic() : editor.italic()),
  quote: editor => (editor.hasFormat('BLOCKQUOTE') ? editor.removeQuote() : editor.increaseQuoteLevel()),
  list: editor => (editor.hasFormat('UL') || editor.hasFormat('OL') ? editor.removeList() : editor.makeUnorderedList()),
  undo: editor => editor.undo(),
  redo: editor => editor.redo(),
}

function stateOf(editor: Squire, { canUndo, canRedo }: typeof NOTHING_DONE): CommandState {
  const on: TextCommand[] = []
  if (editor.hasFormat('B')) on.push('bold')
  if (editor.hasFormat('I')) on.push('italic')
  if (editor.hasFormat('BLOCKQUOTE')) on.push('quote')
  if (editor.hasFormat('UL') || editor.hasFormat('OL')) on.push('list')
  return { on, off: [...(canUndo ? [] : ['undo' as const]), ...(canRedo ? [] : ['redo' as const])] }
}

/** The style sheet shows the placeholder. The library takes a change of its own element for one of the text. */
function markEmpty(root: Element, html: string): void {
  const isEmpty = html === '' && root.childElementCount <= 1 && !root.querySelector('li, blockquote')
  root.parentElement?.toggleAttribute('data-empty', isEmpty)
}

/** Does what the library would do in another way. Listeners of an element are called in their order. */
function listenFirst(root: HTMLElement, editor: () => Squire): void {
  root.addEventListener(
    'paste',
    event => {
      event.preventDefault()
      event.stopImmediatePropagation()
      const html = event.clipboardData?.getData('text/html')
      const text = event.clipboardData?.getData('text/plain')
      if (html) editor().insertHTML(html, true)
      else if (text) editor().insertPlainText(text, true)
    },
    true,
  )
  root.addEventListener(
    'keydown',
    event => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      root.closest('form')?.requestSubmit()
    },
    true,
  )
  // A file that is dropped would take the place of the page.
  root.addEventListener('drop', event => event.dataTransfer?.files.length && event.preventDefault(), true)
}
