import { randomUUID } from 'node:crypto'
import type { Docstore, Session } from '@platform/docstore'
import { AlreadyExistsError, type Action, type Comment, type TaggableItemType, type User } from '@platform/plugin-sdk'
import type { Clock } from '../../boot/clock.ts'
import type { Revisions } from '../../graphql/revisions.ts'
import { counterKeys } from './model.ts'

export interface NewAction {
  readonly item_id: string
  readonly item_type: TaggableItemType
  readonly action_type: string
  readonly group_id: string | null
  readonly user_id: string | null
  readonly metadata: Record<string, unknown>
}

export interface ActionsService {
  findByItems(itemIds: readonly string[]): Promise<Action[]>
  /** What one person did to these items. */
  findByUser(userId: string, itemIds: readonly string[]): Promise<Action[]>
  /** @throws AlreadyExistsError when the same person did the same to the same item. */
  create(action: NewAction): Promise<Action>
  /** Takes back an action of that person; `null` when there is none. */
  delete(userId: string, selection: { id: string; action_type?: string }): Promise<Action | null>
}

export function createActions({ docstore, revisions, clock }: { docstore: Docstore; revisions: Revisions; clock: Clock }): ActionsService {
  const actions = docstore.collection<Action>('actions')

  /** Counters live on the item and move in the transaction that stores the action. */
  async function count(action: Action, step: 1 | -1, session: Session): Promise<string | null> {
    if (action.item_type === 'ASSETS') return action.item_id
    const $inc = Object.fromEntries(counterKeys(action).map(key => [`action_counts.${key}`, step]))
    if (action.item_type === 'USERS') {
      await docstore.collection<User>('users').updateOne({ id: action.item_id }, { $inc }, { session })
      return null
    }
    const comment = await docstore.collection<Comment>('comments').findOneAndUpdate({ id: action.item_id }, { $inc }, { session, projection: { asset_id: 1 } })
    return comment?.asset_id ?? null
  }

  const changed = (assetId: string | null) => revisions.bump(...(assetId === null ? ['users'] : [`asset:${assetId}`, 'comments']))

  return {
    findByItems: ids => actions.find({ item_id: { $in: [...ids] } }, { sort: { created_at: 1, id: 1 } }).toArray(),
    findByUser: (userId, ids) => actions.find({ item_id: { $in: [...ids] }, user_id: userId }).toArray(),
    async create(input) {
      const now = clock.now()
      const action: Action = { id: randomUUID(), ...input, created_at: now, updated_at: now }
      try {
        changed(await docstore.transaction(async session => {
          await actions.insertOne(action, { session })
          return count(action, 1, session)
        }))
        return action
      } catch (error) {
        if ((error as { code?: unknown }).code !== 11000) throw error
        const { item_id, item_type, action_type, group_id, user_id } = input
        throw new AlreadyExistsError(await actions.findOne({ item_id, item_type, action_type, group_id, user_id }), 'You did this before')
      }
    },
    delete: (userId, { id, action_type: type }) => docstore.transaction(async session => {
      const deleted = await actions.findOneAndDelete({ id, user_id: userId, ...(type ? { action_type: type } : {}) }, { session })
      if (!deleted) return null
      return { deleted, assetId: await count(deleted, -1, session) }
    }).then(result => {
      if (result) changed(result.assetId)
      return result?.deleted ?? null
    }),
  }
}
