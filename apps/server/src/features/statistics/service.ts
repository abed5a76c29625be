import type { Docstore } from '@platform/docstore'
import { refusedField } from '../../input/invalid-input.ts'
import { SEARCH } from '../../paging/long-reads.ts'
import { COUNTS, type DailyCounts, dailyCountsIndexes, dayOf } from '../comments/counts/daily.ts'
import { MODERATOR_COUNTS, type ModeratorCounts, moderatorCountsIndexes } from '../comments/counts/moderators.ts'

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
  /** `null` for one discussion, because decisions are counted for the whole site. */
  readonly moderators: readonly ModeratorStatistics[] | null
}

/** What a moderator decided in a period. */
export type ModeratorStatistics = Pick<ModeratorCounts, 'moderator_id'> &
  Readonly<Record<(typeof MODERATOR_COUNTS)[number], number>>

/** The statistics of the dashboard, from the counters that are kept with the comments. */
export interface StatisticsService {
  /** @throws BadUserInputError for a period that is too long, or ends before it begins */
  of(period: Period): Promise<PeriodStatistics>
}

const DAY = 86_400_000
const MOST_DAYS = 366
const BUSIEST = 10
const MOST_MODERATORS = 50

const SUMS = Object.fromEntries(COUNTS.map(name => [name, { $sum: `$${name}` }]))

export function createStatistics({ docstore }: { docstore: Docstore }): StatisticsService {
  const counts = docstore.collection<DailyCounts>(dailyCountsIndexes.collection)
  const decisions = docstore.collection<ModeratorCounts>(moderatorCountsIndexes.collection)

  /** What each moderator decided, those with the most decisions first. */
  async function moderatorsOf(day: object): Promise<ModeratorStatistics[]> {
    const sums = Object.fromEntries(MODERATOR_COUNTS.map(name => [name, { $sum: `$${name}` }]))
    const found = await decisions
      .aggregate<{ _id: string } & ModeratorStatistics>(
        [{ $match: { day } }, { $group: { _id: '$moderator_id', ...sums } }],
        SEARCH,
      )
      .toArray()
    const total = ({ approved, rejected, other }: ModeratorStatistics) => approved + rejected + other
    return found
      .map(({ _id, ...each }) => ({ ...each, moderator_id: _id }))
      .sort((one, other) => total(other) - total(one) || (one.moderator_id < other.moderator_id ? -1 : 1))
      .slice(0, MOST_MODERATORS)
  }

  return {
    async of({ from, to, asset_id: asset }) {
      const names = daysOf(from, to)
      const day = { $gte: names[0] ?? '', $lte: names.at(-1) ?? '' }
      const $match = { day, ...(asset ? { asset_id: asset } : {}) }
      const [[{ byDay, busiest } = NOTHING], moderators] = await Promise.all([
        counts.aggregate<Facets>([{ $match }, FACETS], SEARCH).toArray(),
        asset ? null : moderatorsOf(day),
      ])
      const found = new Map(byDay.map(day => [day._id, countsOf(day)]))
      const days = names.map(day => ({ day, counts: found.get(day) ?? countsOf({}) }))
      return {
        days,
        total: countsOf(Object.fromEntries(COUNTS.map(name => [name, sum(days.map(day => day.counts[name]))]))),
        busiest: busiest.map(one => ({ asset_id: one._id, counts: countsOf(one) })),
        moderators,
      }
    },
  }
}

type Summed = Partial<Counts> & { readonly _id: string }

interface Facets {
  readonly byDay: readonly Summed[]
  readonly busiest: readonly Summed[]
}

const NOTHING: Facets = { byDay: [], busiest: [] }

/** The sums of each day and of the busiest discussions, in one pass: a busy site has many counts. */
const FACETS = {
  $facet: {
    byDay: [{ $group: { _id: '$day', ...SUMS } }],
    busiest: [
      { $group: { _id: '$asset_id', ...SUMS } },
      { $match: { comments: { $gt: 0 } } },
      { $sort: { comments: -1, _id: 1 } },
      { $limit: BUSIEST },
    ],
  },
}

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
