import type { Docstore, Session, UpdateOperators } from '@platform/docstore'
import {
  type Asset,
  type Comment,
  type CommentStatus,
  NotAuthorizedError,
  type Publisher,
  type User,
} from '@platform/plugin-sdk'
import type { Revisions } from '../../pubsub/revisions.ts'
import { appended } from '../history.ts'
import { type Change, createCounters } from './counters.ts'
import { createKarma } from './karma.ts'
import { statusEntry } from './model.ts'
import { createPipelineActions, type PipelineAction } from './pipeline-actions.ts'
import { COMMENT_TRANSITIONS, type CommentTransition, type CommentTransitionName, isAllowed } from './transitions.ts'

/** A comment that is posted. */
export interface Posting {
  readonly comment: Comment
  readonly actions: readonly PipelineAction[]
  /** Looks at the discussion it came into; what it throws keeps it from being stored. */
  readonly confirm?: (asset: Asset) => Promise<void>
}

/** A comment that is there, and what becomes of it. */
export interface Move {
  readonly before: Comment
  readonly status: CommentStatus
  /** What the pipeline decided by. */
  readonly phase?: string | null
  readonly reason?: string | null
  readonly now: Date
  /** Who decides; `null` for the pipeline. */
  readonly actor: Pick<User, 'id'> | null
  /** What changes besides the status, in the same update. */
  readonly also?: Pick<UpdateOperators<Comment>, '$set' | '$push'>
  readonly actions?: readonly PipelineAction[]
}

/**
 * Makes a transition of {@link COMMENT_TRANSITIONS}: status, history, counters, karma and actions in one
 * transaction, then what readers have cached is let go and the event is published. `prepare` reads within the
 * transaction; when it answers that nothing changes, nothing is stored and nothing is published.
 */
export type MakeTransition = (
  name: CommentTransitionName,
  prepare: (session: Session) => Promise<Posting | Move>,
) => Promise<Change>

interface Dependencies {
  readonly docstore: Docstore
  readonly revisions: Revisions
  readonly events: Publisher
}

export function createMakeTransition({ docstore, revisions, events }: Dependencies): MakeTransition {
  const comments = docstore.collection<Comment>('comments')
  const counters = createCounters(docstore)
  const karma = createKarma(docstore)
  const pipeline = createPipelineActions(docstore)

  async function post({ comment, actions }: Posting, session: Session): Promise<Change> {
    const fresh = await pipeline.add({ id: comment.id, now: comment.created_at }, actions, session)
    const after: Comment = { ...comment, action_counts: { ...comment.action_counts, ...fresh.counts } }
    await comments.insertOne(after, { session })
    return { before: null, after }
  }

  async function move(
    transition: CommentTransition,
    { before, status, phase, reason, now, actor, also = {}, actions = [] }: Move,
    session: Session,
  ): Promise<Change> {
    const same = status === before.status
    // A moderator who confirms what the pipeline decided has decided: by the last word of a moderator it is judged. NONE
    // is the word of nobody, and taking none back says nothing.
    const decided =
      transition.decides && before.verdict !== status && (before.verdict !== undefined || status !== 'NONE')
    if (same && !decided && Object.keys(also).length === 0) return { before, after: before }
    const fresh = await pipeline.add({ id: before.id, now }, actions, session)
    const entry = statusEntry({ status, by: actor?.id ?? null, phase, reason, now })
    const after = await comments.findOneAndUpdate(
      { id: before.id },
      withoutEmpty({
        $set: { ...also.$set, status, updated_at: now, ...(transition.decides ? { verdict: status } : {}) },
        $push: { ...also.$push, ...(same && !decided ? {} : { status_history: appended(entry) }) },
        $inc: Object.fromEntries(Object.entries(fresh.counts).map(([key, count]) => [`action_counts.${key}`, count])),
      }),
      { session, returnDocument: 'after' },
    )
    if (transition.decides) await karma.follow({ before, after: after! }, session)
    return { before, after: after! }
  }

  return async (name, prepare) => {
    const transition = COMMENT_TRANSITIONS[name]
    const change = await docstore.transaction(async session => {
      const prepared = await prepare(session)
      if (!isAllowed(name, 'before' in prepared ? prepared.before : null)) throw new NotAuthorizedError()
      const made = 'before' in prepared ? await move(transition, prepared, session) : await post(prepared, session)
      const asset = await counters.follow(made, session)
      if (asset && 'confirm' in prepared) await prepared.confirm?.(asset)
      return made
    })
    const { before, after } = change
    if (before === after) return change
    revisions.bump(`asset:${after.asset_id}`, 'comments')
    const event = transition.event[after.status]
    if (event !== null) await events.publish(event, after)
    return change
  }
}

/** Stores refuse operators without fields. */
function withoutEmpty(update: Readonly<Record<string, object>>): UpdateOperators<Comment> {
  return Object.fromEntries(Object.entries(update).filter(([, fields]) => Object.keys(fields).length > 0))
}
