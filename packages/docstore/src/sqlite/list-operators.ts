import type { Sort } from '../contract/filter.ts'
import { DocstoreError } from '../errors.ts'
import { compareValues, documentOrder, isEqualValue } from './compare.ts'
import type { Doc } from './document.ts'
import { LOGICAL, matcherOf } from './matcher.ts'
import { isObject, operandOf } from './operands.ts'
import { requireSort } from './query-options.ts'
import { invalidUpdate, type Place, put, take } from './update-path.ts'

/** Changes the value at a place. */
export type Operation = (place: Place) => void

function arrayAt(place: Place, operator: string): unknown[] | undefined {
  const value = take(place)
  if (value === undefined || Array.isArray(value)) return value
  throw invalidUpdate(`${operator} needs an array, ${place.key} is not one`)
}

/** The modifiers of an operand with `$each`, which has nothing else beside them; `undefined` for a value. */
function modifiersOf(operand: unknown, operator: string, known: readonly string[]): Doc | undefined {
  if (!isObject(operand) || !Object.hasOwn(operand, '$each')) return undefined
  if (!Array.isArray(operand['$each'])) throw invalidUpdate(`$each of ${operator} needs an array`)
  const unknown = Object.keys(operand).find(name => !known.includes(name))
  if (unknown !== undefined) throw invalidUpdate(`${operator} has no modifier ${unknown}`)
  return operand
}

export function pushOperation(operand: unknown): Operation {
  const modifiers = modifiersOf(operand, '$push', ['$each', '$position', '$slice', '$sort']) ?? { $each: [operand] }
  const position = wholeNumber(modifiers, '$position')
  const slice = wholeNumber(modifiers, '$slice')
  const order = pushOrder(modifiers['$sort'])
  return place => {
    const array = [...(arrayAt(place, '$push') ?? [])]
    array.splice(position ?? array.length, 0, ...(modifiers['$each'] as unknown[]))
    if (order) array.sort(order)
    put(place, slice === undefined ? array : slice < 0 ? array.slice(slice) : array.slice(0, slice))
  }
}

function wholeNumber(modifiers: Doc, name: string): number | undefined {
  const value = modifiers[name]
  if (value === undefined || Number.isSafeInteger(value)) return value as number | undefined
  throw invalidUpdate(`${name} of $push needs a whole number`)
}

function pushOrder(sort: unknown): ((a: unknown, b: unknown) => number) | undefined {
  if (sort === undefined) return undefined
  if (sort === 1 || sort === -1) return (a, b) => compareValues(a, b) * sort
  return documentOrder(pushSort(sort)) as (a: unknown, b: unknown) => number
}

function pushSort(sort: unknown): Sort {
  try {
    return requireSort(sort)
  } catch (error) {
    throw error instanceof DocstoreError ? invalidUpdate(`$sort of $push: ${error.message}`) : error
  }
}

export function addToSetOperation(operand: unknown): Operation {
  const values = (modifiersOf(operand, '$addToSet', ['$each']) ?? { $each: [operand] })['$each'] as unknown[]
  return place => {
    const array = [...(arrayAt(place, '$addToSet') ?? [])]
    for (const value of values) if (!array.some(member => isEqualValue(member, value))) array.push(value)
    put(place, array)
  }
}

export function pullOperation(operand: unknown): Operation {
  const isUnwanted = unwanted(operand)
  return place => {
    const array = arrayAt(place, '$pull')
    if (array)
      put(
        place,
        array.filter(element => !isUnwanted(element)),
      )
  }
}

/**
 * Says which elements `$pull` takes away. An object of fields is a filter on elements that are objects; operators and
 * patterns are a condition on each element; any other operand equals an element as a whole.
 */
function unwanted(operand: unknown): (element: unknown) => boolean {
  const [first = ''] = isObject(operand) ? Object.keys(operand) : []
  if (isObject(operand) && (!first.startsWith('$') || LOGICAL.has(first))) {
    const matches = matcherOf(operand)
    return element => isObject(element) && matches(element)
  }
  if (isObject(operand) || operand instanceof RegExp) {
    const matches = matcherOf({ element: operand })
    return element => matches({ element })
  }
  const value = operandOf(operand)
  return element => isEqualValue(element, value)
}

export function pullAllOperation(operand: unknown, path: string): Operation {
  if (!Array.isArray(operand)) throw invalidUpdate(`$pullAll of ${path} needs an array`)
  const values = operandOf(operand) as unknown[]
  return place => {
    const array = arrayAt(place, '$pullAll')
    if (array)
      put(
        place,
        array.filter(element => !values.some(value => isEqualValue(element, value))),
      )
  }
}

export function popOperation(operand: unknown, path: string): Operation {
  if (operand !== 1 && operand !== -1) throw invalidUpdate(`$pop of ${path} needs 1 or -1`)
  return place => {
    const array = arrayAt(place, '$pop')
    if (array) put(place, operand === -1 ? array.slice(1) : array.slice(0, -1))
  }
}
