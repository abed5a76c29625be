import { DocstoreError } from '../errors.ts'
import { type Doc, setOwn } from './document.ts'

export function invalidFilter(message: string): DocstoreError {
  return new DocstoreError('DOCSTORE_FILTER_INVALID', message)
}

/**
 * Reads a value that a filter or pipeline compares documents with. A `bigint` becomes the number that MongoDB takes it
 * for; other values that documents of this store can't have are refused, because what they equal in MongoDB depends on
 * how its driver writes them.
 *
 * @throws DocstoreError `DOCSTORE_FILTER_INVALID`
 */
export function operandOf(value: unknown): unknown {
  switch (typeof value) {
    case 'bigint':
      return numberOf(value)
    case 'object':
      return value === null ? null : objectOperand(value)
    case 'function':
    case 'symbol':
      throw invalidFilter(`Documents are compared with a ${typeof value}; give a JSON value or a date`)
    default:
      return value
  }
}

function numberOf(value: bigint): number {
  const number = Number(value)
  if (Number.isSafeInteger(number)) return number
  throw invalidFilter(`Documents are compared with ${value}n, which no number of a document can be; give a smaller one`)
}

function objectOperand(value: object): unknown {
  if (value instanceof Date || value instanceof RegExp) return value
  if (Array.isArray(value)) {
    // Most lists have texts and numbers only, and are used as they are.
    return value.every(element => typeof element === 'string' || typeof element === 'number')
      ? value
      : value.map(operandOf)
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null)
    throw invalidFilter(`Documents are compared with a ${value.constructor.name}; give a JSON value or a date`)
  const copy: Doc = {}
  for (const [key, inner] of Object.entries(value)) setOwn(copy, key, operandOf(inner))
  return copy
}

/** Whether a value is an object with fields, and no list, date or pattern. */
export function isObject(value: unknown): value is Doc {
  if (typeof value !== 'object' || value === null) return false
  return !Array.isArray(value) && !(value instanceof Date) && !(value instanceof RegExp)
}
