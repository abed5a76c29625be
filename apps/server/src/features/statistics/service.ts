import type { Docstore } from '@platform/docstore'
import { refusedField } from '../../input/invalid-input.ts'
import { COUNTS, type DailyCounts, dailyCountsIndexes, dayOf } from '../comments/counts/daily.ts'

export type Counts = Readonly<Record<(typeof COUNTS)[number], number>>

/** Which days, and of which discussion; `null` for the whole site. */
export interface Period {
  readonly from: Date
  readonly to: Date
  readonly asset_id?: string | null
}

export interface PeriodStatistics {
  readonly days: readonly { readonly day: string; readonly counts: Counts }[]
  readonly total: Counts
  readonly busiest: readonly { readonly asset_id: string; readonly counts: Counts }[]
}

/** The statistics of the dashboard, from the counters that are kept with the comments. */
export interface StatisticsService {
  /** @throws BadUserInputError for a period that is too long, or ends before it begins */
  of(period: Period): Promise<PeriodStatistics>
}

const DAY = 86_400_000
const MOST_DAYS = 366
const BUSIEST = 10

const SUMS = Object.fromEntries(COUNTS.map(name => [name, { $sum: `$${name}` }]))

export function createStatistics({ docstore }: { docstore: Docstore }): StatisticsService {
  const counts = docstore.collection<DailyCounts>(dailyCountsIndexes.collection)
  return {
    async of({ from, to, asset_id: asset }) {
      const names = daysOf(from, to)
      const $match = { day: { $gte: names[0] ?? '', $lte: names.at(-1) ?? '' }, ...(asset ? { asset_id: asset } : {}) }
      const [byDay, busiest] = await Promise.all([
        counts.aggregate<Summed>([{ $match }, { $group: { _id: '$day', ...SUMS } }]).toArray(),
        counts
          .aggregate<Summed>([
            { $match },
            { $group: { _id: '$asset_id', ...SUMS } },
            { $match: { comments: { $gt: 0 } } },
            { $sort: { comments: -1, _id: 1 } },
            { $limit: BUSIEST },
          ])
          .toArray(),
      ])
      const found = new Map(byDay.map(day => [day._id, countsOf(day)]))
      const days = names.map(day => ({ day, counts: found.get(day) ?? countsOf({}) }))
      return {
        days,
        total: countsOf(Object.fromEntries(COUNTS.map(name => [name, sum(days.map(day => day.counts[name]))]))),
        busiest: busiest.map(one => ({ asset_id: one._id, counts: countsOf(one) })),
      }
    },
  }
}

type Summed = Partial<Counts> & { readonly _id: string }

/** Comments of older servers were not counted, so a count of them may go below 0 until it is made anew. */
function countsOf(summed: Partial<Counts>): Counts {
  return Object.fromEntries(COUNTS.map(name => [name, Math.max(0, summed[name] ?? 0)])) as Counts
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** Every day from one time to another. */
function daysOf(from: Date, to: Date): string[] {
  const [first, last] = [Date.parse(dayOf(from)), Date.parse(dayOf(to))]
  const length = (last - first) / DAY + 1
  if (length < 1) throw refusedField('to', 'give a day that is not before the first one')
  if (length > MOST_DAYS) throw refusedField('to', `give at most ${MOST_DAYS} days`)
  return Array.from({ length }, (_, number) => dayOf(new Date(first + number * DAY)))
}
