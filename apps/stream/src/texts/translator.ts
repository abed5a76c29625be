import type { TextName, Texts } from './en.ts'

type Values = Readonly<Record<string, string | number>>
/** A text without its plural form: `replies` of `replies_one` and `replies_other`. */
type PluralName<Name extends string> = Name extends `${infer Base}_one` ? Base : never

/** The texts and numbers of one language. */
export interface Translator<Name extends string> {
  readonly lang: string
  /** A text with its values. */
  text(name: Name, values?: Values): string
  /** A text with a number, in the form that the language has for that number. */
  counted(name: PluralName<Name>, count: number): string
  number(value: number): string
}

/** The texts, numbers and times of the stream in one language. */
export interface StreamTranslator extends Translator<TextName> {
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

/** Languages that are written from right to left. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur'])

/** The direction in which a language is written. */
export function directionOf(lang: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(lang) ? 'rtl' : 'ltr'
}

/**
 * Makes the texts of a language usable, those of the stream and those of the platform's own pages.
 *
 * @example
 * createTranslator('en', { greeting: 'Hello {name}' }).text('greeting', { name: 'Ada' }) // 'Hello Ada'
 */
export function createTranslator<Name extends string>(
  lang: string,
  texts: Readonly<Record<Name, string>>,
): Translator<Name> {
  const plurals = new Intl.PluralRules(lang)
  const numbers = new Intl.NumberFormat(lang)
  const forms: Readonly<Record<string, string>> = texts
  const fill = (text: string, values: Values) =>
    text.replace(/\{(\w+)\}/g, (place, name: string) => {
      const value = values[name]
      return typeof value === 'number' ? numbers.format(value) : (value ?? place)
    })
  return {
    lang,
    text: (name, values = {}) => fill(texts[name], values),
    counted: (name, count) =>
      fill(forms[`${name}_${plurals.select(count)}`] ?? forms[`${name}_other`] ?? '', { count }),
    number: value => numbers.format(value),
  }
}

export function createStreamTranslator(lang: string, texts: Texts): StreamTranslator {
  const relative = new Intl.RelativeTimeFormat(lang, { numeric: 'auto' })
  return {
    ...createTranslator(lang, texts),
    ago(time, now) {
      const seconds = Math.max(0, (now - time) / 1_000)
      if (seconds < 60) return texts.now
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
