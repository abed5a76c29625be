import type { PropsOf } from '@platform/client-sdk'
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { FieldBefore } from '../commands.ts'
import { htmlOf, isRich, type Written } from '../text/body-html.ts'
import { createEditor, type Editing, type EditorOptions } from './create-editor.ts'

/** What a form has, as one value that can be compared. */
const keyOf = ({ body, richTextBody }: Written) => JSON.stringify([body, richTextBody ?? null])

interface Place {
  readonly place: RefObject<HTMLElement | null>
  readonly before: FieldBefore
  readonly onState: EditorOptions['onState']
  /** Whether a button is pressed already. */
  readonly isAsked: boolean
}

/** Makes the editor, and keeps its text and the text of the form the same. */
export function useEditing(
  props: PropsOf<'draftArea'>,
  { place, before, onState, isAsked }: Place,
): RefObject<Editing | null> {
  const latest = useRef(props)
  latest.current = props
  const editing = useRef<Editing | null>(null)
  /** What the editor shows. */
  const shown = useRef('')

  useLayoutEffect(() => {
    const { input, disabled } = latest.current
    const root = place.current
    if (!root) return
    const onChange = (html: string, body: string) => {
      const richTextBody = isRich(html) ? html : null
      shown.current = keyOf({ body, richTextBody })
      const wasPlain = latest.current.input['richTextBody'] === undefined
      latest.current.onInputChange(wasPlain && richTextBody === null ? { body } : { body, richTextBody })
    }
    const written: Written = disabled || before.body === input.body ? input : before
    const created = createEditor(root, { onChange, onState })
    created.load(disabled ? '' : htmlOf(written), before)
    created.allow(!disabled)
    if (before.focused || isAsked) created.focus()
    editing.current = created
    shown.current = disabled ? '' : keyOf(written)
    return () => created.destroy()
  }, [])

  const { disabled, input } = props
  const next = disabled ? '' : keyOf(input)
  // The stream itself changes the text: it is posted, quoted into, or read from the draft.
  useLayoutEffect(() => {
    const created = editing.current
    if (!created || next === shown.current) return
    shown.current = next
    created.allow(!disabled)
    created.load(disabled ? '' : htmlOf(input))
  }, [next])
  return editing
}
