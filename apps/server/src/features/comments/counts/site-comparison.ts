import { COMMENT_STATUSES } from '@platform/core-schema/enums'
import type { Docstore } from '@platform/docstore'
import type { Asset } from '@platform/plugin-sdk'
import { RECOUNT } from '../../../paging/long-reads.ts'
import { partsOf, type SitePart, type StatusCounts, siteCountsIndexes, totalOf } from './site.ts'

/** The stored parts, and the sums of the counts of all discussions at the same time. */
export interface SiteComparison {
  readonly parts: readonly SitePart[]
  readonly stored: StatusCounts
  readonly counted: StatusCounts
}

/** One document with the sums; none when there is no discussion. */
const SUMS = {
  $group: {
    _id: null,
    ...Object.fromEntries(COMMENT_STATUSES.map(status => [status, { $sum: `$comment_counts.statuses.${status}` }])),
  },
}

/**
 * Compares the counts of the site with those of its discussions, all of one time. It keeps no writer waiting, however
 * many discussions there are.
 */
export async function compareSiteCounts(docstore: Docstore): Promise<SiteComparison> {
  const { parts, sums } = await (docstore.kind === 'mongodb' ? readInTransaction(docstore) : readTogether(docstore))
  const { _id, ...counted } = sums ?? { _id: null }
  return { parts, stored: totalOf(parts), counted }
}

interface Read {
  readonly parts: readonly SitePart[]
  readonly sums: Sums | undefined
}

type Sums = { readonly _id: null } & StatusCounts

/** A transaction of MongoDB that only reads has a snapshot, and is in nobody's way. */
function readInTransaction(docstore: Docstore): Promise<Read> {
  return docstore.transaction(async session => {
    const options = { ...RECOUNT, session }
    const [sums] = await docstore.collection<Asset>('assets').aggregate<Sums>([SUMS], options).toArray()
    return { parts: await partsOf(docstore).find({}, options).toArray(), sums }
  })
}

/** The embedded store has one transaction at a time, but a pipeline reads one state of the file. */
async function readTogether(docstore: Docstore): Promise<Read> {
  const found = await docstore
    .collection<Asset>('assets')
    .aggregate<Sums | SitePart>([SUMS, { $unionWith: siteCountsIndexes.collection }], RECOUNT)
    .toArray()
  const isPart = (one: Sums | SitePart): one is SitePart => 'id' in one
  return { parts: found.filter(isPart), sums: found.find(one => !isPart(one)) as Sums | undefined }
}
