import { crc32 } from 'node:zlib'
import type { Collection, CollectionIndexes, Docstore, Session } from '@platform/docstore'
import type { Asset } from '@platform/plugin-sdk'
import { incrementAll } from './increments.ts'

/** The number of comments of each status. */
export type StatusCounts = Readonly<Record<string, number>>

/** The comments of a part of all discussions. Posts to discussions of different parts don't wait for each other. */
export interface SitePart {
  readonly id: string
  readonly statuses: StatusCounts
  /** Whether the discussions that were stored before parts existed are counted. */
  readonly complete?: boolean
}

export const siteCountsIndexes: CollectionIndexes = {
  collection: 'site_counts',
  indexes: [{ name: 'id', keys: { id: 1 }, unique: true }],
}

const PARTS = 16
const IDS = Array.from({ length: PARTS }, (_, part) => String(part))
/** The number of discussions that are read together. */
const PAGE = 500

const partOf = (assetId: string) => String(crc32(assetId) % PARTS)
const partsOf = (docstore: Docstore): Collection<SitePart> => docstore.collection(siteCountsIndexes.collection)

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

/** The comments of the whole site, by status. */
export async function readSiteCounts(docstore: Docstore): Promise<StatusCounts> {
  const read = () => partsOf(docstore).find({}).toArray()
  const parts = await read()
  if (isComplete(parts)) return totalOf(parts)
  await setSiteCounts(docstore)
  return totalOf(await read())
}

/** Whether the comments of the whole site are counted. A server counts them when somebody first asks for the counts. */
export async function areSiteCountsMade(docstore: Docstore): Promise<boolean> {
  return isComplete(await partsOf(docstore).find({}).toArray())
}

/** What the parts should hold by the counts of discussions, and what they hold. */
export interface SiteComparison {
  readonly stored: StatusCounts
  readonly counted: StatusCounts
}

/**
 * Adds up the counts of all discussions, and stores the sums unless `write` is `false`. Posts meanwhile write to a
 * part, so that their transactions and this one can't both succeed.
 */
export function setSiteCounts(docstore: Docstore, { write = true } = {}): Promise<SiteComparison> {
  const parts = partsOf(docstore)
  return docstore.transaction(async session => {
    const stored = await parts.find({}, { session }).toArray()
    const counted = await sumsOfDiscussions(docstore, session)
    const right = IDS.map(id => ({ id, statuses: counted.get(id) ?? {}, complete: true }))
    if (write)
      await parts.bulkWrite(
        right.map(({ id, ...$set }) => ({ updateOne: { filter: { id }, update: { $set }, upsert: true } })),
        { session, ordered: false },
      )
    // Parts that are not complete yet hold no wrong counts: they are set when somebody first asks for them.
    return { stored: namedByPart(isComplete(stored) ? stored : right), counted: namedByPart(right) }
  })
}

async function sumsOfDiscussions(docstore: Docstore, session: Session): Promise<Map<string, StatusCounts>> {
  const assets = docstore.collection<Asset>('assets')
  let sums = new Map<string, StatusCounts>()
  for (let after = ''; ; ) {
    const page = await assets
      .find(
        { id: { $gt: after } },
        { session, sort: { id: 1 }, limit: PAGE, projection: { id: 1, 'comment_counts.statuses': 1 } },
      )
      .toArray()
    const steps = page.map(({ id, comment_counts: counts }) => ({ asset: id, statuses: counts?.statuses ?? {} }))
    sums = sumByPart(steps, sums)
    const last = page.at(-1)
    if (!last || page.length < PAGE) return sums
    after = last.id
  }
}

function sumByPart(steps: readonly SiteStep[], sums = new Map<string, StatusCounts>()): Map<string, StatusCounts> {
  for (const { asset, statuses } of steps) sums.set(partOf(asset), addStatuses(sums.get(partOf(asset)) ?? {}, statuses))
  return sums
}

export function addStatuses(sum: StatusCounts, more: StatusCounts): StatusCounts {
  const added = Object.entries(more).map(([status, count]) => [status, (sum[status] ?? 0) + count])
  return { ...sum, ...Object.fromEntries(added) }
}

const isComplete = (parts: readonly SitePart[]) => parts.filter(({ complete }) => complete).length === PARTS
const totalOf = (parts: readonly SitePart[]) =>
  parts.reduce<StatusCounts>((sum, { statuses }) => addStatuses(sum, statuses), {})
const namedByPart = (parts: readonly SitePart[]) =>
  Object.fromEntries(
    parts.flatMap(({ id, statuses }) =>
      Object.entries(statuses).map(([status, count]) => [`${id}.statuses.${status}`, count]),
    ),
  )
