import { compareValues, isEqualValue, typeRank } from './compare.ts'
import { type Doc, setOwn } from './document.ts'
import { matcherOf } from './matcher.ts'
import { operatorsOf } from './operators.ts'
import type { CollectionSchema, StoredIndex } from './schema.ts'

type Conjunct = readonly [path: string, operator: string, operand: unknown]

/** Finds the partial indexes that contain every document that a filter can match. Only they may answer it. */
export function coveringIndexes(schema: CollectionSchema, filter: object): StoredIndex[] {
  const partial = partialIndexes(schema)
  if (partial.length === 0) return []
  const known = conjunctsOf(filter)
  return partial
    .filter(({ conditions }) => conditions.every(needed => known.some(given => implies(given, needed))))
    .map(({ index }) => index)
}

/** A partial index with the conditions of the documents that it contains. */
interface PartialIndex {
  readonly index: StoredIndex
  readonly conditions: readonly Conjunct[]
}

const partialBySchema = new WeakMap<CollectionSchema, readonly PartialIndex[]>()

/** The partial indexes of a collection, whose conditions are read once. */
function partialIndexes(schema: CollectionSchema): readonly PartialIndex[] {
  const known = partialBySchema.get(schema)
  if (known) return known
  const made = schema.indexes.flatMap(index =>
    index.declaration.partial ? [{ index, conditions: conjunctsOf(index.declaration.partial) }] : [],
  )
  partialBySchema.set(schema, made)
  return made
}

/** Says whether every document of some of these indexes meets a condition, because the indexes have it themselves. */
export function isMetWithin(indexes: readonly StoredIndex[], condition: object): boolean {
  const known = indexes.flatMap(({ declaration }) => conjunctsOf(declaration.partial ?? {}))
  const asked = conjunctsOf(condition)
  const isKnown = ([path, operator, operand]: Conjunct) =>
    known.some(other => path === other[0] && operator === other[1] && isEqualValue(operand, other[2]))
  return asked.length > 0 && asked.every(isKnown)
}

/** Lists the conditions that must all be true. An unknown operator becomes a condition that no filter implies. */
function conjunctsOf(filter: object): Conjunct[] {
  return Object.entries(filter).flatMap(([key, condition]): Conjunct[] => {
    if (key === '$and' && Array.isArray(condition)) return condition.flatMap((branch: object) => conjunctsOf(branch))
    if (key.startsWith('$')) return [[key, key, condition]]
    return (operatorsOf(condition) ?? [['$regex', condition]]).flatMap(([operator, operand]): Conjunct[] =>
      operator === '$elemMatch' && typeof operand === 'object' && operand !== null
        ? elementConjuncts(key, operand)
        : [[key, operator, operand]],
    )
  })
}

/** A condition on one element is also a condition on the path into the array. */
function elementConjuncts(path: string, operand: object): Conjunct[] {
  return conjunctsOf(operand).map(([field, ...condition]) => [
    field.startsWith('$') ? path : `${path}.${field}`,
    ...condition,
  ])
}

/** Says whether one condition on a path implies another. */
function implies(given: Conjunct, needed: Conjunct): boolean {
  const [path, operator, operand] = given
  const [neededPath, neededOperator, neededOperand] = needed
  if (path !== neededPath || path.startsWith('$')) return false
  if (operator === neededOperator && isEqualValue(operand, neededOperand)) return true
  if (operator === '$eq') return satisfies(path, operand, needed)
  if (operator === '$in' && Array.isArray(operand))
    return operand.length > 0 && operand.every(value => satisfies(path, value, needed))
  if (neededOperator === '$exists') return neededOperand === true && isRange(operator) && operand !== null
  if (!isRange(operator) || !isRange(neededOperator) || typeRank(operand) !== typeRank(neededOperand)) return false
  return isTighter(operator, neededOperator, compareValues(operand, neededOperand))
}

/** Says whether a document with this value at the path meets the condition. */
function satisfies(path: string, value: unknown, needed: Conjunct): boolean {
  if (value === null || value === undefined || value instanceof RegExp) return false
  const [, operator, operand] = needed
  // Every query of comments asks so, and a matcher takes longer than the rest of the plan.
  if (typeof value === 'string' || value instanceof Date) {
    if (operator === '$eq') return isEqualValue(value, operand)
    if (isRange(operator))
      return typeRank(value) === typeRank(operand) && isWithin(operator, compareValues(value, operand))
  }
  const document: Doc = {}
  const parts = path.split('.')
  let holder = document
  for (const part of parts.slice(0, -1)) {
    const inner: Doc = {}
    setOwn(holder, part, inner)
    holder = inner
  }
  setOwn(holder, parts.at(-1) as string, value)
  return matcherOf({ [path]: { [operator]: operand } })(document)
}

/** Says whether a value meets a comparison, for its order to the operand. */
function isWithin(operator: string, order: number): boolean {
  if (order === 0) return operator.endsWith('e')
  return operator[1] === 'g' ? order > 0 : order < 0
}

const isRange = (operator: string): boolean => ['$gt', '$gte', '$lt', '$lte'].includes(operator)

/** Says whether `path <operator> a` implies `path <needed> b`, for the given order of a and b. */
function isTighter(operator: string, needed: string, order: number): boolean {
  if (operator[1] !== needed[1]) return false
  const outwards = operator[1] === 'g' ? -order : order
  return needed.endsWith('e') || !operator.endsWith('e') ? outwards <= 0 : outwards < 0
}
