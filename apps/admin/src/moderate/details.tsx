import { Slot } from '@platform/client-sdk'
import type { AdminComment } from '../app/comments.ts'
import { useAdmin } from '../app/context.ts'
import { CommentDetails } from '../documents/generated.ts'
import { Timestamp } from '../kit/timestamp.tsx'
import { useQuery } from '../kit/use-query.ts'
import { STATUSES } from './decided.tsx'
import { phaseName } from './phases.ts'

interface DetailsProps {
  readonly comment: AdminComment
  /** Whether the moderator has asked for more. */
  readonly more: boolean
}

/** What is below the text of a comment: why it waits, what plugins add, and on demand all that happened to it. */
export function Details({ comment, more }: DetailsProps) {
  const { asset } = comment
  const props = asset && { comment, asset, root: {} }
  return (
    <>
      <WhyHeld comment={comment} />
      {props && <Slot name="adminCommentDetailArea" props={{ ...props, more }} />}
      {more && <History comment={comment} />}
      {more && props && <Slot name="adminCommentMoreDetails" props={{ ...props, more }} />}
    </>
  )
}

/** The phase that decided last, and why. */
function WhyHeld({
  comment: { status_history: history, rejection_reason: written },
}: {
  readonly comment: AdminComment
}) {
  const { texts } = useAdmin()
  const last = history?.at(-1)
  if (written) return <p class="why">{texts.text('writtenReason', { reason: written })}</p>
  if (!last?.phase || last.assigned_by) return null
  const rule = phaseName(texts, last.phase)
  return (
    <p class="why">
      {last.reason ? texts.text('heldBecause', { rule, reason: last.reason }) : texts.text('heldBy', { rule })}
    </p>
  )
}

/** Every decision about a comment, and every text that it had. */
function History({ comment }: { readonly comment: AdminComment }) {
  const { texts } = useAdmin()
  const { data } = useQuery(CommentDetails, { id: comment.id })
  const earlier = data?.comment?.body_history?.slice(0, -1) ?? []
  return (
    <div class="history">
      <h2>{texts.text('decisions')}</h2>
      <ol>
        {(comment.status_history ?? []).map(({ type, created_at: time, assigned_by: by, phase, reason }, i) => (
          <li key={i}>
            <Timestamp time={time} /> {texts.text(STATUSES[type])}
            {by ? ` · ${by.username}` : phase ? ` · ${texts.text('byRule', { rule: phaseName(texts, phase) })}` : ''}
            {reason && ` · ${reason}`}
          </li>
        ))}
      </ol>
      {earlier.length > 0 && (
        <>
          <h2>{texts.text('earlierBodies')}</h2>
          <ol>
            {earlier.map(({ body, created_at: time }) => (
              <li key={time}>
                <Timestamp time={time} /> <span dir="auto">{body}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  )
}
