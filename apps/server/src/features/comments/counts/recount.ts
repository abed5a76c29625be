import { COMMENT_STATUSES } from '@platform/core-schema/enums'
import type { Collection, Docstore, Session } from '@platform/docstore'
import type { Action, Asset, Comment, User } from '@platform/plugin-sdk'
import { countersOf } from '../../actions/model.ts'
import { VISIBLE_STATUSES } from '../model.ts'

/** A counter whose stored value is wrong. */
export interface Drift {
  readonly collection: 'assets' | 'comments' | 'users'
  readonly id: string
  /** Its path in the record. */
  readonly counter: string
  readonly stored: number
  readonly counted: number
}

/** Counts single records, each in a transaction, and corrects their counters when `fix` is set. */
export interface Recount {
  asset(id: string): Promise<Drift[]>
  replies(commentIds: readonly string[]): Promise<Drift[]>
  actions(collection: 'comments' | 'users', ids: readonly string[]): Promise<Drift[]>
}

type Numbers = Readonly<Record<string, number>>

export function createRecount(docstore: Docstore, { fix }: { fix: boolean }): Recount {
  const comments = docstore.collection<Comment>('comments')
  const actions = docstore.collection<Action>('actions')
  const visible = { status: { $in: [...VISIBLE_STATUSES] } }

  /** `whole` replaces counters that are wrong, or that are no numbers. */
  function counting<T extends { id: string }>(
    collection: Drift['collection'],
    count: (
      record: T,
      session: Session,
    ) => Promise<{ stored: Numbers; counted: Numbers; whole: Readonly<Record<string, unknown>> }>,
  ) {
    return (id: string): Promise<Drift[]> =>
      docstore.transaction(async session => {
        const records: Collection<T> = docstore.collection<T>(collection)
        const record = await records.findOne({ id } as never, { session })
        if (!record) return []
        const { stored, counted, whole } = await count(record, session)
        const drift = Object.keys({ ...stored, ...counted })
          .map(counter => ({ collection, id, counter, stored: stored[counter] ?? 0, counted: counted[counter] ?? 0 }))
          .filter(entry => entry.stored !== entry.counted)
        if (fix && drift.length > 0) await records.updateOne({ id } as never, { $set: whole as never }, { session })
        return drift
      })
  }

  const ofAsset = counting<Asset>('assets', async (asset, session) => {
    const { id } = asset
    const count = (filter: object) => comments.countDocuments({ asset_id: id, ...filter }, { session })
    const counted: Record<string, number> = {
      'comment_counts.total': await count(visible),
      'comment_counts.roots': await count({ parent_id: null, ...visible }),
    }
    for (const status of COMMENT_STATUSES) counted[`comment_counts.statuses.${status}`] = await count({ status })
    const statuses = Object.fromEntries(
      COMMENT_STATUSES.map(status => [status, counted[`comment_counts.statuses.${status}`]]),
    )
    return {
      stored: prefixed('comment_counts', storedTotals(asset)),
      counted,
      whole: {
        comment_counts: { total: counted['comment_counts.total'], roots: counted['comment_counts.roots'], statuses },
      },
    }
  })

  const ofReplies = counting<Comment>('comments', async ({ id, asset_id, reply_count }, session) => {
    const counted = { reply_count: await comments.countDocuments({ asset_id, parent_id: id, ...visible }, { session }) }
    return { stored: { reply_count: numberOf(reply_count) }, counted, whole: counted }
  })

  const ofActions = (collection: 'comments' | 'users') =>
    counting<Comment | User>(collection, async ({ id, action_counts: stored }, session) => {
      const found = await actions
        .find(
          { item_id: id, item_type: collection === 'comments' ? 'COMMENTS' : 'USERS' },
          { session, projection: { action_type: 1, group_id: 1 } },
        )
        .toArray()
      const counted = countersOf(found as Action[])
      return {
        stored: prefixed('action_counts', numbersOf(stored)),
        counted: prefixed('action_counts', counted),
        whole: { action_counts: counted },
      }
    })

  async function each(ids: readonly string[], recount: (id: string) => Promise<Drift[]>): Promise<Drift[]> {
    const drift: Drift[] = []
    for (const id of ids) drift.push(...(await recount(id)))
    return drift
  }

  return {
    asset: ofAsset,
    replies: ids => each(ids, ofReplies),
    actions: (collection, ids) => each(ids, ofActions(collection)),
  }
}

/** The stored counts of an asset's comments; a value that is no number becomes NaN. */
export function storedTotals({ comment_counts: counts }: Asset): Numbers {
  const { total, roots, statuses } = (counts ?? {}) as Partial<Asset['comment_counts']>
  return { total: numberOf(total), roots: numberOf(roots), ...prefixed('statuses', numbersOf(statuses)) }
}

/** The stored counters by name. A value that is no map of numbers becomes a wrong counter. */
export function numbersOf(stored: unknown): Numbers {
  if (stored === undefined) return {}
  if (typeof stored !== 'object' || stored === null) return { '': Number.NaN }
  return Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, numberOf(value)]))
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN
}

function prefixed(path: string, numbers: Numbers): Numbers {
  return Object.fromEntries(Object.entries(numbers).map(([name, number]) => [`${path}.${name}`, number]))
}
