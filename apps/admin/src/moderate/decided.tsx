import type { AdminComment } from '../app/comments.ts'
import { useAdmin } from '../app/context.ts'
import { Timestamp } from '../kit/timestamp.tsx'

/** Says that a comment is not in the queue any more, because somebody has decided about it. */
export function Decided({ comment }: { readonly comment: AdminComment }) {
  const { texts } = useAdmin()
  const last = comment.status_history?.at(-1)
  const name = last?.assigned_by?.username
  const what = texts.text(STATUSES[comment.status])
  return (
    <p class="decided">
      {name === undefined ? what : texts.text('decidedBy', { what, name })}{' '}
      {last && <Timestamp time={last.created_at} />}
    </p>
  )
}

export const STATUSES = {
  NONE: 'statusNone',
  ACCEPTED: 'approved',
  REJECTED: 'rejected',
  PREMOD: 'statusPremod',
  SYSTEM_WITHHELD: 'statusWithheld',
} as const
