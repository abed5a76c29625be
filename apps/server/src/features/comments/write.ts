import { randomUUID } from 'node:crypto'
import type { Collection, Docstore, Session, UpdateOperators } from '@platform/docstore'
import {
  type Action,
  type ActionCounts,
  type BodyHistoryEntry,
  type Comment,
  type Jobs,
  NotAuthorizedError,
  NotFoundError,
  type Publisher,
  type StatusHistoryEntry,
} from '@platform/plugin-sdk'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import { bodyHistoryOf, type StoredComment, withHistory } from '../../runtime/comment-record.ts'
import { assertCountable, countersOf } from '../actions/model.ts'
import { appended } from '../history.ts'
import type { TagsService } from '../tags/service.ts'
import { bodyDigest } from './body-digest.ts'
import type { Change, Counters } from './counters.ts'
import type { Karma } from './karma.ts'
import { withVisibility } from './model.ts'
import type { Moderation } from './moderation/recheck.ts'
import type { ModerationAction } from './moderation/run.ts'
import { COMMENT_TRANSITIONS, type CommentTransitionName, isAllowed } from './transitions.ts'

// This file has the steps that posting, editing and deciding share. Each of the three has a file of its own.

/** The services with which comments are written. */
export interface WriteServices {
  readonly docstore: Docstore
  readonly jobs: Jobs
  readonly comments: Collection<Comment>
  readonly counters: Counters
  readonly karma: Karma
  readonly moderation: Moderation
  readonly tags: Pick<TagsService, 'linksFor'>
  readonly revisions: Revisions
  readonly events: Publisher
  readonly clock: Clock
}

/** The values that a plugin may set on a comment before the phases run. */
export interface Suggestion {
  /** The status that a plugin asks for; the phases decide. */
  readonly status?: Comment['status'] | null
  readonly actions?: readonly ModerationAction[]
  readonly metadata?: Record<string, unknown>
}

/** @throws NotAuthorizedError when the transition can't start from the status of the comment. */
export function assertAllowed(name: CommentTransitionName, comment: Comment): void {
  if (!isAllowed(name, comment)) throw new NotAuthorizedError()
}

/**
 * Stores the actions of the phases on a comment, each one once, however often the comment is edited.
 *
 * @returns by how much the counters of the comment grow.
 */
export async function recordActions(
  { docstore }: WriteServices,
  { id, now, found }: { id: Comment['id']; now: Date; found: readonly ModerationAction[] },
  session: Session,
): Promise<ActionCounts> {
  if (found.length === 0) return {}
  found.forEach(assertCountable)
  const actions = docstore.collection<Action>('actions')
  const about = { item_id: id, user_id: null, item_type: 'COMMENTS' } as const
  const known = new Set((await actions.find(about, { session }).toArray()).map(keyOf))
  const fresh = found
    .map(
      ({ action_type, group_id = null, metadata = {} }): Action => ({
        id: randomUUID(),
        ...about,
        action_type,
        group_id,
        metadata: { ...metadata },
        created_at: now,
        updated_at: now,
      }),
    )
    .filter(action => !known.has(keyOf(action)) && known.add(keyOf(action)))
  if (fresh.length > 0) await actions.insertMany(fresh, { session })
  return countersOf(fresh)
}

function keyOf({ action_type: type, group_id: group }: Pick<Action, 'action_type' | 'group_id'>): string {
  return JSON.stringify([type, group])
}

/** The change of a stored comment. */
export interface CommentUpdate {
  readonly set: Partial<Comment> & Readonly<Record<string, unknown>>
  /** The new last entries of its histories; a history without a new entry stays. */
  readonly history: { readonly status?: StatusHistoryEntry; readonly body?: BodyHistoryEntry }
  /** By how much the counters of its actions grow. */
  readonly counts?: ActionCounts
}

/** Changes a comment that the transaction has read. @returns the comment afterwards. */
export async function updateComment(
  { comments }: WriteServices,
  { before, set, history: { status, body }, counts = {} }: CommentUpdate & { before: Comment },
  session: Session,
): Promise<Comment> {
  const texts = body ? historyUpdate(before, body) : {}
  const $push = { ...texts.$push, ...(status ? { status_history: appended(status) } : {}) }
  const $inc = Object.fromEntries(Object.entries(counts).map(([key, count]) => [`action_counts.${key}`, count]))
  const after = await comments.findOneAndUpdate(
    { id: before.id },
    withoutEmpty({ $set: { ...set, ...texts.$set }, $push, $inc }),
    {
      session,
      returnDocument: 'after',
    },
  )
  if (!after) throw new NotFoundError('The comment')
  return after
}

/** The update by which a comment gets another text. Its history begins with the first edit. */
function historyUpdate(before: StoredComment, entry: BodyHistoryEntry): { $push?: object; $set?: object } {
  if (before.body_history) return { $push: { body_history: appended(entry) } }
  return { $set: { body_history: [...bodyHistoryOf(before), entry] } }
}

/** Stores refuse operators without fields. */
function withoutEmpty(update: Readonly<Record<string, object>>): UpdateOperators<Comment> {
  return Object.fromEntries(Object.entries(update).filter(([, fields]) => Object.keys(fields).length > 0))
}

/** The body digest to store: of comments whose repetition matters, and of comments that have one already. */
export function digestFor(
  body: string,
  { premodRepeatedEnable }: { premodRepeatedEnable: boolean },
  before?: Comment,
): Pick<Comment, 'said'> {
  return premodRepeatedEnable || before?.said ? { said: bodyDigest(body) } : {}
}

/** After the transaction: makes cached answers stale and publishes the event, unless the comment stayed the same. */
export async function announce(
  { revisions, events }: WriteServices,
  name: CommentTransitionName,
  change: Change,
): Promise<Change> {
  const { before, after, karmaOf = [] } = change
  withHistory(after)
  if (before === after) return change
  revisions.bump(`asset:${after.asset_id}`, 'comments', ...karmaOf.map(id => `user:${id}`))
  await events.publish(COMMENT_TRANSITIONS[name].event[after.status], withVisibility(after))
  return change
}
