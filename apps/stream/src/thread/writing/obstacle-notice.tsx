import { useState } from 'preact/hooks'
import { accountAddress } from '../addresses.ts'
import { useStream } from '../context.ts'
import { Join } from '../join.tsx'
import { plainClick } from '../plain-click.ts'
import { isUnconfirmed, type Obstacle } from './obstacle.ts'

interface ObstacleProps {
  readonly obstacle: Obstacle
  /** The id of its element; `null` inside a form, which has the id itself. */
  readonly id: 'write' | 'reply' | null
}

/** Why the reader can't write now, and what they can do about it. */
export function ObstacleNotice({ obstacle: { kind, until }, id }: ObstacleProps) {
  const { alive, texts, viewer } = useStream()
  // A notice that the page begins with is no news.
  const [role] = useState(alive.value ? ('alert' as const) : undefined)
  if (kind === 'anonymous') return <Join id={id} />
  if (kind === 'closed') return null
  return (
    <div class="obstacle" id={id ?? undefined} role={role} data-kind={kind}>
      <p>{until === undefined ? texts.text(kind) : <Suspended until={until} />}</p>
      {(kind === 'ended' || viewer.value === null) && <Join id={null} />}
      {(kind === 'nameUnset' || kind === 'nameRejected') && <ChooseName />}
    </div>
  )
}

/** When a suspension ends. The server does not know the reader's time zone, so it says how long it lasts. */
function Suspended({ until }: { until: number }) {
  const { alive, now, texts } = useStream()
  return alive.value
    ? texts.text('suspended', { time: texts.exact(until) })
    : texts.text('suspendedFor', { time: texts.span(until - now.value) })
}

/** The way to a username. The browser opens the form in place. */
function ChooseName() {
  const { actions, forms, state, texts } = useStream()
  const [open, setOpen] = useState(false)
  const Form = forms.value?.name
  if (open && Form) return <Form />
  return (
    <a
      class="button"
      href={accountAddress(state, 'account/username')}
      target={state.place === 'page' ? undefined : '_blank'}
      rel="noopener"
      onClick={plainClick(() => {
        void actions?.changes().then(() => setOpen(true))
      })}
    >
      {texts.text('chooseName')}
    </a>
  )
}

/** The note for a user whose e-mail address is not confirmed. */
export function UnconfirmedNote() {
  const stream = useStream()
  const { state, texts } = stream
  if (!isUnconfirmed(stream)) return null
  return (
    <p class="outcome">
      {texts.text('unconfirmed')}{' '}
      <a href={accountAddress(state, 'account/email/resend')} target="_blank" rel="noopener">
        {texts.text('anotherMail')}
      </a>
    </p>
  )
}
