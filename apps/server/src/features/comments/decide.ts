import type { Session } from '@platform/docstore'
import { type Comment, type CommentStatus, NotFoundError, type User } from '@platform/plugin-sdk'
import type { Change } from './counters.ts'
import { statusEntry } from './model.ts'
import { announce, assertAllowed, updateComment, type WriteServices } from './write.ts'

/** The decision of a moderator about a comment. */
export interface Decision {
  readonly id: string
  readonly status: CommentStatus
  /** What the author reads about a rejection; `null` for nothing. */
  readonly reason?: string | null
}

/** Stores the decision of a moderator. A decision that is stored already changes nothing: `before` equals `after`. */
export async function decide(
  services: WriteServices,
  moderator: Pick<User, 'id'>,
  decision: Decision,
): Promise<Change> {
  const change = await services.docstore.transaction(session => store(services, { ...decision, moderator }, session))
  return announce(services, 'decide', change)
}

/** Within the transaction: the comment is read and updated, the karma of its author and the counts follow. */
async function store(
  services: WriteServices,
  { id, status, reason = null, moderator }: Decision & { moderator: Pick<User, 'id'> },
  session: Session,
): Promise<Change> {
  const { comments, counters, karma, clock } = services
  const before = await comments.findOne({ id, deleted_at: null }, { session })
  if (!before) throw new NotFoundError('The comment')
  assertAllowed('decide', before)
  if (status === before.status && !isNews(before, { status, reason })) return { before, after: before }

  const now = clock.now()
  const after = await updateComment(
    services,
    {
      before,
      set: { status, verdict: status, updated_at: now },
      history: { status: statusEntry({ status, by: moderator.id, author_reason: reason, now }) },
    },
    session,
  )
  await karma.follow({ before, after }, session)
  await counters.follow({ before, after }, session)
  return { before, after }
}

/**
 * Whether a decision differs from the last one of a moderator. It is a decision, too, to confirm the status that the
 * phases gave, or to give another reason. Only `NONE` without an earlier decision is none, because it takes nothing
 * back.
 */
function isNews(
  { verdict, status_history: history }: Comment,
  { status, reason }: Pick<Required<Decision>, 'status' | 'reason'>,
): boolean {
  if (reason !== null && reason !== history.at(-1)?.author_reason) return true
  return verdict !== status && (verdict !== undefined || status !== 'NONE')
}
