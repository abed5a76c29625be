import { type PropsOf, useActions, useText } from '@platform/client-sdk'
import type { Ref } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { Command, CommandState, FieldBefore, Tools } from './commands.ts'
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
  const { id, label } = props
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
        <PlainField {...props} plain={plain} open={open} compose={compose} />
      )}
    </>
  )
}

interface PlainFieldProps extends Props {
  readonly plain: Ref<HTMLTextAreaElement>
  open(): void
  compose(event: Event): void
}

function PlainField({ plain, open, compose, input, onInputChange, ...props }: PlainFieldProps) {
  return (
    <textarea
      ref={plain}
      id={props.id}
      class="rich-field"
      name="body"
      rows={props.isEdit ? 4 : 3}
      required
      // The most characters that a form takes; the limit of the site may be lower.
      maxLength={65_536}
      dir="auto"
      aria-describedby={props.describedBy}
      aria-invalid={props.invalid ? 'true' : undefined}
      placeholder={props.placeholder || undefined}
      value={props.disabled ? '' : input.body}
      readOnly={props.disabled}
      onFocus={open}
      onCompositionStart={compose}
      onCompositionEnd={compose}
      // What is changed here has no formatting any more.
      onInput={({ currentTarget: { value: body } }) =>
        onInputChange(input['richTextBody'] ? { body, richTextBody: null } : { body })
      }
      onKeyDown={event => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
      }}
    />
  )
}
