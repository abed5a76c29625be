import { MutationForm, type PropsOf, useActions, useLang, useMenu } from '@platform/client-sdk'
import { useState } from 'preact/hooks'
import { nameOf, timeIn } from './deciding.ts'
import { useDecisionText } from './decision-texts.ts'
import { rejectedHere } from './rejected-here.ts'

interface Props extends PropsOf<'commentInfoBar'> {
  readonly kind: 'ban' | 'suspend'
}

/** Bans or suspends the author, tells them by mail, and rejects the comment unless the moderator wants to keep it. */
export function AuthorForm({ kind, comment, asset }: Props) {
  const text = useDecisionText()
  const [refused, setRefused] = useState<string | null>(null)
  const send = useDecidingAbout(kind, comment, setRefused)
  const { user } = comment
  if (!user) return null
  const name = nameOf(user)
  const own = kind === 'ban' ? asset.settings?.banMessage : asset.settings?.suspensionMessage
  return (
    <details class="menu-more">
      <summary class="menu-entry">{text(`${kind}Entry`, { name })}</summary>
      <MutationForm
        name={kind}
        variables={{ id: user.id, comment: comment.id }}
        onSend={(variables, mutation) => void send(variables, { rejects: mutation !== kind })}
        class="moderation-form"
      >
        {kind === 'suspend' && <Until />}
        <label class="form-field">
          {text('mail', { name })}
          <textarea name="variables.message" rows={4} maxLength={2_000} defaultValue={own || text(`${kind}Message`)} />
        </label>
        {comment.status !== 'REJECTED' && (
          <label class="choice">
            <input type="checkbox" name="mutation" value={`${kind}AndReject`} defaultChecked />
            {text('rejectToo')}
          </label>
        )}
        {refused !== null && <p role="alert">{refused}</p>}
        <button type="submit" class="button">
          {text(kind, { name })}
        </button>
      </MutationForm>
    </details>
  )
}

const HOUR = 3_600_000
/** For how long an author can be suspended, in hours. */
const SPANS = [1, 3, 24, 168]

/** The end of a suspension. Without script it counts from the time at which the page was made. */
function Until() {
  const text = useDecisionText()
  const [now] = useState(() => Date.now())
  const spanText = (hours: number) =>
    hours === 1 ? text('hour') : hours < 48 ? text('hours', { count: hours }) : text('days', { count: hours / 24 })
  return (
    <label class="form-field">
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

type Send = (variables: Readonly<Record<string, unknown>>, choice: { readonly rejects: boolean }) => Promise<void>

/** Decides about the author, then rejects the comment; when only the former was done, the moderator learns both. */
function useDecidingAbout(
  kind: Props['kind'],
  { id, user }: Props['comment'],
  setRefused: (sentence: string) => void,
): Send {
  const text = useDecisionText()
  const lang = useLang()
  const menu = useMenu()
  const { mutate, notify, refresh } = useActions()
  const reject = async () => {
    rejectedHere.add(id)
    const { refused } = await mutate('reject', { id })
    if (refused === null) return text('rejected')
    rejectedHere.delete(id)
    return text('notRejected', { why: refused })
  }
  return async ({ comment: _comment, ...variables }, { rejects }) => {
    const answer = await mutate(kind, variables)
    if (answer.refused !== null) return setRefused(answer.refused)
    const time = kind === 'suspend' ? timeIn(lang, new Date(String(variables['until']))) : ''
    const done = text(kind === 'ban' ? 'banned' : 'suspended', { name: nameOf(user), time })
    const sentences = rejects ? [done, await reject()] : [done]
    menu?.close()
    notify(sentences.join(' '))
    await refresh()
  }
}
