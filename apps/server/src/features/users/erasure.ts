import type { Docstore } from '@platform/docstore'
import type { Action, Asset, Comment, Publisher, User } from '@platform/plugin-sdk'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import { countersOf } from '../actions/model.ts'
import { withdrawnFlags } from '../actions/withdrawn.ts'
import { createTombstones } from '../comments/tombstones.ts'

/** Records that one transaction changes. */
const BATCH = 100

/** Removes what somebody left behind, batch by batch: each is whole in itself, and what is done is not found again. */
export interface Erasure {
  /** @param signal stops it between two batches. */
  run(userId: string, signal: AbortSignal): Promise<void>
}

interface Dependencies {
  readonly docstore: Docstore
  readonly revisions: Revisions
  readonly events: Publisher
  readonly clock: Clock
}

type Step = (userId: string) => Promise<number>

export function createErasure({ docstore, revisions, events, clock }: Dependencies): Erasure {
  const actions = docstore.collection<Action>('actions')
  const comments = docstore.collection<Comment>('comments')
  const users = docstore.collection<User>('users')
  const tombstones = createTombstones({ docstore, revisions, events, clock })
  const idsOf = (records: readonly { id: string }[]) => records.map(record => record.id)

  /** Flags and reactions of theirs, and what those counted. */
  const takeBackActions: Step = async userId => {
    const touched = new Set<string>()
    const found = await docstore.transaction(async session => {
      const batch = await actions.find({ user_id: userId }, { session, limit: BATCH }).toArray()
      if (batch.length === 0) return 0
      await actions.deleteMany({ id: { $in: idsOf(batch) } }, { session })
      for (const [type, collection] of [
        ['COMMENTS', comments],
        ['USERS', users],
      ] as const) {
        const byItem = Map.groupBy(
          batch.filter(action => action.item_type === type),
          action => action.item_id,
        )
        const less = [...byItem].map(([id, own]) => ({
          updateOne: {
            filter: { id },
            update: {
              $inc: Object.fromEntries(
                Object.entries(countersOf(own)).map(([key, count]) => [`action_counts.${key}`, -count]),
              ),
            },
          },
        }))
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

  /** Comes after their actions: as long as there is one, taking it back adds to these. */
  const dropWithdrawnFlags: Step = async userId => {
    const flags = withdrawnFlags(docstore)
    const batch = await flags.find({ user_id: userId }, { limit: BATCH, projection: { id: 1 } }).toArray()
    if (batch.length > 0) await flags.deleteMany({ user_id: userId, id: { $in: idsOf(batch) } })
    return batch.length
  }

  /** What others did to them. */
  const dropActionsAgainst: Step = async userId => {
    const batch = await actions
      .find({ item_id: userId, item_type: 'USERS' }, { limit: BATCH, projection: { id: 1 } })
      .toArray()
    if (batch.length > 0) await actions.deleteMany({ id: { $in: idsOf(batch) } })
    return batch.length
  }

  const stopBeingIgnored: Step = async userId => {
    const batch = await users.find({ ignoresUsers: userId }, { limit: BATCH, projection: { id: 1 } }).toArray()
    if (batch.length > 0) await users.updateMany({ id: { $in: idsOf(batch) } }, { $pull: { ignoresUsers: userId } })
    return batch.length
  }

  /** Their comments. */
  const emptyComments: Step = userId => tombstones.makeSome(userId, BATCH)

  /** Decisions stay, who took them does not. */
  const forgetDecider =
    (collection: string, list: string): Step =>
    async userId => {
      const records = docstore.collection<Comment | User | Asset>(collection)
      const batch = await records
        .find({ [`${list}.assigned_by`]: userId }, { limit: BATCH, projection: { id: 1 } })
        .toArray()
      if (batch.length > 0)
        await records.updateMany(
          { id: { $in: idsOf(batch) } },
          { $set: { [`${list}.$[own].assigned_by`]: null } },
          { arrayFilters: [{ 'own.assigned_by': userId }] },
        )
      return batch.length
    }

  const steps: readonly Step[] = [
    emptyComments,
    takeBackActions,
    dropWithdrawnFlags,
    dropActionsAgainst,
    stopBeingIgnored,
    ...DECIDED.map(([collection, list]) => forgetDecider(collection, list)),
  ]

  return {
    async run(userId, signal) {
      for (const step of steps) while ((await step(userId)) > 0) signal.throwIfAborted()
    },
  }
}

/** Where a record names who decided. All but the tags of assets have an index of their own: of those there are few. */
const DECIDED = [
  ['comments', 'status_history'],
  ['comments', 'tags'],
  ['users', 'tags'],
  ['assets', 'tags'],
  ['assets', 'status_history'],
  ...['username', 'banned', 'alwaysPremod', 'suspension'].map(state => ['users', `status.${state}.history`] as const),
] as const
