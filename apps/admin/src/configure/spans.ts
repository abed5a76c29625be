const SECONDS = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400, weeks: 604_800 } as const

/** A unit of time; each is a text of the panel, too. */
export type SpanUnit = keyof typeof SECONDS

export const SPAN_UNITS = Object.keys(SECONDS) as readonly SpanUnit[]

/** How many of a unit some seconds are, to three digits behind the point. */
export const countOf = (seconds: number, unit: SpanUnit): number =>
  Math.round((seconds / SECONDS[unit]) * 1_000) / 1_000

export const secondsOf = (count: number, unit: SpanUnit): number => Math.round(count * SECONDS[unit])

/** The longest of some units in which a span is a whole number; the shortest one otherwise. */
export const unitOf = (seconds: number | null, units: readonly SpanUnit[] = SPAN_UNITS): SpanUnit =>
  units.findLast(unit => seconds !== null && seconds > 0 && seconds % SECONDS[unit] === 0) ?? units[0]!

/**
 * A span in words, in the longest unit that shows it exactly.
 *
 * @example
 * spanText('en', 7_200) // '2 hours'
 */
export function spanText(lang: string, seconds: number): string {
  const unit = unitOf(seconds)
  const words = new Intl.NumberFormat(lang, { style: 'unit', unit: unit.slice(0, -1), unitDisplay: 'long' })
  return words.format(countOf(seconds, unit))
}
