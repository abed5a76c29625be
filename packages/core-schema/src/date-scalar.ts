import { GraphQLError, GraphQLScalarType, Kind } from 'graphql'
import { badInput } from './bad-input.ts'

const EXPECTED = 'Date takes an ISO-8601 string such as "2024-05-31" or "2024-05-31T12:30:00.000Z"'
const ISO_8601 = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}):\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/

/**
 * The scalar `Date`: a moment. Resolvers see a `Date`, clients an ISO-8601 string in UTC.
 *
 * Input is strict: a calendar day (midnight UTC) or a day and time with its zone; a day that does not
 * exist, a missing zone, a year outside 0000-9999 or another kind of value is a GraphQL error with the
 * code `BAD_USER_INPUT`. Output accepts a `Date`, epoch milliseconds and the input format (events carry
 * dates as text); anything else is an error of the server.
 *
 * @example
 * makeExecutableSchema({ typeDefs, resolvers: { Date: DateScalar } })
 */
export const DateScalar = new GraphQLScalarType<Date, string>({
  name: 'Date',
  description:
    'A moment, as ISO-8601 text. Output is UTC with milliseconds: `2024-05-31T12:30:00.000Z`. Input also takes ' +
    'another zone (`+02:00`) or a day alone, which means midnight UTC; text without a zone is refused.',
  coerceOutputValue(value) {
    const date = dateFrom(value)
    if (date === undefined || Number.isNaN(date.getTime()))
      throw new GraphQLError('Date cannot represent a value that is no date')
    return date.toISOString()
  },
  coerceInputValue(value) {
    const date = typeof value === 'string' ? parseIsoDate(value) : undefined
    if (date === undefined) throw badInput(EXPECTED)
    return date
  },
  coerceInputLiteral(node) {
    const date = node.kind === Kind.STRING ? parseIsoDate(node.value) : undefined
    if (date === undefined) throw badInput(EXPECTED, node)
    return date
  },
})

function dateFrom(value: unknown): Date | undefined {
  if (value instanceof Date) return value
  if (typeof value === 'number') return new Date(value)
  return typeof value === 'string' ? parseIsoDate(value) : undefined
}

function parseIsoDate(text: string): Date | undefined {
  const [matched, day, hour] = ISO_8601.exec(text) ?? []
  // `Date` itself rolls 30 February over to March and reads 24:00 as the next day.
  if (matched === undefined || day === undefined || hour === '24' || !isRealDay(day)) return undefined
  const date = new Date(matched)
  return Number.isNaN(date.getTime()) ? undefined : date
}

function isRealDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00.000Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
}
