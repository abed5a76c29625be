import { DocstoreError } from '../errors.ts'
import { compareValues, isEqualValue, typeRank } from './compare.ts'
import { MISSING, valuesAt } from './path.ts'

export type Test = (document: unknown) => boolean
type Operator = (path: string, operand: unknown) => Test

/** Makes a test that is true when it is true for one of the values at the path. */
function some(accepts: (operand: unknown) => (value: unknown) => boolean): Operator {
  return (path, operand) => {
    const parts = path.split('.')
    const accept = accepts(operand)
    return document => valuesAt(document, parts).some(accept)
  }
}

const not =
  (operator: Operator): Operator =>
  (path, operand) => {
    const test = operator(path, operand)
    return document => !test(document)
  }

/** Makes a comparison that is true only for values of the operand's type. */
const ordered = (holds: (order: number) => boolean): Operator =>
  some(operand => {
    const rank = typeRank(operand)
    return value => typeRank(value) === rank && holds(compareValues(value, operand))
  })

const $eq = some(operand => value => isEqualValue(value, operand))

const $in = some(operand => {
  if (!Array.isArray(operand)) throw new DocstoreError('DOCSTORE_FILTER_INVALID', '$in and $nin need an array')
  const patterns = operand.filter(candidate => candidate instanceof RegExp)
  const simple = new Set(operand.filter(candidate => typeof candidate === 'string' || typeof candidate === 'number'))
  const others = operand.filter(candidate => !simple.has(candidate) && !(candidate instanceof RegExp))
  return value =>
    simple.has(value as string) ||
    others.some(candidate => isEqualValue(value, candidate)) ||
    (typeof value === 'string' && patterns.some(pattern => pattern.test(value)))
})

const $exists: Operator = (path, operand) => {
  const present = some(() => value => value !== MISSING)
  return (operand ? present : not(present))(path, operand)
}

/** The remainder of numbers only, because mingo also divides null and dates. */
const $mod = some(operand => {
  const [divisor, remainder] = Array.isArray(operand) ? (operand as number[]) : []
  return value => typeof value === 'number' && Math.trunc(value) % (divisor ?? Number.NaN) === remainder
})

/** Comparisons as MongoDB defines them; mingo orders types, nulls and arrays on the path differently. */
export const comparisons: Readonly<Record<string, Operator>> = {
  $eq,
  $ne: not($eq),
  $in,
  $nin: not($in),
  $gt: ordered(order => order > 0),
  $gte: ordered(order => order >= 0),
  $lt: ordered(order => order < 0),
  $lte: ordered(order => order <= 0),
  $exists,
  $mod,
}
