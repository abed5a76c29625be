import { type FormProblem, messageFor } from '../form-problem.ts'

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'email' | 'password'
  readonly value?: string | undefined
  readonly hint?: string
  readonly autocomplete?: string
  readonly required?: boolean
  readonly problem?: FormProblem | null
}

/** A labelled input. What is wrong with it stands beside it; a password is never given back. */
export function Field({ name, label, type = 'text', value, hint, autocomplete, required = true, problem }: FieldProps) {
  const message = messageFor(problem, name)
  const wrong = message !== null
  const described = [...(hint ? [`${name}-hint`] : []), ...(wrong ? [`${name}-problem`] : [])].join(' ')
  const attributes = {
    id: name,
    name,
    required,
    maxLength: 1_000,
    ...(autocomplete ? { autocomplete } : {}),
    ...(described ? { 'aria-describedby': described } : {}),
    ...(wrong ? { 'aria-invalid': 'true' as const } : {}),
  }
  const filled = value === undefined ? attributes : { ...attributes, value }
  return (
    <div class={wrong ? 'field wrong' : 'field'}>
      <label for={name}>{label}</label>
      {hint && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {type === 'password' && <input type="password" {...attributes} />}
      {type === 'email' && <input type="email" {...filled} />}
      {type === 'text' && <input type="text" {...filled} />}
      {wrong && (
        <p class="problem" id={`${name}-problem`}>
          {message}
        </p>
      )}
    </div>
  )
}

/** Whose the password of a form is, for password managers and those who hear the page; nothing of it is sent. */
export function WhoseAccount({ address = '' }: { readonly address?: string | undefined }) {
  return (
    <input
      class="unseen"
      type="text"
      aria-label="Account"
      autocomplete="username"
      value={address}
      readOnly
      tabIndex={-1}
    />
  )
}

/** What is wrong with a form as a whole. */
export function FormMessage({ problem, fields }: { problem: FormProblem | null; fields: readonly string[] }) {
  if (!problem) return null
  const elsewhere = problem.all
    ? problem.all.filter(({ field }) => !fields.includes(field)).map(({ message }) => message)
    : problem.field === null || !fields.includes(problem.field)
      ? [problem.message]
      : []
  return elsewhere.length > 0 ? (
    <p class="problem banner" role="alert">
      {elsewhere.join('. ')}
    </p>
  ) : null
}
