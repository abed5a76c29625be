import { COMMENT_STATUSES } from '@platform/core-schema/enums'
import type { Docstore } from '@platform/docstore'
import type { Asset, Comment } from '@platform/plugin-sdk'
import { SEARCH } from '../../../paging/long-reads.ts'
import { EVER } from '../../assets/model.ts'
import { VISIBLE_STATUSES } from '../model.ts'
import { addStatuses, type StatusCounts } from './site.ts'
import { readSiteCounts } from './site-making.ts'

const KEYS: readonly string[] = ['status', 'asset_id', 'deleted_at', 'parent_id']

/**
 * Counts comments by the counters that are stored, instead of looking at each of them.
 *
 * @param filter of `commentFilter`
 * @returns `null` for a filter that the counters don't answer
 */
export async function storedCount(
  docstore: Docstore,
  filter: Readonly<Record<string, unknown>>,
): Promise<number | null> {
  if (!Object.keys(filter).every(key => KEYS.includes(key))) return null
  const statuses = namesIn(filter['status']) ?? COMMENT_STATUSES
  const assets = namesIn(filter['asset_id'])
  const isWhole = !('deleted_at' in filter)
  if ('parent_id' in filter)
    return isWhole ? countRoots(docstore, { parent: filter['parent_id'], statuses, assets }) : null
  const sum = sumOf(assets ? await countsIn(docstore, assets) : await readSiteCounts(docstore), statuses)
  return isWhole ? sum : sum - (await countTombstones(docstore, filter))
}

async function countTombstones(docstore: Docstore, filter: Readonly<Record<string, unknown>>): Promise<number> {
  return docstore.collection<Comment>('comments').countDocuments({ ...filter, deleted_at: { $gt: EVER } }, SEARCH)
}

interface Roots {
  readonly parent: unknown
  readonly statuses: readonly string[]
  readonly assets: readonly string[] | null
}

/** Of the comments that are no replies, only the visible ones are counted by each discussion. */
async function countRoots(docstore: Docstore, { parent, statuses, assets }: Roots): Promise<number | null> {
  const areVisible =
    statuses.length === VISIBLE_STATUSES.length && VISIBLE_STATUSES.every(one => statuses.includes(one))
  if (parent !== null || !assets || !areVisible) return null
  const found = await assetsOf(docstore, assets)
  return found.reduce((sum, { comment_counts: counts }) => sum + counts.roots, 0)
}

async function countsIn(docstore: Docstore, assets: readonly string[]): Promise<StatusCounts> {
  const found = await assetsOf(docstore, assets)
  return found.reduce<StatusCounts>((sum, { comment_counts: counts }) => addStatuses(sum, counts.statuses ?? {}), {})
}

function assetsOf(docstore: Docstore, ids: readonly string[]): Promise<Pick<Asset, 'comment_counts'>[]> {
  return docstore
    .collection<Asset>('assets')
    .find({ id: { $in: [...ids] } }, { projection: { comment_counts: 1 } })
    .toArray()
}

function sumOf(counts: StatusCounts, statuses: readonly string[]): number {
  return statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0)
}

/** The values of a condition that asks for one value or one of several. */
function namesIn(condition: unknown): readonly string[] | null {
  if (condition === undefined) return null
  if (typeof condition === 'string') return [condition]
  return (condition as { readonly $in: readonly string[] }).$in
}
