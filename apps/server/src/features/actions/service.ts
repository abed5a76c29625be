import { randomUUID } from 'node:crypto'
import { type Docstore, isDuplicateKeyError, type Session, type UpdateOperators } from '@platform/docstore'
import {
  type Action,
  AlreadyExistsError,
  type Comment,
  NotAuthorizedError,
  NotFoundError,
  type Publisher,
  type TaggableItemType,
  type User,
} from '@platform/plugin-sdk'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import { withoutCredentials } from '../../runtime/user-record.ts'
import { withVisibility } from '../comments/model.ts'
import { isBeingDeleted } from '../users/deletion-model.ts'
import { assertCountable, countersOf, FLAGGED_EVENTS } from './model.ts'
import { newestActions } from './newest.ts'
import { noteWithdrawn } from './withdrawn.ts'

export interface NewAction {
  readonly item_id: string
  readonly item_type: TaggableItemType
  readonly action_type: string
  readonly group_id: string | null
  readonly user_id: string | null
  readonly metadata: Record<string, unknown>
}

export interface ActionsService {
  /** The newest actions of one kind on each of these items, the oldest of them first; see `newest.ts` for how many. */
  newestOf(type: string, itemIds: readonly string[]): Promise<ReadonlyMap<string, readonly Action[]>>
  /** The actions of one user on these items. */
  findByUser(userId: string, itemIds: readonly string[]): Promise<Action[]>
  /**
   * Stores an action, counts it on its item, and publishes the event of a flag that a user made.
   *
   * @throws AlreadyExistsError when the user has the same action on the item already; NotFoundError without the item.
   */
  create(action: NewAction): Promise<Action>
  /** Takes back an action of a user; `null` when there is none. */
  delete(userId: string, selection: { id: string; action_type?: string }): Promise<Action | null>
}

interface Dependencies {
  readonly docstore: Docstore
  readonly revisions: Revisions
  readonly events: Publisher
  readonly clock: Clock
}

type Counted = Comment | User | null

export function createActions({ docstore, revisions, events, clock }: Dependencies): ActionsService {
  const actions = docstore.collection<Action>('actions')

  const count = (action: Action, step: 1 | -1, session: Session) => countOnItem(docstore, { action, step }, session)

  function changed(item: Counted): void {
    revisions.bump(...(item && 'asset_id' in item ? [`asset:${item.asset_id}`, 'comments'] : ['users']))
  }

  async function store(action: Action): Promise<Comment | User> {
    const work = async (session: Session) => {
      if (action.user_id !== null && (await isBeingDeleted(docstore, action.user_id, session)))
        throw new NotAuthorizedError()
      await actions.insertOne(action, { session })
      const item = await count(action, 1, session)
      if (!item) throw new NotFoundError()
      return item
    }
    // Many people react to one comment at the same time.
    return docstore.transaction(work, { queue: `${action.item_type}/${action.item_id}` })
  }

  return {
    newestOf: (type, ids) => newestActions(docstore, type, ids),
    findByUser: (userId, ids) => actions.find({ item_id: { $in: [...ids] }, user_id: userId }).toArray(),
    async create(input) {
      assertCountable(input)
      const now = clock.now()
      const action: Action = { id: randomUUID(), ...input, created_at: now, updated_at: now }
      const item = await store(action).catch(async (error: unknown) => {
        if (!isDuplicateKeyError(error)) throw error
        const { item_id, item_type, action_type, group_id, user_id } = input
        throw new AlreadyExistsError(
          await actions.findOne({ item_id, item_type, action_type, group_id, user_id }),
          'You have done this already',
        )
      })
      changed(item)
      const event =
        action.action_type === 'FLAG' && action.user_id !== null ? FLAGGED_EVENTS[action.item_type] : undefined
      if (event) await events.publish(event, eventRecord(item))
      return action
    },
    async delete(userId, { id, action_type: type }) {
      const result = await docstore.transaction(async session => {
        const deleted = await actions.findOneAndDelete(
          { id, user_id: userId, ...(type ? { action_type: type } : {}) },
          { session },
        )
        if (!deleted) return null
        const item = await count(deleted, -1, session)
        const counts = item && 'asset_id' in item && deleted.action_type === 'FLAG' && countOf(deleted, item)
        if (counts) await noteWithdrawn(docstore, { item_id: item.id, user_id: userId, ...counts }, session)
        return { deleted, item }
      })
      if (result) changed(result.item)
      return result?.deleted ?? null
    },
  }
}

/**
 * Moves the counters of an action, which are stored with its item, in the transaction that stores the action.
 *
 * @returns the item; `null` when there is none.
 */
async function countOnItem(
  docstore: Docstore,
  { action, step }: { action: Action; step: 1 | -1 },
  session: Session,
): Promise<Counted> {
  const update: UpdateOperators = {
    $inc: Object.fromEntries(
      Object.entries(countersOf([action])).map(([key, steps]) => [`action_counts.${key}`, step * steps]),
    ),
  }
  const { item_id: id, item_type: type } = action
  if (type === 'USERS')
    return docstore.collection<User>('users').findOneAndUpdate({ id }, update, { session, returnDocument: 'after' })
  if (type === 'COMMENTS')
    return docstore
      .collection<Comment>('comments')
      .findOneAndUpdate({ id, deleted_at: null }, update, { session, returnDocument: 'after' })
  return null
}

/** What a flag counts of the decision about a comment; `null` when there was none while it was there. */
function countOf({ judged, judged_as, created_at }: Action, { karma_behind: behind }: Comment) {
  if (judged) return judged_as === undefined ? {} : { judged_as }
  return behind && created_at <= behind.until ? { judged_as: null } : null
}

/** The record of an event about an item, as every listener may get it. */
function eventRecord(item: Comment | User): object {
  return 'asset_id' in item ? withVisibility(item) : withoutCredentials(item)
}
