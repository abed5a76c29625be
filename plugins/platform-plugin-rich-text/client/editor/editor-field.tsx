import { type PropsOf, useActions, useText, useTexts } from '@platform/client-sdk'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Command, CommandState, FieldBefore, Tools } from '../commands.ts'
import { RichText } from '../rich-text.tsx'
import { htmlOf } from '../text/body-html.ts'
import { useEditing } from './use-editing.ts'

export { moveFocus } from './move-focus.ts'

interface EditorFieldProps extends Props {
  readonly before: FieldBefore
  readonly tools: Tools
}

type Props = PropsOf<'draftArea'>

const PREVIEWED: CommandState = { on: ['preview'], off: ['bold', 'italic', 'quote', 'list', 'undo', 'redo'] }

/** The editor in the place of the plain field, and the preview in the place of the editor. */
export function EditorField({ before, tools, ...props }: EditorFieldProps) {
  const { id, label, placeholder, input, disabled, describedBy, invalid } = props
  const place = useRef<HTMLDivElement>(null)
  const state = useRef<CommandState>(PREVIEWED)
  const onState = (next: CommandState) => {
    state.current = next
    tools.onState(next)
  }
  const editing = useEditing(props, { place, before, onState, isAsked: tools.run !== null })
  const { preview, toggle } = usePreview(props)
  const run = (command: Command) => (command === 'preview' ? toggle() : editing.current?.run(command))
  useLayoutEffect(() => {
    const asked = tools.run
    tools.run = run
    if (typeof asked === 'string') run(asked)
  })
  useEffect(() => tools.onState(preview === null ? state.current : PREVIEWED), [preview])
  return (
    <>
      <div class="rich-place" hidden={preview !== null}>
        {/* biome-ignore lint/a11y/useSemanticElements: a field of the browser has no bold words */}
        <div
          ref={place}
          id={id}
          class="draft-field rich"
          dir="auto"
          style={{ minHeight: before.height }}
          role="textbox"
          tabIndex={0}
          aria-multiline="true"
          aria-label={label}
          aria-describedby={describedBy}
          aria-invalid={invalid ? 'true' : undefined}
          aria-disabled={disabled}
          aria-placeholder={placeholder || undefined}
          data-placeholder={placeholder}
          autocapitalize="sentences"
        />
      </div>
      {preview !== null && <Preview html={input.body.trim() === '' ? null : preview} height={before.height} />}
      <input type="hidden" name="body" value={disabled ? '' : input.body} />
    </>
  )
}

/** The text as readers will see it, once it was asked for; `null` while it is written. */
function usePreview({ input, disabled }: Props) {
  const text = useText()
  const { notify } = useActions()
  const [preview, setPreview] = useState<string | null>(null)
  // What was posted is not shown any more.
  useEffect(() => setPreview(null), [disabled])
  const toggle = () => {
    if (preview !== null) return setPreview(null)
    // Addresses become links by the code of the server.
    import('../text/links.ts').then(
      ({ linkTokens }) => setPreview(linkTokens(htmlOf(input))),
      () => notify(text('notLoaded')),
    )
  }
  return { preview, toggle }
}

const emptyTexts = {
  en: { nothing: 'There is nothing to show yet.' },
  de: { nothing: 'Noch gibt es nichts zu zeigen.' },
}

function Preview({ html, height }: { readonly html: string | null; readonly height: number }) {
  const text = useText()
  const textOfEmpty = useTexts(emptyTexts)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by the keyboard
    <section class="draft-field rich-preview" aria-label={text('preview')} tabIndex={0} style={{ minHeight: height }}>
      {html === null ? <p class="nothing">{textOfEmpty('nothing')}</p> : <RichText html={html} />}
    </section>
  )
}
