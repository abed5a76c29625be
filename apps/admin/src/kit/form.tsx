import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { useLeaveWarning } from './use-leave-warning.ts'
import type { Send } from './use-send.ts'

interface FormProps {
  readonly sending: Pick<Send<unknown, unknown>, 'fields' | 'rest' | 'isSending'>
  /** What the button says. */
  readonly submit: string
  readonly kind?: 'primary' | 'danger'
  /** What is said when it was done. */
  readonly done?: string | null
  /** Other buttons, before the one that sends. */
  readonly beside?: ComponentChildren
  /** Whether the user is asked before leaving with something that is not sent. */
  readonly warnsOfLeaving?: boolean
  /** Shows a button to leave without sending. */
  onCancel?(): void
  /** Is called with what was filled in. What was filled in stays when it is refused. */
  onSend(fields: FormData): void
  readonly children?: ComponentChildren
}

/** A form that says why it was refused: beside the field, where a field is to blame. */
export function Form({
  sending,
  submit,
  kind = 'primary',
  done,
  beside,
  warnsOfLeaving = false,
  onCancel,
  onSend,
  children,
}: FormProps) {
  const { texts } = useAdmin()
  const form = useRef<HTMLFormElement>(null)
  const { fields, rest, isSending } = sending
  const [isChanged, setChanged] = useState(false)
  useLeaveWarning(warnsOfLeaving && isChanged)
  useEffect(() => {
    if (done) setChanged(false)
  }, [done])
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [fields])
  return (
    <form
      ref={form}
      class="form"
      noValidate
      onInput={() => setChanged(true)}
      onSubmit={event => {
        event.preventDefault()
        if (!isSending) onSend(new FormData(event.currentTarget))
      }}
    >
      {children}
      {rest.length > 0 && (
        <p class="problem" role="alert">
          {rest.join(' ')}
        </p>
      )}
      {done !== undefined && (
        <p class="result" role="status">
          {done}
        </p>
      )}
      <footer class="form-foot">
        {beside}
        {onCancel && (
          <button type="button" class="button" onClick={onCancel}>
            {texts.text('cancel')}
          </button>
        )}
        <button type="submit" class={`button ${kind}`} aria-disabled={isSending}>
          {submit}
        </button>
      </footer>
    </form>
  )
}

/** What a control needs to be bound to its label, its hint and its problem. */
interface ControlProps {
  readonly id: string
  readonly name: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean
}

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly hint?: string | undefined
  readonly sending: Pick<Send<unknown, unknown>, 'fields'>
  children(control: ControlProps): ComponentChildren
}

/**
 * A label with its control, what to know about it, and why it was refused.
 *
 * @example
 * <Field name="email" label={texts.text('email')} sending={sending}>
 *   {control => <input type="email" {...control} />}
 * </Field>
 */
export function Field({ name, label, hint, sending, children }: FieldProps) {
  const id = useId()
  const problem = sending.fields[name]
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, name, 'aria-describedby': described || undefined, 'aria-invalid': problem !== undefined })}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem && (
        <p class="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  )
}
