import { createHash } from 'node:crypto'
import { isDuplicateKeyError, type Session } from '@platform/docstore'
import { type Comment, PlatformError, type User } from '@platform/plugin-sdk'
import { wellFormed } from '../../input/well-formed.ts'
import { bodyHistoryOf, forStore, type StoredComment, withHistory } from '../../runtime/comment-record.ts'
import { countingIn } from './counters.ts'
import { isVisible, newComment } from './model.ts'
import type { ModerationRun } from './moderation/recheck.ts'
import { announce, digestFor, recordActions, type Suggestion, type WriteServices } from './write.ts'

export interface NewComment extends Suggestion {
  readonly asset_id: string
  readonly parent_id?: string | null
  readonly body: string
  readonly tags?: readonly (string | null)[] | null
  /** The client's key of the request, with which it can send the request again without posting twice. */
  readonly key?: string | null
}

/** A sent comment, prepared for the store. */
interface Draft extends NewComment {
  readonly parent_id: string | null
  /** The id that follows from the key; without a key each comment gets a new id. */
  readonly id?: string
}

/** Posts a comment. A request that is sent again with the same key returns the comment of the first one. */
export async function post(services: WriteServices, author: User, input: NewComment): Promise<Comment> {
  const draft = draftOf(author, input)
  const { body, parent_id } = draft
  const first = await sentBefore(services, draft)
  if (first) return first

  const inputs = await services.moderation.loadInputs(author, draft.asset_id)
  const { status = null, actions = [] } = draft
  const request = { body, parent_id, comment: null, status, actions, permission: 'CREATE_COMMENT' } as const
  let run = await services.moderation.run(request, inputs)
  let stored: Comment | undefined
  while (!stored) {
    try {
      const work = (session: Session) => store(services, { draft, run }, session)
      stored = await services.docstore.transaction(work, countingIn(draft.asset_id))
    } catch (error) {
      // The same request was sent twice at the same time, and the other one was faster.
      const other = isDuplicateKeyError(error) ? await sentBefore(services, draft) : null
      if (other) return other
      run = await services.moderation.runAgain(run, error)
    }
  }
  await announce(services, 'post', { before: null, after: stored })
  return stored
}

/** Within the transaction: reads the moderation inputs again, then inserts and counts the comment. */
async function store(
  services: WriteServices,
  { draft, run }: { draft: Draft; run: ModerationRun },
  session: Session,
): Promise<Comment> {
  const { docstore, comments, counters, moderation, tags, clock } = services
  const { id, asset_id, parent_id, body, metadata = {} } = draft
  // Counting in the discussion reads it, too, so the run is rechecked after that, without another read. The last run is
  // rechecked before the comment is stored, because the recheck may change its status.
  const current = await moderation.reload(run.inputs, session, run.isLast ? asset_id : undefined)
  const { author, settings } = current
  const result = run.isLast ? await moderation.recheck(run, current) : run

  const comment = newComment(
    {
      ...(id === undefined ? {} : { id }),
      asset_id,
      author_id: author.id,
      parent_id,
      body,
      ...digestFor(body, settings),
      status: result.status,
      phase: result.phase,
      reason: result.reason,
      tags: await tags.linksFor(author, draft.tags ?? [], settings),
      metadata,
    },
    clock.now(),
  )
  if (parent_id !== null) assertAnswerable(await comments.findOne({ id: parent_id }, { session }), comment)

  const now = comment.created_at
  comment.action_counts = await recordActions(services, { id: comment.id, now, found: result.actions }, session)
  const stored = forStore(comment)
  await docstore.collection<StoredComment>('comments').insertOne(stored, { session })
  Object.assign(comment, { _id: stored._id })
  const asset = await counters.follow({ before: null, after: comment }, session)
  if (asset && !run.isLast) await moderation.recheck(run, await moderation.inDiscussion(current, asset))
  return comment
}

function assertAnswerable(parent: Comment | null, child: Comment): void {
  if (parent && !parent.deleted_at && isVisible(parent) && parent.asset_id === child.asset_id) return
  throw new PlatformError('COMMENT_PARENT_NOT_VISIBLE', 'The comment you answer is not there any more')
}

function draftOf(author: User, input: NewComment): Draft {
  const { key, parent_id = null } = input
  const draft: Draft = { ...input, parent_id, body: wellFormed(input.body) }
  return key ? { ...draft, id: idOfSent([author.id, key, input.asset_id, parent_id ?? '']) } : draft
}

/**
 * The id of a comment that is sent with a key. It follows from author, key and place, so the unique index of ids keeps
 * the comment from being stored twice.
 */
function idOfSent(sent: readonly [author: string, key: string, asset: string, parent: string]): string {
  const hex = createHash('sha256').update(sent.join('\0')).digest('hex')
  const variant = '89ab'[Number.parseInt(hex.slice(16, 17), 16) & 3]
  const end = `${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${end}`
}

/** The comment that the same key has posted before. @throws PlatformError CONFLICT when it has another text. */
async function sentBefore({ comments }: WriteServices, { id, body }: Draft): Promise<Comment | null> {
  const found = id === undefined ? null : await comments.findOne({ id })
  if (!found || bodyHistoryOf(found)[0]?.body === body) return found && withHistory(found)
  throw new PlatformError('CONFLICT', 'Another comment was sent with this Idempotency-Key', { status: 409 })
}
