import { compareValues } from './compare.ts'
import type { Doc } from './document.ts'
import {
  addToSetOperation,
  type Operation,
  popOperation,
  pullAllOperation,
  pullOperation,
  pushOperation,
} from './list-operators.ts'
import { invalidUpdate, type PathContext, placesOf, put, take } from './update-path.ts'

interface Operator {
  /** Whether missing objects on the path are created. */
  readonly create: boolean
  /** Makes the operation of an operand, which is checked before any document changes. */
  readonly operation: (operand: unknown, path: string) => Operation
}

const creating = (operation: Operator['operation']): Operator => ({ create: true, operation })
const existing = (operation: Operator['operation']): Operator => ({ create: false, operation })

function number(value: unknown, operator: string, key: string): number {
  if (typeof value === 'number') return value
  throw invalidUpdate(`${operator} needs numbers, ${key} is ${value === null ? 'null' : typeof value}`)
}

const arithmetic = (
  operator: string,
  initial: (by: number) => number,
  combine: (a: number, b: number) => number,
): Operator =>
  creating((operand, path) => {
    const by = number(operand, operator, path)
    return place => {
      const current = take(place)
      put(place, current === undefined ? initial(by) : combine(number(current, operator, place.key), by))
    }
  })

const extreme = (direction: 1 | -1): Operator =>
  creating(operand => place => {
    const current = take(place)
    if (current === undefined || compareValues(operand, current) * direction > 0) put(place, operand)
  })

const BITS: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
}

/** Changes the bits of a whole number, which is 0 when it is missing. */
function bitOperation(operand: unknown, path: string): Operation {
  const steps = Object.entries(typeof operand === 'object' && operand !== null ? operand : {})
  if (steps.length === 0 || !steps.every(([name, mask]) => Object.hasOwn(BITS, name) && Number.isSafeInteger(mask)))
    throw invalidUpdate(`$bit of ${path} needs and, or, or xor, with a whole number`)
  return place => {
    const current = take(place) ?? (Object.hasOwn(place.holder, place.key) ? null : 0)
    if (!Number.isSafeInteger(current)) throw invalidUpdate(`$bit needs a whole number, ${path} is none`)
    const changed = steps.reduce(
      (value, [name, mask]) => BITS[name]?.(value, BigInt(mask as number)) ?? value,
      BigInt(current as number),
    )
    if (!Number.isSafeInteger(Number(changed))) throw invalidUpdate(`$bit makes ${path} a number that is too large`)
    put(place, Number(changed))
  }
}

function dateOperation(operand: unknown, path: string): Operation {
  const type = typeof operand === 'object' && operand !== null ? (operand as Doc)['$type'] : undefined
  if (typeof operand !== 'boolean' && type !== 'date')
    throw invalidUpdate(`$currentDate of ${path} needs true or { $type: 'date' }`)
  return place => put(place, new Date())
}

const operators: Readonly<Record<string, Operator>> = {
  $set: creating(operand => place => put(place, operand)),
  $unset: existing(() => place => {
    if (take(place) === undefined) return
    // The other elements of a list keep their positions.
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
  $bit: creating(bitOperation),
  $min: extreme(-1),
  $max: extreme(1),
  $currentDate: creating(dateOperation),
  $push: creating(pushOperation),
  $addToSet: creating(addToSetOperation),
  $pull: existing(pullOperation),
  $pullAll: existing(pullAllOperation),
  $pop: existing(popOperation),
}

/** One change of a document. */
export type Step = (document: Doc, context: PathContext) => void

/**
 * Makes the changes of one operator, of each of its paths.
 *
 * @throws DocstoreError `DOCSTORE_UPDATE_INVALID` for an operator that is unknown, or an operand that is wrong
 */
export function stepsOf(operator: string, fields: Doc): Step[] {
  if (operator === '$setOnInsert') return stepsOf('$set', fields)
  const given = Object.entries(fields).filter(([, operand]) => operand !== undefined)
  if (operator === '$rename') return given.map(([path, target]) => renameStep(path, target))
  const known = Object.hasOwn(operators, operator) ? operators[operator] : undefined
  if (!known) throw invalidUpdate(`Unknown update operator ${operator}`)
  return given.map(([path, operand]) => {
    const operation = known.operation(operand, path)
    return (document, context) => {
      for (const place of placesOf(document, path, { ...context, create: known.create })) operation(place)
    }
  })
}

function renameStep(path: string, target: unknown): Step {
  if (typeof target !== 'string') throw invalidUpdate(`$rename of ${path} needs the new path`)
  const marked = [path, target].find(name => name.split('.').some(part => part.startsWith('$')))
  if (marked !== undefined) throw invalidUpdate(`$rename needs paths without positions, not ${marked}`)
  return (document, context) => {
    requireSource(document, path)
    const [from] = placesOf(document, path, { ...context, create: false })
    const value = from && take(from)
    if (!from || value === undefined) return
    refuseList(document, path)
    refuseList(document, target)
    delete from.holder[from.key]
    for (const to of placesOf(document, target, { ...context, create: true })) put(to, value)
  }
}

/** Refuses a path that leads through a value without fields. A value that is missing is renamed to nothing. */
function requireSource(document: Doc, path: string): void {
  let value: unknown = document
  for (const part of path.split('.')) {
    if (value === undefined) return
    const isPosition = Array.isArray(value) && /^\d+$/.test(part)
    if (typeof value !== 'object' || value === null || value instanceof Date || (Array.isArray(value) && !isPosition))
      throw invalidUpdate(`$rename can't take ${path} from a value that has no fields`)
    value = Object.hasOwn(value, part) ? (value as Doc)[part] : undefined
  }
}

/** Refuses a path that leads through a list, of which a rename could take an element away. */
function refuseList(document: Doc, path: string): void {
  let value: unknown = document
  for (const part of path.split('.')) {
    if (Array.isArray(value)) throw invalidUpdate(`$rename can't take ${path} from a list, or put it into one`)
    if (typeof value !== 'object' || value === null) return
    value = Object.hasOwn(value, part) ? (value as Doc)[part] : undefined
  }
}
