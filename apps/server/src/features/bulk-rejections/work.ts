import type { Docstore, Session } from '@platform/docstore'
import { type Comment, type Connection, PlatformError } from '@platform/plugin-sdk'
import { readPage } from '../../paging/page.ts'
import type { CommentsService } from '../comments/service.ts'
import { type BulkRejection, type BulkRejectionState, bulkRejectionIndexes } from './model.ts'

/** Which bulk rejection goes on, and whose decisions those about its comments are. */
export interface BulkWork {
  readonly id: string
  /** `null` when the account of that moderator was deleted. */
  readonly by: string | null
}

interface Needed {
  readonly docstore: Docstore
  readonly comments: CommentsService
}

/** Comments that are read together. Each is a decision of its own. */
const BATCH = 50

/** Is thrown in the transaction of a decision when the bulk rejection has another state meanwhile. */
class Stopped extends Error {}

/** Rejects the comments of a bulk rejection, or restores them, whichever its state says. */
export async function goOn(needed: Needed, { id, by }: BulkWork, signal: AbortSignal): Promise<void> {
  const rejections = needed.docstore.collection<BulkRejection>(bulkRejectionIndexes.collection)
  const rejection = await rejections.findOne({ id })
  const step = rejection && STEPS[rejection.state]
  if (!step) return
  const follow = async (session: Session) => {
    const filter = { id, state: rejection.state }
    const { matchedCount } = await rejections.updateOne(filter, { $inc: { [step.counts]: 1 } }, { session })
    if (matchedCount === 0) throw new Stopped()
  }
  const bulk = { id, follow }
  const decide = (comment: Comment) =>
    rejection.state === 'REJECTING'
      ? needed.comments.setStatus({ id: by }, comment.id, { status: 'REJECTED', reason: rejection.reason, bulk })
      : needed.comments.takeBack({ id: by }, { id: comment.id, status: 'REJECTED', bulk })
  if (await goThrough(needed, rejection, { status: step.status, decide, signal }))
    await rejections.updateOne({ id, state: rejection.state }, { $set: { state: step.ends } })
}

interface Step {
  /** The status of the comments, as stores are asked for it. */
  readonly status: string | { readonly $ne: string }
  readonly counts: 'rejected' | 'restored'
  readonly ends: BulkRejectionState
}

const STEPS: Readonly<Partial<Record<BulkRejectionState, Step>>> = {
  REJECTING: { status: { $ne: 'REJECTED' }, counts: 'rejected', ends: 'REJECTED' },
  RESTORING: { status: 'REJECTED', counts: 'restored', ends: 'RESTORED' },
}

interface Pass extends Pick<Step, 'status'> {
  decide(comment: Comment): Promise<unknown>
  readonly signal: AbortSignal
}

/** Decides about the comments one by one, the latest first. @returns whether it came to the end. */
async function goThrough(
  { docstore }: Needed,
  { user_id: author, since, created_at: until }: BulkRejection,
  { status, decide, signal }: Pass,
): Promise<boolean> {
  const time = { ...(since ? { $gte: since } : {}), $lte: until }
  const filter = { author_id: author, deleted_at: null, status, created_at: time }
  let cursor: string | number | Date | null = null
  for (;;) {
    const page: Connection<Comment> = await readPage(docstore.collection<Comment>('comments'), {
      filter,
      keys: ['created_at', 'id'],
      direction: -1,
      limit: BATCH,
      cursor,
    })
    for (const comment of page.nodes) {
      signal.throwIfAborted()
      try {
        await decide(comment)
      } catch (error) {
        if (error instanceof Stopped) return false
        // The author has deleted the comment, or a moderator has decided about it.
        if (!(error instanceof PlatformError && error.status < 500)) throw error
      }
    }
    if (!page.hasNextPage) return true
    cursor = page.endCursor
  }
}
