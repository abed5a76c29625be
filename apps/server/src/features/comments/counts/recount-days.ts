import type { Docstore, Session } from '@platform/docstore'
import type { Asset, Comment } from '@platform/plugin-sdk'
import type { Clock } from '../../../runtime/clock.ts'
import { EVER } from '../../assets/model.ts'
import { PAGE, pagesOfComments } from './comment-pages.ts'
import { COUNTS, countedAs, type DailyCounts, dailyCountsIndexes, dayOf } from './daily.ts'

const DAY = 86_400_000

interface Dependencies {
  readonly docstore: Docstore
  readonly clock: Clock
}

/**
 * Counts the comments of every day anew, from the comments themselves. The days of a discussion are counted in
 * transactions, some of them together, so the counts are right while comments are written and no transaction is long.
 *
 * @returns after each discussion, how many days of it have been counted
 */
export async function* recountDays({ docstore, clock }: Dependencies): AsyncIterable<number> {
  const assets = docstore.collection<Asset>('assets')
  for (let after = ''; ; ) {
    const page = await assets
      .find({ id: { $gt: after } }, { sort: { id: 1 }, limit: PAGE, projection: { id: 1 } })
      .toArray()
    for (const { id } of page) yield await recountDiscussion({ docstore, clock }, id)
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = last.id
  }
}

async function recountDiscussion({ docstore, clock }: Dependencies, assetId: string): Promise<number> {
  let days = 0
  for (let from: Date | null = EVER; from !== null; ) {
    const start: Date = from
    const step = await docstore.transaction(async session => {
      // A comment that is posted meanwhile writes to the discussion, too, so that both transactions can't succeed.
      const update = { $set: { updated_at: clock.now() } }
      await docstore.collection<Asset>('assets').updateOne({ id: assetId }, update, { session })
      return recountFrom(docstore, { assetId, start }, session)
    })
    days += step.days
    from = step.next
  }
  return days
}

interface Start {
  readonly assetId: string
  /** The beginning of the first day that is counted. */
  readonly start: Date
}

interface Step {
  readonly days: number
  /** The beginning of the day that is counted next; `null` at the end. */
  readonly next: Date | null
}

/** Counts the days on which the next few hundred comments were written. */
async function recountFrom(docstore: Docstore, { assetId, start }: Start, session: Session): Promise<Step> {
  const counts = docstore.collection<DailyCounts>(dailyCountsIndexes.collection)
  const next = await dayAfter(docstore, { assetId, start }, session)
  const days = new Map<string, DailyCounts>()
  const filter = { asset_id: assetId, created_at: { $gte: start, ...(next ? { $lt: next } : {}) } }
  const fields = ['asset_id', 'status', 'status_history', 'source'] as const
  for await (const page of pagesOfComments(docstore, { filter, fields, session }))
    for (const comment of page) add(days, { assetId, day: dayOf(comment.created_at) }, countedAs(comment))
  const counted = [...days.values()].filter(day => COUNTS.some(name => day[name] !== 0))
  const day = { $gte: dayOf(start), ...(next ? { $lt: dayOf(next) } : {}) }
  await counts.deleteMany({ asset_id: assetId, day }, { session })
  if (counted.length > 0) await counts.insertMany(counted, { session })
  return { days: counted.length, next }
}

/** The end of the day on which the last of the next comments was written; `null` when there are not that many. */
async function dayAfter(docstore: Docstore, { assetId, start }: Start, session: Session): Promise<Date | null> {
  const far = await docstore
    .collection<Comment>('comments')
    .findOne(
      { asset_id: assetId, created_at: { $gte: start } },
      { session, sort: { created_at: 1, id: 1 }, skip: PAGE, projection: { created_at: 1 } },
    )
  return far && new Date(Date.parse(dayOf(far.created_at)) + DAY)
}

function add(
  days: Map<string, DailyCounts>,
  { assetId, day }: { readonly assetId: string; readonly day: string },
  counted: ReturnType<typeof countedAs>,
): void {
  const nothing = { comments: 0, held: 0, rejected: 0, decided: 0, decision_seconds: 0 }
  const sum = days.get(day) ?? { asset_id: assetId, day, ...nothing }
  days.set(day, { ...sum, ...Object.fromEntries(COUNTS.map(name => [name, sum[name] + counted[name]])) })
}
