import { compareValues, isEqualValue, typeRank } from './compare.ts'
import { invalidFilter, operandOf } from './operands.ts'
import { MISSING } from './path.ts'
import { type Test, typeTest } from './value-types.ts'

/** An operator that compares one value. */
export interface Comparison {
  /** Makes the test, and checks the operand. @throws DocstoreError `DOCSTORE_FILTER_INVALID` */
  readonly test: (operand: unknown) => Test
  /** Whether a list passes by one of its elements, too. */
  readonly elements: boolean
}

const ofElements = (test: Comparison['test']): Comparison => ({ test, elements: true })

/** Makes a comparison that is true only for values of the operand's type. */
const ordered = (operator: string, holds: (order: number) => boolean): Comparison =>
  ofElements(given => {
    const operand = operandOf(given)
    if (operand instanceof RegExp) throw invalidFilter(`${operator} can't compare with a regular expression`)
    // `NaN` is in no order, but it equals itself.
    if (Object.is(operand, Number.NaN)) return value => Number.isNaN(value) && holds(0)
    const rank = typeRank(operand)
    return value => typeRank(value) === rank && holds(compareValues(value, operand))
  })

function isIn(given: unknown): Test {
  if (!Array.isArray(given)) throw invalidFilter('$in and $nin need an array')
  const operand = operandOf(given) as unknown[]
  const nested = operand.find(candidate => isOperators(candidate))
  if (nested) throw invalidFilter(`$in and $nin can't have ${Object.keys(nested as object)[0]} in their arrays`)
  const patterns = operand.filter(candidate => candidate instanceof RegExp).map(steady)
  const simple = new Set<unknown>(
    operand.filter(candidate => typeof candidate === 'string' || typeof candidate === 'number'),
  )
  const others = operand.filter(candidate => !simple.has(candidate) && !(candidate instanceof RegExp))
  return value =>
    simple.has(value) ||
    others.some(candidate => isEqualValue(value, candidate)) ||
    (typeof value === 'string' && patterns.some(pattern => pattern.test(value)))
}

function isOperators(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.keys(value)[0]?.startsWith('$') ?? false
}

/** A pattern without the flags by which JavaScript begins a search where the last one ended. */
function steady(pattern: RegExp): RegExp {
  return pattern.global || pattern.sticky ? new RegExp(pattern, pattern.flags.replace(/[gy]/g, '')) : pattern
}

/** Makes the test of `$regex`, with its `$options`. */
export function patternTest(given: unknown, options?: unknown): Test {
  if (!(given instanceof RegExp) && typeof given !== 'string')
    throw invalidFilter('$regex needs a text or a regular expression')
  if (options !== undefined && typeof options !== 'string') throw invalidFilter('$options needs a text')
  const pattern = steady(options === undefined && given instanceof RegExp ? given : new RegExp(given, options))
  return value => typeof value === 'string' && pattern.test(value)
}

/** The remainder of whole numbers: MongoDB cuts off what comes behind the point. */
function remainderTest(given: unknown): Test {
  const operand = operandOf(given)
  if (!Array.isArray(operand) || operand.length !== 2 || !operand.every(part => Number.isFinite(part)))
    throw invalidFilter('$mod needs an array of two numbers, the divisor and the remainder')
  const [divisor, remainder] = (operand as number[]).map(Math.trunc)
  if (divisor === undefined || divisor === 0) throw invalidFilter('The divisor of $mod cannot be 0')
  return value => typeof value === 'number' && Math.trunc(value) % divisor === remainder
}

function sizeTest(given: unknown): Test {
  const size = operandOf(given)
  if (!Number.isSafeInteger(size) || (size as number) < 0) throw invalidFilter('$size needs a whole number from 0 on')
  return value => Array.isArray(value) && value.length === size
}

/** Makes a test of the bits of whole numbers: `holds` gets those of the mask that a number has, and the mask. */
const bits = (operator: string, holds: (common: bigint, mask: bigint) => boolean): Comparison =>
  ofElements(given => {
    const operand = operandOf(given)
    const positions = Array.isArray(operand) ? (operand as unknown[]) : undefined
    if (!(positions ?? [operand]).every(part => Number.isSafeInteger(part) && (part as number) >= 0))
      throw invalidFilter(`${operator} needs a whole number from 0 on, or an array of positions`)
    // A position beyond the sign of a 64-bit integer is that of the sign.
    const bit = (position: number): bigint => 1n << BigInt(Math.min(position, 63))
    const mask = positions
      ? (positions as number[]).map(bit).reduce((all, one) => all | one, 0n)
      : BigInt(operand as number)
    return value => Number.isSafeInteger(value) && holds(BigInt.asUintN(64, BigInt(value as number)) & mask, mask)
  })

/** Comparisons as MongoDB defines them; mingo orders types, nulls and arrays on the path differently. */
export const comparisons: Readonly<Record<string, Comparison>> = {
  $eq: ofElements(given => {
    const operand = operandOf(given)
    return value => isEqualValue(value, operand)
  }),
  $in: ofElements(isIn),
  $gt: ordered('$gt', order => order > 0),
  $gte: ordered('$gte', order => order >= 0),
  $lt: ordered('$lt', order => order < 0),
  $lte: ordered('$lte', order => order <= 0),
  $exists: { test: () => value => value !== MISSING, elements: false },
  $mod: ofElements(remainderTest),
  $type: ofElements(typeTest),
  $size: { test: sizeTest, elements: false },
  $bitsAllSet: bits('$bitsAllSet', (common, mask) => common === mask),
  $bitsAnySet: bits('$bitsAnySet', common => common !== 0n),
  $bitsAllClear: bits('$bitsAllClear', common => common === 0n),
  $bitsAnyClear: bits('$bitsAnyClear', (common, mask) => common !== mask),
}
