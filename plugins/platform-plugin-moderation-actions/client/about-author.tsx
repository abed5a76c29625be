import { MutationForm, type SlotProps, useActions, useLang, useMenu, useText } from '@platform/client-sdk'
import { useState } from 'preact/hooks'
import { type Moderation, useDecide } from './deciding.ts'
import { rejectedHere } from './rejected-here.ts'

type Props = SlotProps['commentInfoBar'] & { readonly standing: NonNullable<Moderation['author']> }

/** What can be decided about the author: what holds already can be lifted. */
export function AboutAuthor({ standing: { banned, suspendedUntil, alwaysPremod }, ...props }: Props) {
  const text = useText()
  const lang = useLang()
  const name = props.comment.user?.username ?? ''
  const time = suspendedUntil === null ? '' : timeIn(lang, new Date(suspendedUntil))
  return (
    <>
      {!banned && suspendedUntil === null && <AuthorForm kind="suspend" {...props} />}
      {!banned && suspendedUntil !== null && (
        <Lift mutation="unsuspend" label={text('unsuspend', { name, time })} done="unsuspended" {...props} />
      )}
      {!banned && <AuthorForm kind="ban" {...props} />}
      {banned && <Lift mutation="unban" label={text('unban', { name })} done="unbanned" {...props} />}
      {alwaysPremod ? (
        <Lift
          mutation="stopPremoderating"
          label={text('stopPremoderating', { name })}
          done="premodStopped"
          {...props}
        />
      ) : (
        <Lift mutation="premoderate" label={text('premoderate', { name })} done="premoderated" {...props} />
      )}
    </>
  )
}

const timeIn = (lang: string, time: Date) =>
  new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' }).format(time)

interface LiftProps extends Readonly<SlotProps['commentInfoBar']> {
  readonly mutation: string
  readonly label: string
  /** The name of the text that tells what was done. */
  readonly done: string
}

function Lift({ mutation, label, done, comment: { user } }: LiftProps) {
  const text = useText()
  const decide = useDecide()
  const { refresh } = useActions()
  if (!user) return null
  const variables = { id: user.id }
  const send = async () => {
    if (await decide(mutation, variables, text(done, { name: user.username ?? '' }))) await refresh()
  }
  return (
    <MutationForm name={mutation} variables={variables} onSend={() => void send()}>
      <button type="submit" class="menu-entry">
        {label}
      </button>
    </MutationForm>
  )
}

const HOUR = 3_600_000
/** For how long an author can be suspended, in hours. */
const SPANS = [1, 3, 24, 168]

interface FormProps extends Readonly<SlotProps['commentInfoBar']> {
  readonly kind: 'ban' | 'suspend'
}

/** Bans or suspends the author, tells them by mail, and rejects the comment. */
function AuthorForm({ kind, comment }: FormProps) {
  const text = useText()
  const [refused, setRefused] = useState<string | null>(null)
  const send = useRejecting(kind, comment, setRefused)
  const { user } = comment
  if (!user) return null
  const name = user.username ?? ''
  return (
    <details class="menu-more">
      <summary class="menu-entry">{text(kind, { name })}</summary>
      <MutationForm
        name={`${kind}AndReject`}
        variables={{ id: user.id, comment: comment.id }}
        onSend={variables => void send(variables)}
        class="moderation-form"
      >
        {kind === 'suspend' && <Until />}
        <label>
          {text('mail', { name })}
          <textarea name="variables.message" rows={4} maxLength={2_000} defaultValue={text(`${kind}Message`)} />
        </label>
        {refused !== null && <p role="alert">{refused}</p>}
        <button type="submit" class="button">
          {text(`${kind}AndReject`)}
        </button>
      </MutationForm>
    </details>
  )
}

/** The end of a suspension. Without script it counts from the time at which the page was made. */
function Until() {
  const text = useText()
  const [now] = useState(() => Date.now())
  const spanText = (hours: number) =>
    hours === 1 ? text('hour') : hours < 48 ? text('hours', { count: hours }) : text('days', { count: hours / 24 })
  return (
    <label>
      {text('until')}
      <select name="variables.until" defaultValue={end(now, 3)}>
        {SPANS.map(hours => (
          <option key={hours} value={end(now, hours)} selected={hours === 3}>
            {spanText(hours)}
          </option>
        ))}
      </select>
    </label>
  )
}

const end = (from: number, hours: number) => new Date(from + hours * HOUR).toISOString()

/** Decides about the author, then rejects the comment; when only the former was done, the moderator learns both. */
function useRejecting(
  kind: FormProps['kind'],
  { id, status, user }: FormProps['comment'],
  setRefused: (sentence: string) => void,
): (variables: Readonly<Record<string, unknown>>) => Promise<void> {
  const text = useText()
  const lang = useLang()
  const menu = useMenu()
  const { mutate, notify, refresh } = useActions()
  const name = user?.username ?? ''
  return async ({ comment: _comment, ...variables }) => {
    const answer = await mutate(kind, variables)
    if (answer.refused !== null) return setRefused(answer.refused)
    const time = kind === 'suspend' ? timeIn(lang, new Date(String(variables['until']))) : ''
    const done = text(kind === 'ban' ? 'banned' : 'suspended', { name, time })
    if (status !== 'REJECTED') rejectedHere.add(id)
    const rejected = await mutate('reject', { id })
    if (rejected.refused !== null) rejectedHere.delete(id)
    menu?.close()
    notify(`${done} ${rejected.refused === null ? text('rejected') : text('notRejected', { why: rejected.refused })}`)
    await refresh()
  }
}
