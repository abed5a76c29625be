import { type FormProblem, messageFor } from '../form-problem.ts'
import type { Site } from '../site.ts'

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'email' | 'password'
  readonly value?: string | undefined
  readonly hint?: string
  readonly autocomplete?: string
  readonly required?: boolean
  /** The most characters that can be entered. */
  readonly longest?: number
  readonly problem?: FormProblem | null | undefined
}

/** A labelled input with the problem of its value beside it. An entered password is never sent back. */
export function Field({
  name,
  label,
  type = 'text',
  value,
  hint,
  autocomplete,
  required = true,
  longest = 1_000,
  problem,
}: FieldProps) {
  const message = messageFor(problem, name)
  const wrong = message !== null
  const described = [...(hint ? [`${name}-hint`] : []), ...(wrong ? [`${name}-problem`] : [])].join(' ')
  const attributes = {
    id: name,
    name,
    required,
    maxLength: longest,
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

type KnownField = Pick<FieldProps, 'label' | 'hint' | 'value' | 'required' | 'problem'> & { readonly name?: string }

/** The field for an e-mail address; `autocomplete` says whether it is also the name to sign in by. */
export function EmailField(props: KnownField & { readonly autocomplete?: string }) {
  return <Field name="email" type="email" autocomplete="username" {...props} />
}

interface OfSite {
  readonly site: Site
}

/** The field for a username that the user chooses. */
export function UsernameField({ site, ...props }: Pick<FieldProps, 'value' | 'problem' | 'hint'> & OfSite) {
  const { texts } = site
  return (
    <Field
      name="username"
      label={texts.text('username')}
      hint={texts.text('usernameHint')}
      autocomplete="nickname"
      {...props}
    />
  )
}

/** The field for a password that the user chooses. */
export function NewPasswordField({ site, label, problem }: Pick<FieldProps, 'label' | 'problem'> & OfSite) {
  return (
    <Field
      name="password"
      label={label}
      type="password"
      hint={site.texts.text('passwordHint')}
      autocomplete="new-password"
      problem={problem}
    />
  )
}

/** The field for the password that an account has now. */
export function CurrentPasswordField({ label, problem }: Pick<FieldProps, 'label' | 'problem'>) {
  return <Field name="oldPassword" label={label} type="password" autocomplete="current-password" problem={problem} />
}

/** The account that the password of a form belongs to, for password managers and screen readers; it is not sent. */
export function AccountName({ site, address = '' }: { readonly address?: string | undefined } & OfSite) {
  return (
    <input
      class="unseen"
      type="text"
      aria-label={site.texts.text('account')}
      autocomplete="username"
      value={address}
      readOnly
      tabIndex={-1}
    />
  )
}

/** The problems of a form that are not shown beside one of its `fields`. */
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
