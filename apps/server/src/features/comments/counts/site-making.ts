import { type Docstore, isDuplicateKeyError } from '@platform/docstore'
import { PlatformError } from '@platform/plugin-sdk'
import { SEARCH } from '../../../paging/long-reads.ts'
import { oncePer } from '../../../runtime/once-per.ts'
import { withDeadline } from '../../../runtime/with-deadline.ts'
import { isComplete, partsOf, readSiteParts, type StatusCounts, totalOf } from './site.ts'
import { compareSiteCounts, type SiteComparison } from './site-comparison.ts'

/** How often the counts are compared when another process corrects them at the same time. */
const MOST_ATTEMPTS = 3

/** The part that gets what all parts together lack. Only their total is read. */
const CORRECTED = '0'

/**
 * Adds to the counts of the site what they lack in comparison with those of the discussions. A post moves both by the
 * same, so what they lack stays the same while comments are posted, from the comparison until it is added.
 *
 * @returns what was found
 */
export async function correctSiteCounts(docstore: Docstore): Promise<SiteComparison> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const compared = await compareSiteCounts(docstore)
    if (await add(docstore, compared)) return compared
  }
  throw beingCounted()
}

/** Adds it, unless the counts were corrected since the comparison. */
async function add(docstore: Docstore, { parts, stored, counted }: SiteComparison): Promise<boolean> {
  const { corrections } = parts.find(({ id }) => id === CORRECTED) ?? {}
  const lacking = Object.keys({ ...stored, ...counted }).flatMap(status => {
    const step = (counted[status] ?? 0) - (stored[status] ?? 0)
    return step === 0 ? [] : [[`statuses.${status}`, step] as const]
  })
  if (lacking.length === 0 && isComplete(parts)) return true
  try {
    const { matchedCount, upsertedCount } = await partsOf(docstore).updateOne(
      { id: CORRECTED, corrections: corrections ?? { $exists: false } },
      { $inc: { ...Object.fromEntries(lacking), corrections: 1 }, $set: { complete: true } },
      { upsert: corrections === undefined },
    )
    return matchedCount + upsertedCount > 0
  } catch (error) {
    // The part has been stored meanwhile.
    if (isDuplicateKeyError(error)) return false
    throw error
  }
}

/** The making that is at work, which all who need the counts share. */
const making = oncePer((_docstore: Docstore): { now?: Promise<void> | undefined } => ({}))

/** Makes the counts of the site, unless they are made; a site whose comments an earlier version stored has none. */
export async function makeSiteCounts(docstore: Docstore): Promise<void> {
  const shared = making(docstore)
  shared.now ??= make(docstore).finally(() => {
    shared.now = undefined
  })
  return shared.now
}

async function make(docstore: Docstore): Promise<void> {
  if (isComplete(await readSiteParts(docstore))) return
  await correctSiteCounts(docstore)
}

/**
 * The comments of the whole site, by status. When they are counted for the first time, this waits as long as for
 * another long read; the counting goes on for those who ask later.
 *
 * @throws PlatformError `UNAVAILABLE` when the counting takes longer
 */
export async function readSiteCounts(docstore: Docstore, patience: number = SEARCH.maxTimeMS): Promise<StatusCounts> {
  const parts = await readSiteParts(docstore)
  if (isComplete(parts)) return totalOf(parts)
  await withDeadline(makeSiteCounts(docstore), patience, () => {
    throw beingCounted()
  })
  return totalOf(await readSiteParts(docstore))
}

const beingCounted = () =>
  new PlatformError('UNAVAILABLE', 'The comments of this site are being counted; try again in a moment', {
    status: 503,
  })
