import { type OpenMenu, Slot, type SlotProps, useActions, useLang, useText, useViewer } from '@platform/client-sdk'
import { useState } from 'preact/hooks'

type Props = SlotProps['commentInfoBar'] & { readonly menu: OpenMenu }

/** What a moderator decides about a comment and its author. */
export function Decisions({ menu, ...props }: Props) {
  const [form, setForm] = useState<'ban' | 'suspend' | null>(null)
  if (form) return <AuthorForm kind={form} menu={menu} cancel={() => setForm(null)} {...props} />
  return <Entries {...props} menu={menu} open={setForm} />
}

function Entries({ menu, open, ...props }: Props & { open(form: 'ban' | 'suspend'): void }) {
  const { comment } = props
  const text = useText()
  const viewer = useViewer()
  const { mutate, notify } = useActions()
  const set = async (status: 'ACCEPTED' | 'REJECTED', done: string) => {
    const { refused } = await mutate('setStatus', { id: comment.id, status })
    menu.close()
    notify(refused ?? text(done))
  }
  const { user } = comment
  const name = user?.username ?? ''
  const accepted = comment.status === 'ACCEPTED'
  return (
    <>
      <Slot name="moderationActions" props={props} />
      <button
        type="button"
        class="menu-entry"
        aria-current={accepted ? 'true' : undefined}
        disabled={accepted}
        onClick={() => void set('ACCEPTED', 'approved')}
      >
        {text(accepted ? 'approved' : 'approve')}
      </button>
      <button type="button" class="menu-entry" onClick={() => void set('REJECTED', 'rejected')}>
        {text('reject')}
      </button>
      {user && user.id !== viewer?.id && (
        <>
          <button type="button" class="menu-entry" onClick={() => open('suspend')}>
            {text('suspend', { name })}
          </button>
          <button type="button" class="menu-entry" onClick={() => open('ban')}>
            {text('ban', { name })}
          </button>
        </>
      )}
    </>
  )
}

const HOUR = 3_600_000
/** For how long an author can be suspended, in hours. */
const SPANS = [1, 3, 24, 168]

interface FormProps extends Readonly<Props> {
  readonly kind: 'ban' | 'suspend'
  cancel(): void
}

/** Bans or suspends the author, tells them by mail, and rejects the comment. */
function AuthorForm({ kind, comment, menu, cancel }: FormProps) {
  const text = useText()
  const lang = useLang()
  const { mutate, notify } = useActions()
  const [message, setMessage] = useState(text(`${kind}Message`))
  const [hours, setHours] = useState(3)
  const [refused, setRefused] = useState<string | null>(null)
  const { user } = comment
  if (!user) return null
  const name = user.username ?? ''
  const send = async (event: Event) => {
    event.preventDefault()
    const until = new Date(Date.now() + hours * HOUR)
    const variables = { id: user.id, message, ...(kind === 'suspend' ? { until: until.toISOString() } : {}) }
    const answer = await mutate(kind, variables)
    if (answer.refused !== null) return setRefused(answer.refused)
    const rejected = await mutate('setStatus', { id: comment.id, status: 'REJECTED' })
    menu.close()
    const time = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' }).format(until)
    notify(rejected.refused ?? text(kind === 'ban' ? 'banned' : 'suspended', { name, time }))
  }
  const spanText = (span: number) =>
    span === 1 ? text('hour') : span < 48 ? text('hours', { count: span }) : text('days', { count: span / 24 })
  return (
    <form class="moderation-form" onSubmit={event => void send(event)}>
      {kind === 'suspend' && (
        <label>
          {text('until')}
          <select value={hours} onChange={event => setHours(Number(event.currentTarget.value))}>
            {SPANS.map(span => (
              <option key={span} value={span}>
                {spanText(span)}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        {text('mail', { name })}
        <textarea
          rows={4}
          maxLength={2_000}
          value={message}
          ref={field => field?.focus()}
          onInput={event => setMessage(event.currentTarget.value)}
        />
      </label>
      {refused !== null && <p role="alert">{refused}</p>}
      <p class="buttons">
        <button type="submit" class="button">
          {text(kind, { name })}
        </button>{' '}
        <button type="button" class="action" onClick={cancel}>
          {text('cancel')}
        </button>
      </p>
    </form>
  )
}
