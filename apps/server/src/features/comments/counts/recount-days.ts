import type { Docstore } from '@platform/docstore'
import type { Asset, Comment } from '@platform/plugin-sdk'
import type { Clock } from '../../../runtime/clock.ts'
import { COUNTS, countedAs, type DailyCounted, type DailyCounts, dailyCountsIndexes, dayOf } from './daily.ts'

/** The number of discussions that are read together, and of comments. */
const PAGE = 500

interface Dependencies {
  readonly docstore: Docstore
  readonly clock: Clock
}

/**
 * Counts the comments of every day anew, from the comments themselves. Each discussion is counted in a transaction, so
 * the counts are right while comments are written.
 *
 * @returns after each discussion, how many days of it have been counted
 */
export async function* recountDays({ docstore, clock }: Dependencies): AsyncIterable<number> {
  const assets = docstore.collection<Asset>('assets')
  for (let after = ''; ; ) {
    const page = await assets
      .find({ id: { $gt: after } }, { sort: { id: 1 }, limit: PAGE, projection: { id: 1 } })
      .toArray()
    for (const { id } of page) yield await recountDiscussion(docstore, id, clock.now())
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = last.id
  }
}

function recountDiscussion(docstore: Docstore, asset_id: string, now: Date): Promise<number> {
  const counts = docstore.collection<DailyCounts>(dailyCountsIndexes.collection)
  return docstore.transaction(async session => {
    // A comment that is posted meanwhile writes to the discussion, so its transaction and this one can't both succeed.
    await docstore.collection<Asset>('assets').updateOne({ id: asset_id }, { $set: { updated_at: now } }, { session })
    const days = new Map<string, DailyCounts>()
    const comments = docstore
      .collection<Comment>('comments')
      .find(
        { asset_id },
        { session, projection: { asset_id: 1, created_at: 1, status: 1, status_history: 1, source: 1 } },
      )
    for await (const comment of comments as AsyncIterable<DailyCounted>) {
      const day = dayOf(comment.created_at)
      const counted = countedAs(comment)
      const sum = days.get(day) ?? { asset_id, day, comments: 0, held: 0, rejected: 0, decided: 0, decision_seconds: 0 }
      days.set(day, { ...sum, ...Object.fromEntries(COUNTS.map(name => [name, sum[name] + counted[name]])) })
    }
    const counted = [...days.values()].filter(day => COUNTS.some(name => day[name] !== 0))
    await counts.deleteMany({ asset_id }, { session })
    if (counted.length > 0) await counts.insertMany(counted, { session })
    return counted.length
  })
}
