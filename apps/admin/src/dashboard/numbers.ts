import type { AdminTranslator } from '../app/context.ts'

/** A share in percent; `null` of nothing. */
export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : (part / whole) * 100)

/** A share in words: `12.5 %`; empty of nothing. */
export function shareText({ lang }: Pick<AdminTranslator, 'lang'>, part: number, whole: number): string {
  if (whole === 0) return ''
  return new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: 1 }).format(part / whole)
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** An average of seconds in the unit that suits it: `2.5 hours`; `–` without one. */
export function spanText({ lang }: Pick<AdminTranslator, 'lang'>, seconds: number | null): string {
  if (seconds === null) return '–'
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? UNITS[3]
  const format = new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 })
  return format.format(seconds / size)
}

/** A day such as `2026-03-01` in words. Days are those of UTC. */
export function dayText({ lang }: Pick<AdminTranslator, 'lang'>, day: string, isShort = false): string {
  const options = isShort ? ({ day: 'numeric', month: 'short' } as const) : ({ dateStyle: 'medium' } as const)
  return new Intl.DateTimeFormat(lang, { ...options, timeZone: 'UTC' }).format(Date.parse(day))
}
