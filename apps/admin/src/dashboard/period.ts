import { useLocation } from 'preact-iso'
import { useAdmin } from '../app/context.ts'

const DAY = 86_400_000
/** The periods to choose from, in days; each is a text of the panel, too. */
export const PERIODS = { week: 7, month: 30, quarter: 91, year: 365 } as const
export type PeriodName = keyof typeof PERIODS
/** The most days that the server counts at once. */
const MOST_DAYS = 366

/** Which days are shown, as dates such as `2026-03-01`, and of which discussion. */
export interface Chosen {
  readonly from: string
  readonly to: string
  /** The name of a period that ends today; `null` for other days. */
  readonly period: PeriodName | null
  readonly asset: string | null
}

/** What is shown stands in the address, so that a page that is loaded again or sent to somebody shows the same. */
export function useChosen(): readonly [Chosen, (changes: Partial<Chosen>) => void] {
  const { now, path } = useAdmin()
  const { query, route } = useLocation()
  const today = dateOf(now.value)
  const named = Object.keys(PERIODS).find(name => name === query['period']) as PeriodName | undefined
  const own = named === undefined && isDate(query['from']) && isDate(query['to'])
  const period = own ? null : (named ?? 'month')
  const chosen: Chosen = {
    ...(period === null ? inOrder(query['from']!, query['to']!) : { from: startOf(period, today), to: today }),
    period,
    asset: query['asset'] || null,
  }
  const choose = (changes: Partial<Chosen>) => {
    const next = { ...chosen, ...changes }
    const given = {
      ...(next.period ? { period: next.period } : { from: next.from, to: next.to }),
      ...(next.asset ? { asset: next.asset } : {}),
    }
    route(path(`/dashboard?${new URLSearchParams(given)}`), true)
  }
  return [chosen, choose]
}

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10)
const startOf = (period: PeriodName, today: string) => dateOf(Date.parse(today) - (PERIODS[period] - 1) * DAY)
const isDate = (text: string | undefined) => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') && !Number.isNaN(Date.parse(text!))

/** Two days in their order, and no further apart than the server counts. */
function inOrder(one: string, other: string): { readonly from: string; readonly to: string } {
  const [from, to] = one < other ? [one, other] : [other, one]
  const earliest = dateOf(Date.parse(to) - (MOST_DAYS - 1) * DAY)
  return { from: [from, earliest].toSorted()[1]!, to }
}
