import type { Docstore } from '@platform/docstore'
import type { Action, Comment, PersonalData, User } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import type { Revisions } from '../../pubsub/revisions.ts'
import { ERASE_BATCH, ERASE_TOGETHER, type EraseStep, inSteps } from '../erase-steps.ts'
import { countersOf } from './model.ts'
import { withdrawnFlags } from './withdrawn.ts'

/** The actions of a user, and the flags of others on the user. */
export const actionPersonalData: PersonalData<ServerContext> = {
  async *export(userId, { services: { docstore } }) {
    const own = docstore.collection<Action>('actions').find({ user_id: userId })
    for await (const { action_type, item_type, item_id, group_id, metadata, created_at } of own) {
      const message = metadata['message'] ?? null
      yield { name: 'actions', record: { action_type, item_type, item_id, group_id, message, created_at } }
    }
    // Of a flag that the user took back, only the comment is stored.
    for await (const { item_id } of withdrawnFlags(docstore).find({ user_id: userId }))
      yield { name: 'withdrawn-flags', record: { item_id } }
  },
  erase: (userId, { services: { docstore, revisions } }) =>
    // The withdrawn flags come last, because while a flag exists, taking it back adds one of them.
    inSteps(takeBackActions(docstore, revisions), dropWithdrawnFlags(docstore), dropActionsAgainst(docstore))(userId),
}

const idsOf = (records: readonly { id: string }[]) => records.map(record => record.id)

/** Deletes actions of the user, and subtracts them from the counters of their items. */
function takeBackActions(docstore: Docstore, revisions: Revisions): EraseStep {
  const actions = docstore.collection<Action>('actions')
  const comments = docstore.collection<Comment>('comments')
  const users = docstore.collection<User>('users')
  return async userId => {
    const touched = new Set<string>()
    const found = await docstore.transaction(async session => {
      const batch = await actions.find({ user_id: userId }, { session, limit: ERASE_TOGETHER }).toArray()
      if (batch.length === 0) return 0
      await actions.deleteMany({ id: { $in: idsOf(batch) } }, { session })
      for (const [type, collection] of [
        ['COMMENTS', comments],
        ['USERS', users],
      ] as const) {
        const less = lessCounted(batch.filter(action => action.item_type === type))
        if (less.length > 0) await collection.bulkWrite(less, { session })
      }
      const items = await comments
        .find({ id: { $in: batch.map(action => action.item_id) } }, { session, projection: { asset_id: 1 } })
        .toArray()
      for (const { asset_id: asset } of items) touched.add(`asset:${asset}`)
      return batch.length
    })
    if (touched.size > 0) revisions.bump(...touched, 'comments')
    return found
  }
}

/** The changes that subtract these actions from the counters of their items. Tombstones have none. */
function lessCounted(batch: readonly Action[]) {
  return [...Map.groupBy(batch, action => action.item_id)].map(([id, own]) => ({
    updateOne: {
      filter: { id, deleted_at: null },
      update: {
        $inc: Object.fromEntries(
          Object.entries(countersOf(own)).map(([key, count]) => [`action_counts.${key}`, -count]),
        ),
      },
    },
  }))
}

function dropWithdrawnFlags(docstore: Docstore): EraseStep {
  const flags = withdrawnFlags(docstore)
  return async userId => {
    const batch = await flags.find({ user_id: userId }, { limit: ERASE_BATCH, projection: { id: 1 } }).toArray()
    if (batch.length > 0) await flags.deleteMany({ user_id: userId, id: { $in: idsOf(batch) } })
    return batch.length
  }
}

/** Deletes the actions of others on the user. */
function dropActionsAgainst(docstore: Docstore): EraseStep {
  const actions = docstore.collection<Action>('actions')
  return async userId => {
    const batch = await actions
      .find({ item_id: userId, item_type: 'USERS' }, { limit: ERASE_BATCH, projection: { id: 1 } })
      .toArray()
    if (batch.length > 0) await actions.deleteMany({ id: { $in: idsOf(batch) } })
    return batch.length
  }
}
