import type { z } from 'zod'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

/** The name of each type in a message. */
const WANTED: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  record: 'an object',
  object: 'an object',
  map: 'an object',
  date: 'a time',
  null: 'null',
  undefined: 'nothing',
}
const FORMATS: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  url: 'an absolute address such as https://news.example/page',
  uuid: 'a UUID',
  datetime: 'an ISO 8601 time with its zone, such as 2026-03-01T12:00:00Z',
  date: 'a date such as 2026-03-01',
}
/** The unit in which the size of a value is counted. */
const COUNTED: Readonly<Record<string, string>> = {
  string: 'character',
  array: 'entry',
  set: 'entry',
  map: 'entry',
  record: 'field',
  object: 'field',
}

/**
 * Writes the message of a schema's rule that has none of its own: what is wrong, and what to give instead. Zod's own
 * messages name its types, which users do not know. Pass this function to `safeParse` as `error`.
 *
 * @example
 * z.object({ name: z.string().max(5) }).safeParse({ name: 7 }, { error: wording }) // name: 'give a text, not a number'
 */
export function wording(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return wanted(WANTED[issue.expected] ?? 'another kind of value', issue.input)
    case 'invalid_value':
      return wanted(
        issue.values.length === 1 ? shown(issue.values[0]) : `one of ${issue.values.map(shown).join(', ')}`,
        typeof issue.input === 'string' ? undefined : issue.input,
      )
    case 'invalid_format':
      return `give ${FORMATS[issue.format] ?? 'a text of the right form'}`
    case 'invalid_union':
      return issue.errors.flat().at(-1)?.message ?? 'give another kind of value'
    case 'too_big':
      return issue.origin in COUNTED
        ? `has more than ${counted(issue.maximum, issue.origin)}`
        : `give ${issue.inclusive === false ? 'less than' : 'at most'} ${amount(issue.maximum, issue.origin)}`
    case 'too_small':
      return issue.origin in COUNTED
        ? tooFew(issue.minimum, issue.origin)
        : `give ${issue.inclusive === false ? 'more than' : 'at least'} ${amount(issue.minimum, issue.origin)}`
    case 'not_multiple_of':
      return `give a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return `there is no such field: ${issue.keys
        .slice(0, 20)
        .map(key => key.slice(0, 100))
        .join(', ')}`
    case 'invalid_key':
      return issue.issues[0]?.message ?? 'has a field with a name that is not allowed'
    default:
      return 'give another value'
  }
}

function wanted(what: string, input: unknown): string {
  return input === undefined || input instanceof Date ? `give ${what}` : `give ${what}, not ${kindOf(input)}`
}

function kindOf(input: unknown): string {
  if (input === null) return 'null'
  if (Array.isArray(input)) return 'a list'
  if (typeof input === 'number' && !Number.isFinite(input)) return 'that'
  return (
    { string: 'a text', number: 'a number', boolean: 'true or false', object: 'an object' }[typeof input as string] ??
    'that'
  )
}

function shown(value: unknown): string {
  return value === '' ? 'an empty text' : String(value)
}

function counted(number: number | bigint, origin: string): string {
  const one = COUNTED[origin] ?? 'entry'
  return `${number.toLocaleString('en')} ${Number(number) === 1 ? one : one === 'entry' ? 'entries' : `${one}s`}`
}

function tooFew(least: number | bigint, origin: string): string {
  return Number(least) === 1 ? 'is empty' : `has less than ${counted(least, origin)}`
}

function amount(bound: number | bigint, origin: string): string {
  return origin === 'date' ? new Date(Number(bound)).toISOString() : bound.toLocaleString('en')
}
