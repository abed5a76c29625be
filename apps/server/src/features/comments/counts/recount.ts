import { COMMENT_STATUSES } from '@platform/core-schema/enums'
import type { Collection, Docstore, Session } from '@platform/docstore'
import type { Action, ActionCounts, Asset, Comment, CommentStatus, User } from '@platform/plugin-sdk'
import { addTo } from '../../actions/model.ts'
import { VISIBLE_STATUSES } from '../model.ts'
import { pagesInTime } from './comment-pages.ts'
import { isComplete } from './site.ts'
import { compareSiteCounts } from './site-comparison.ts'
import { correctSiteCounts } from './site-making.ts'
import { countInSlices } from './slices.ts'

/** A counter whose stored value is wrong, or the time of the latest comment when it is. */
export interface Drift {
  readonly collection: 'assets' | 'comments' | 'users' | 'site_counts'
  readonly id: string
  /** Its path in the record. */
  readonly counter: string
  readonly stored: number | string
  readonly counted: number | string
}

/** Counts single records, each in a transaction, and corrects their counters when `fix` is set. */
export interface Recount {
  asset(id: string): Promise<Drift[]>
  /** Adds up the counts of discussions, which are right by then. */
  site(): Promise<Drift[]>
  replies(commentIds: readonly string[]): Promise<Drift[]>
  actions(collection: 'comments' | 'users', ids: readonly string[]): Promise<Drift[]>
}

type Numbers = Readonly<Record<string, number>>
/** Counters, and times as texts. */
type Values = Readonly<Record<string, number | string>>

/** The stored and the counted counters of one record; `whole` are the fields that replace wrong counters. */
interface Counted {
  readonly stored: Values
  readonly counted: Values
  readonly whole: Readonly<Record<string, unknown>>
}

const VISIBLE = { status: { $in: [...VISIBLE_STATUSES] } }

export function createRecount(docstore: Docstore, { fix }: { fix: boolean }): Recount {
  const place = { docstore, fix }

  async function each(ids: readonly string[], recount: (id: string) => Promise<Drift[]>): Promise<Drift[]> {
    const drift: Drift[] = []
    for (const id of ids) drift.push(...(await recount(id)))
    return drift
  }

  return {
    asset: recountBy<Asset>(place, 'assets', (asset, session) => countAsset(docstore, asset, session)),
    async site() {
      const { parts, stored, counted } = await (fix ? correctSiteCounts : compareSiteCounts)(docstore)
      // Counts that are not made yet are not wrong: they are made when somebody first asks for them.
      if (!isComplete(parts)) return []
      return driftOf(
        { collection: 'site_counts', id: 'all' },
        prefixed('statuses', stored),
        prefixed('statuses', counted),
      )
    },
    replies: ids =>
      each(
        ids,
        recountBy<Comment>(place, 'comments', (comment, session) => countReplies(docstore, comment, session)),
      ),
    actions: (collection, ids) =>
      each(
        ids,
        recountBy<Comment | User>(place, collection, (item, session) =>
          countActions(docstore, { collection, item }, session),
        ),
      ),
  }
}

/** Makes a function that counts one record in a transaction, and corrects it when `fix` is set. */
function recountBy<T extends { id: string }>(
  { docstore, fix }: { docstore: Docstore; fix: boolean },
  collection: Drift['collection'],
  count: (record: T, session: Session) => Promise<Counted>,
) {
  const records: Collection<{ id: string }> = docstore.collection(collection)
  return (id: string): Promise<Drift[]> =>
    docstore.transaction(async session => {
      const record = await records.findOne({ id }, { session })
      if (!record) return []
      const { stored, counted, whole } = await count(record as T, session)
      const drift = driftOf({ collection, id }, stored, counted)
      if (fix && drift.length > 0) await records.updateOne({ id }, { $set: whole }, { session })
      return drift
    })
}

function driftOf(record: Pick<Drift, 'collection' | 'id'>, stored: Values, counted: Values): Drift[] {
  return Object.keys({ ...stored, ...counted })
    .map(counter => ({ ...record, counter, stored: stored[counter] ?? 0, counted: counted[counter] ?? 0 }))
    .filter(entry => entry.stored !== entry.counted)
}

async function countAsset(docstore: Docstore, asset: Asset, session: Session): Promise<Counted> {
  const comments = docstore.collection<Comment>('comments')
  const byStatus = Object.fromEntries(COMMENT_STATUSES.map(status => [status, { status }]))
  const { roots, ...statuses } = await countInSlices<'roots' | CommentStatus>(comments, {
    of: { asset_id: asset.id },
    parts: {
      roots: { parent_id: null, ...VISIBLE },
      ...(byStatus as Record<CommentStatus, { status: CommentStatus }>),
    },
    session,
  })
  const total = VISIBLE_STATUSES.reduce((sum, status) => sum + statuses[status], 0)
  const [latest] = await comments
    .find(
      { asset_id: asset.id, ...VISIBLE },
      { session, sort: { created_at: -1, id: -1 }, limit: 1, projection: { created_at: 1 } },
    )
    .toArray()
  const last_comment_at = latest?.created_at ?? null
  return {
    stored: { ...prefixed('comment_counts', storedTotals(asset)), last_comment_at: timeOf(asset.last_comment_at) },
    counted: {
      ...prefixed('comment_counts', { total, roots, ...prefixed('statuses', statuses) }),
      last_comment_at: timeOf(last_comment_at),
    },
    whole: { comment_counts: { total, roots, statuses }, last_comment_at },
  }
}

async function countReplies(
  docstore: Docstore,
  { id, asset_id, reply_count }: Comment,
  session: Session,
): Promise<Counted> {
  const comments = docstore.collection<Comment>('comments')
  const counted = await countInSlices(comments, {
    of: { asset_id, parent_id: id },
    parts: { reply_count: VISIBLE },
    session,
  })
  return { stored: { reply_count: numberOf(reply_count) }, counted, whole: counted }
}

/** A job deletes what is left on a tombstone, which counts none of it. */
export const hasActions = (item: object): boolean => !('deleted_at' in item && item.deleted_at)

async function countActions(
  docstore: Docstore,
  { collection, item }: { collection: 'comments' | 'users'; item: Comment | User },
  session: Session,
): Promise<Counted> {
  const { id, action_counts: stored } = item
  const actions = docstore.collection<Action>('actions')
  const own = { item_id: id, item_type: collection === 'comments' ? 'COMMENTS' : 'USERS' } as const
  const typeAfter = async (type: string) => {
    const options = { session, sort: { action_type: 1 }, projection: { action_type: 1 } } as const
    return hasActions(item)
      ? (await actions.findOne({ ...own, action_type: { $gt: type } }, options))?.action_type
      : undefined
  }
  const counted: ActionCounts = {}
  // The index has the times of each kind. Between two pages others are answered.
  for (let type = await typeAfter(''); type !== undefined; type = await typeAfter(type)) {
    const pages = { filter: { ...own, action_type: type }, fields: ['action_type', 'group_id'], session } as const
    for await (const page of pagesInTime(actions, pages)) for (const action of page) addTo(counted, action)
  }
  return {
    stored: prefixed('action_counts', numbersOf(stored)),
    counted: prefixed('action_counts', counted),
    whole: { action_counts: counted },
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

/** A stored time as a text that can be compared and printed. */
export function timeOf(stored: unknown): string {
  if (stored instanceof Date) return stored.toISOString()
  return stored === null ? 'no comment' : 'no time'
}

function prefixed(path: string, numbers: Numbers): Numbers {
  return Object.fromEntries(Object.entries(numbers).map(([name, number]) => [`${path}.${name}`, number]))
}
