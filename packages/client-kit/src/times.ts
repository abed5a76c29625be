/** Times and spans in one language. */
export interface Times {
  /** A time seen from another one: `5 minutes ago`. Both are milliseconds. */
  ago(time: number, now: number): string
  /** A span of milliseconds, as `4:05` below an hour, else in hours or days. */
  duration(milliseconds: number): string
  /** A span of milliseconds in minutes, hours or days, rounded up. */
  span(milliseconds: number): string
  /** A time in full, in the reader's time zone. */
  exact(time: number): string
}

const STEPS: readonly (readonly [limit: number, unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  [60 * 60, 'minute', 60],
  [24 * 60 * 60, 'hour', 60 * 60],
  [14 * 24 * 60 * 60, 'day', 24 * 60 * 60],
  [60 * 24 * 60 * 60, 'week', 7 * 24 * 60 * 60],
  [365 * 24 * 60 * 60, 'month', 30.44 * 24 * 60 * 60],
  [Number.POSITIVE_INFINITY, 'year', 365.25 * 24 * 60 * 60],
]

/**
 * Makes the times of a language.
 *
 * @param now - the word for less than a minute ago.
 * @example
 * createTimes('en', 'now').ago(0, 5 * 60_000) // '5 minutes ago'
 */
export function createTimes(lang: string, now: string): Times {
  const relative = new Intl.RelativeTimeFormat(lang, { numeric: 'auto' })
  return {
    ago(time, from) {
      const seconds = Math.max(0, (from - time) / 1_000)
      if (seconds < 60) return now
      const [, unit, size] = STEPS.find(([limit]) => seconds < limit) ?? STEPS[STEPS.length - 1]!
      return relative.format(-Math.max(1, Math.floor(seconds / size)), unit)
    },
    duration(milliseconds) {
      const seconds = Math.ceil(milliseconds / 1_000)
      if (seconds < 60 * 60) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
      const hours = Math.floor(seconds / 3_600)
      const [unit, count] = hours < 48 ? ['hour', hours] : ['day', Math.floor(hours / 24)]
      return new Intl.NumberFormat(lang, { style: 'unit', unit: String(unit), unitDisplay: 'long' }).format(
        Number(count),
      )
    },
    span(milliseconds) {
      const minutes = Math.ceil(milliseconds / 60_000)
      const hours = Math.ceil(minutes / 60)
      const [unit, count] =
        minutes <= 60 ? ['minute', minutes] : hours < 48 ? ['hour', hours] : ['day', Math.ceil(hours / 24)]
      return new Intl.NumberFormat(lang, { style: 'unit', unit: String(unit), unitDisplay: 'long' }).format(
        Number(count),
      )
    },
    exact: time => new Intl.DateTimeFormat(lang, { dateStyle: 'full', timeStyle: 'short' }).format(time),
  }
}
