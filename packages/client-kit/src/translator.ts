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

/** Languages that are written from right to left. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur'])

/** The direction in which a language is written. */
export function directionOf(lang: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(lang) ? 'rtl' : 'ltr'
}

/**
 * Makes the texts of a language usable, those of the clients and those of the platform's own pages.
 *
 * @example
 * createTranslator('en', { greeting: 'Hello {name}' }).text('greeting', { name: 'Ada' }) // 'Hello Ada'
 */
export function createTranslator<Name extends string>(
  lang: string,
  texts: Readonly<Record<Name, string>>,
): Translator<Name> {
  // Made when they are first used: the first one of a process takes a megabyte.
  let plurals: Intl.PluralRules | undefined
  let numbers: Intl.NumberFormat | undefined
  const forms: Readonly<Record<string, string>> = texts
  const number = (value: number) => {
    numbers ??= new Intl.NumberFormat(lang)
    return numbers.format(value)
  }
  const formOf = (count: number) => {
    plurals ??= new Intl.PluralRules(lang)
    return plurals.select(count)
  }
  const fill = (text: string, values: Values) =>
    text.replace(/\{(\w+)\}/g, (place, name: string) => {
      const value = values[name]
      return typeof value === 'number' ? number(value) : (value ?? place)
    })
  return {
    lang,
    text: (name, values = {}) => fill(texts[name], values),
    counted: (name, count) => fill(forms[`${name}_${formOf(count)}`] ?? forms[`${name}_other`] ?? '', { count }),
    number,
  }
}
