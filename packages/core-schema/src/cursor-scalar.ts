import type { ConstValueNode } from 'graphql'
import { GraphQLError, GraphQLScalarType, Kind } from 'graphql'
import { badInput } from './bad-input.ts'

/**
 * Longest cursor, in bytes of UTF-8.
 *
 * @example
 * const isTooLong = Buffer.byteLength(cursor) > MAX_CURSOR_BYTES
 */
export const MAX_CURSOR_BYTES = 1024

const EXPECTED = `Cursor takes a text of at most ${MAX_CURSOR_BYTES} bytes or an integer from 0, as a page returned it`

/**
 * The scalar `Cursor`: a place in a list, opaque to clients.
 *
 * The sort that made a cursor decides about its content. So a text stays a text and an integer stays a number, in
 * variables and in literals, because plugins add to offsets. Other values, a negative number and a text longer than
 * {@link MAX_CURSOR_BYTES} are GraphQL errors with the code `BAD_USER_INPUT`. Output also accepts a `Date`.
 *
 * @example
 * makeExecutableSchema({ typeDefs, resolvers: { Cursor: CursorScalar } })
 */
export const CursorScalar = new GraphQLScalarType<string | number, string | number>({
  name: 'Cursor',
  description:
    'A place in a list. Opaque: pass `endCursor` of one page as `cursor` of the next, with the same sort and ' +
    'filters, and do not invent one. Text or an integer of at most 1 KiB.',
  coerceOutputValue(value) {
    if (typeof value === 'string') return value
    if (typeof value === 'number' && Number.isFinite(value)) return value
    if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString()
    throw new GraphQLError('Cursor cannot represent a value that is neither text, nor a number, nor a date')
  },
  coerceInputValue(value) {
    const cursor = parseCursor(value)
    if (cursor === undefined) throw badInput(EXPECTED)
    return cursor
  },
  coerceInputLiteral(node) {
    const cursor = parseCursor(literalValue(node))
    if (cursor === undefined) throw badInput(EXPECTED, node)
    return cursor
  },
})

function parseCursor(value: unknown): string | number | undefined {
  if (typeof value === 'string' && Buffer.byteLength(value) <= MAX_CURSOR_BYTES) return value
  // Beyond the safe integers two offsets could be the same number. Minus zero becomes zero.
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value + 0
  return undefined
}

function literalValue(node: ConstValueNode): unknown {
  if (node.kind === Kind.STRING) return node.value
  return node.kind === Kind.INT ? Number(node.value) : undefined
}
