import { PlainField, type PropsOf, useActions, useText } from '@platform/client-sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Command, CommandState, FieldBefore, Tools } from './commands.ts'
import { richTextOf } from './rich-text.tsx'
import { Toolbar } from './toolbar.tsx'

type Props = PropsOf<'draftArea'>

interface Opened {
  readonly module: typeof import('./editor/editor-field.tsx')
  readonly before: FieldBefore
}

/**
 * The field in which a comment is written, with its buttons. The editor is loaded when the reader first goes to it.
 * Until then, and where it can't be loaded, the plain field works as without this plugin.
 */
export function RichField(props: Props) {
  const { id, label, comment, input, isEdit, onInputChange } = props
  const text = useText()
  const { notify } = useActions()
  const plain = useRef<HTMLTextAreaElement>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [state, onState] = useState<CommandState>({ on: [], off: ['undo', 'redo'] })
  const { current: tools } = useRef<Tools>({ run: null, onState })
  /** Whether a word is being composed, which would be lost with the field. */
  const composes = useRef(false)
  const open = async () => {
    const module = await import('./editor/editor-field.tsx').catch(() => null)
    const field = plain.current
    if (!module && tools.run) notify(text('notLoaded'))
    if (!module || !field || composes.current) return
    const { selectionStart: start, selectionEnd: end, offsetHeight: height, value: body } = field
    setOpened({ module, before: { body, start, end, height, focused: field.matches(':focus') } })
  }
  const run = (command: Command) => {
    if (typeof tools.run === 'function') return tools.run(command)
    tools.run = command
    void open()
  }
  const compose = ({ type }: Event) => {
    composes.current = type === 'compositionstart'
    if (!composes.current) void open()
  }
  // It begins with the formatting of a comment that is changed.
  const formatted = richTextOf(comment)
  const isUntouched = isEdit && input['richTextBody'] === undefined && input.body === comment?.body
  useEffect(() => {
    if (isUntouched && formatted !== null) onInputChange({ richTextBody: formatted })
  }, [isUntouched, formatted])
  return (
    <>
      <label class="unseen" for={id}>
        {label}
      </label>
      <Toolbar
        {...state}
        field={id}
        run={run}
        onFocus={() => opened ?? void open()}
        onKeyDown={opened?.module.moveFocus}
      />
      {opened ? (
        <opened.module.EditorField {...props} before={opened.before} tools={tools} />
      ) : (
        <PlainField
          {...props}
          // What is changed here has no formatting any more.
          onInputChange={change => onInputChange(input['richTextBody'] ? { ...change, richTextBody: null } : change)}
          more={{
            ref: plain,
            onFocus: open,
            onCompositionStart: compose,
            onCompositionEnd: compose,
          }}
        />
      )}
    </>
  )
}
