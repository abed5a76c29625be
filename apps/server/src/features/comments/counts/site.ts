import { crc32 } from 'node:zlib'
import type { Collection, CollectionIndexes, Docstore, Session } from '@platform/docstore'
import { incrementAll } from './increments.ts'

/** The number of comments of each status. */
export type StatusCounts = Readonly<Record<string, number>>

/** The comments of a part of all discussions. Posts to discussions of different parts don't wait for each other. */
export interface SitePart {
  readonly id: string
  readonly statuses?: StatusCounts
  /** Whether the discussions that were stored before parts existed are counted, in one part for all. */
  readonly complete?: boolean
  /** How often the counts were corrected in this part, so that nobody adds the same twice. */
  readonly corrections?: number
}

export const siteCountsIndexes: CollectionIndexes = {
  collection: 'site_counts',
  indexes: [{ name: 'id', keys: { id: 1 }, unique: true }],
}

const PARTS = 16

const partOf = (assetId: string) => String(crc32(assetId) % PARTS)
export const partsOf = (docstore: Docstore): Collection<SitePart> => docstore.collection(siteCountsIndexes.collection)

/** How many comments of each status a discussion gets more; negative where it loses some. */
export interface SiteStep {
  readonly asset: string
  readonly statuses: StatusCounts
}

/** Moves the counts of the site, in the transaction that changes the comments. */
export async function moveSiteCounts(docstore: Docstore, steps: readonly SiteStep[], session: Session): Promise<void> {
  const moves = [...sumByPart(steps)].flatMap(([id, statuses]) => {
    const moved = Object.entries(statuses).filter(([, step]) => step !== 0)
    const $inc = Object.fromEntries(moved.map(([status, step]) => [`statuses.${status}`, step]))
    return moved.length > 0 ? [{ filter: { id }, $inc }] : []
  })
  await incrementAll({ docstore, collection: siteCountsIndexes.collection }, moves, session)
}

/** The stored parts. */
export const readSiteParts = (docstore: Docstore): Promise<SitePart[]> => partsOf(docstore).find({}).toArray()

/** Whether the comments of the whole site are counted. A server counts them when somebody first asks for the counts. */
export const areSiteCountsMade = async (docstore: Docstore): Promise<boolean> =>
  isComplete(await readSiteParts(docstore))

function sumByPart(steps: readonly SiteStep[], sums = new Map<string, StatusCounts>()): Map<string, StatusCounts> {
  for (const { asset, statuses } of steps) sums.set(partOf(asset), addStatuses(sums.get(partOf(asset)) ?? {}, statuses))
  return sums
}

export function addStatuses(sum: StatusCounts, more: StatusCounts): StatusCounts {
  const added = Object.entries(more).map(([status, count]) => [status, (sum[status] ?? 0) + count])
  return { ...sum, ...Object.fromEntries(added) }
}

/** Whether the parts hold the discussions, too, that were stored before parts existed. */
export const isComplete = (parts: readonly SitePart[]): boolean => parts.some(({ complete }) => complete)

/** The comments of all parts. A single part may hold what others lack. */
export const totalOf = (parts: readonly SitePart[]): StatusCounts =>
  parts.reduce<StatusCounts>((sum, { statuses }) => addStatuses(sum, statuses ?? {}), {})
