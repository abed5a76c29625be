import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { WithdrawInvitation } from '../documents/generated.ts'
import type { ListedInvitationFragment } from '../documents/types.ts'
import { shortTime } from '../kit/short-time.ts'
import { Timestamp } from '../kit/timestamp.tsx'
import { useSend } from '../kit/use-send.ts'
import { InviteAgainDialog } from './invite-again-dialog.tsx'
import { ROLE_NAMES } from './roles.ts'

interface InvitationRowProps {
  readonly invitation: ListedInvitationFragment
  onInvited(invitation: ListedInvitationFragment): void
}

/** An invitation that waits: until when its link works, and how to mail another or withdraw it. */
export function InvitationRow({ invitation, onInvited }: InvitationRowProps) {
  const { now, texts } = useAdmin()
  const { id, email, role, invited_by: by, created_at: at, expires_at: end } = invitation
  const [result, setResult] = useState<string | null>(null)
  const [isWithdrawn, setWithdrawn] = useState(false)
  const [isAsking, ask] = useState(false)
  const sending = useSend(WithdrawInvitation)
  const withdraw = async () => {
    if (!(await sending.send({ id }))) return
    setWithdrawn(true)
    setResult(texts.text('withdrawnNow', { email }))
  }
  const time = shortTime(texts.lang, Date.parse(end), now.value)
  const hasEnded = Date.parse(end) <= now.value
  const refused = sending.rest.join(' ')
  return (
    <article class="discussion" aria-labelledby={`invitation-${id}`}>
      <div>
        <h2 id={`invitation-${id}`}>{email}</h2>
        <p class="soft line">
          <span>{texts.text(ROLE_NAMES[role])}</span>
          <span>
            {by && <bdi>{by.username}</bdi>} <Timestamp time={at} />
          </span>
        </p>
        {!isWithdrawn && (
          <p>
            <span class={hasEnded ? 'state serious' : 'state'}>
              {texts.text(hasEnded ? 'linkEnded' : 'linkWorksUntil', { time })}
            </span>
          </p>
        )}
      </div>
      {!isWithdrawn && (
        <p class="line">
          <button type="button" class="button" onClick={() => ask(true)}>
            {texts.text('inviteAgain')}
          </button>
          <button type="button" class="button" onClick={() => void withdraw()}>
            {texts.text('withdraw')}
          </button>
        </p>
      )}
      <p class={refused ? 'problem' : 'result'} role="status">
        {refused || result}
      </p>
      {isAsking && (
        <InviteAgainDialog
          invitation={invitation}
          onClose={() => ask(false)}
          onDone={again => {
            onInvited(again)
            setResult(texts.text('invitedNow', { email }))
          }}
        />
      )}
    </article>
  )
}
