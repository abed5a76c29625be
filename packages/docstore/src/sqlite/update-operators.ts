import { compareValues, documentOrder, isEqualValue } from './compare.ts'
import type { Doc } from './document.ts'
import { matcherOf } from './matcher.ts'
import { invalidUpdate, type PathContext, type Place, placesOf, put, take } from './update-path.ts'

/** Applies an operator at one place. */
type Operation = (place: Place, operand: unknown) => void

interface Operator {
  /** Whether missing objects on the path are created. */
  readonly create: boolean
  readonly apply: Operation
}

const creating = (apply: Operation): Operator => ({ create: true, apply })
const existing = (apply: Operation): Operator => ({ create: false, apply })

function number(value: unknown, operator: string, key: string): number {
  if (typeof value === 'number') return value
  throw invalidUpdate(`${operator} needs numbers, ${key} is ${value === null ? 'null' : typeof value}`)
}

const arithmetic = (
  operator: string,
  initial: (by: number) => number,
  combine: (a: number, b: number) => number,
): Operator =>
  creating((place, operand) => {
    const by = number(operand, operator, place.key)
    const current = take(place)
    put(place, current === undefined ? initial(by) : combine(number(current, operator, place.key), by))
  })

const extreme = (direction: 1 | -1): Operator =>
  creating((place, operand) => {
    const current = take(place)
    if (current === undefined || compareValues(operand, current) * direction > 0) put(place, operand)
  })

function arrayAt(place: Place, operator: string): unknown[] | undefined {
  const value = take(place)
  if (value === undefined || Array.isArray(value)) return value
  throw invalidUpdate(`${operator} needs an array, ${place.key} is not one`)
}

function hasKeys(value: unknown, ...keys: readonly string[]): value is Doc {
  return typeof value === 'object' && value !== null && keys.some(key => Object.hasOwn(value, key))
}

function eachOf(operand: unknown, operator: string): unknown[] {
  if (!hasKeys(operand, '$each')) return [operand]
  if (Array.isArray(operand['$each'])) return operand['$each']
  throw invalidUpdate(`$each of ${operator} needs an array`)
}

interface PushModifiers {
  readonly $position?: number
  readonly $slice?: number
  readonly $sort?: 1 | -1 | Record<string, 1 | -1>
}

const push: Operation = (place, operand) => {
  const array = [...(arrayAt(place, '$push') ?? [])]
  const { $position, $slice, $sort } = (hasKeys(operand, '$each') ? operand : {}) as PushModifiers
  array.splice($position ?? array.length, 0, ...eachOf(operand, '$push'))
  if (typeof $sort === 'number') array.sort((a, b) => compareValues(a, b) * $sort)
  else if ($sort) array.sort(documentOrder($sort) as (a: unknown, b: unknown) => number)
  put(place, $slice === undefined ? array : $slice < 0 ? array.slice($slice) : array.slice(0, $slice))
}

const addToSet: Operation = (place, operand) => {
  const array = [...(arrayAt(place, '$addToSet') ?? [])]
  for (const value of eachOf(operand, '$addToSet'))
    if (!array.some(member => isEqualValue(member, value))) array.push(value)
  put(place, array)
}

const pull: Operation = (place, operand) => {
  const array = arrayAt(place, '$pull')
  if (!array) return
  // An object of fields is a filter on elements that are objects. Any other operand is a condition on each element.
  const isFilter = isObject(operand) && !Object.keys(operand).some(key => key.startsWith('$'))
  const matches = matcherOf(isFilter ? operand : { element: operand })
  put(
    place,
    array.filter(element => !(isFilter ? isObject(element) && matches(element) : matches({ element }))),
  )
}

function isObject(value: unknown): value is Doc {
  if (typeof value !== 'object' || value === null) return false
  return !Array.isArray(value) && !(value instanceof Date) && !(value instanceof RegExp)
}

const operators: Readonly<Record<string, Operator>> = {
  $set: creating((place, operand) => put(place, operand)),
  $unset: existing(place => {
    if (Array.isArray(place.holder)) put(place, null)
    else delete place.holder[place.key]
  }),
  $inc: arithmetic(
    '$inc',
    by => by,
    (a, b) => a + b,
  ),
  $mul: arithmetic(
    '$mul',
    () => 0,
    (a, b) => a * b,
  ),
  $min: extreme(-1),
  $max: extreme(1),
  $currentDate: creating(place => put(place, new Date())),
  $push: creating(push),
  $addToSet: creating(addToSet),
  $pull: existing(pull),
  $pullAll: existing((place, operand) => {
    const unwanted = Array.isArray(operand) ? operand : []
    const array = arrayAt(place, '$pullAll')
    if (array)
      put(
        place,
        array.filter(element => !unwanted.some(value => isEqualValue(element, value))),
      )
  }),
  $pop: existing((place, operand) => {
    const array = arrayAt(place, '$pop')
    if (array) put(place, operand === -1 ? array.slice(1) : array.slice(0, -1))
  }),
}

/** Applies one operator to all its paths. */
export function applyOperator(document: Doc, operator: string, fields: Doc, context: PathContext): void {
  if (operator === '$rename') {
    rename(document, fields, context)
    return
  }
  const known = operators[operator]
  if (!known) throw invalidUpdate(`Unknown update operator ${operator}`)
  for (const [path, operand] of Object.entries(fields)) {
    if (operand === undefined) continue
    for (const place of placesOf(document, path, { ...context, create: known.create })) known.apply(place, operand)
  }
}

function rename(document: Doc, fields: Doc, context: PathContext): void {
  for (const [path, target] of Object.entries(fields)) {
    if (typeof target !== 'string') throw invalidUpdate(`$rename of ${path} needs the new path`)
    const [from] = placesOf(document, path, { ...context, create: false })
    const value = from && take(from)
    if (!from || value === undefined) continue
    delete from.holder[from.key]
    for (const to of placesOf(document, target, { ...context, create: true })) put(to, value)
  }
}
