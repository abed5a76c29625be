import { DocstoreError } from '../errors.ts'
import { requireSize, SURELY_SHORT } from './document-size.ts'

/** A document in the embedded store. Only the caller knows its type. */
export type Doc = Record<string, unknown>

const DEPTH_LIMIT = 100

/**
 * Writes a document as the text that is stored: JSON with `{"$date": ms}` for dates. Keys that begin with `$` get
 * another
 * `$`, so that no value of a user is ever read as a date.
 *
 * @throws DocstoreError `DOCSTORE_DOCUMENT_INVALID` for values that are neither JSON nor `Date`, and above 16 MiB
 */
export function encodeDocument(document: Doc): string {
  const text = JSON.stringify(toStorable(document, []))
  if (text.length > SURELY_SHORT) requireSize(document)
  return text
}

/** The keys from the document down to a value. The whole walk shares one list, which only an error turns into text. */
type Way = (string | number)[]

/** Reads a document from a text of `encodeDocument`. */
export function decodeDocument(text: string): Doc {
  const parsed = JSON.parse(text) as Doc
  // Documents without dates and without `$` keys need no second walk.
  return text.includes('"$') ? (revive(parsed) as Doc) : parsed
}

function toStorable(value: unknown, way: Way): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'undefined':
      return value
    case 'number':
      if (Number.isFinite(value)) return value
      throw invalid(way, `the number ${value}`)
    case 'object':
      return value === null ? null : objectToStorable(value, way)
    default:
      throw invalid(way, `a ${typeof value}`)
  }
}

function objectToStorable(value: object, way: Way): unknown {
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw invalid(way, 'an invalid date')
    return { $date: value.getTime() }
  }
  if (way.length >= DEPTH_LIMIT) throw invalid(way, `more than ${DEPTH_LIMIT} levels`)
  if (Array.isArray(value)) return listToStorable(value as unknown[], way)
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') throw invalid(way, `a ${value.constructor.name}`)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) throw invalid(way, `a ${value.constructor.name}`)
  return plainToStorable(value as Doc, way)
}

function inner(value: unknown, key: string | number, way: Way): unknown {
  way.push(key)
  const storable = toStorable(value, way)
  way.pop()
  return storable
}

/** Copies a list only when an element is stored in another form, because most nested values are not. */
function listToStorable(list: unknown[], way: Way): unknown[] {
  let copy: unknown[] | undefined
  for (let index = 0; index < list.length; index += 1) {
    const own = list[index]
    const storable = typeof own === 'string' ? own : inner(own ?? null, index, way)
    if (storable === own) continue
    copy ??= [...list]
    copy[index] = storable
  }
  return copy ?? list
}

function plainToStorable(value: Doc, way: Way): Doc {
  const keys = Object.keys(value)
  let copy: Doc | undefined
  let escapes = false
  for (const key of keys) {
    if (key.startsWith('$')) escapes = true
    const own = value[key]
    if (typeof own === 'string') continue
    const storable = inner(own, key, way)
    if (storable === own) continue
    copy ??= { ...value }
    setOwn(copy, key, storable)
  }
  return escapes ? escapeKeys(copy ?? value, keys) : (copy ?? value)
}

function escapeKeys(value: Doc, keys: readonly string[]): Doc {
  const result: Doc = {}
  for (const key of keys) setOwn(result, key.startsWith('$') ? `$${key}` : key, value[key])
  return result
}

/** Sets an own property of any name, because in user data `__proto__` is a name like any other. */
export function setOwn(target: Doc, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
  else target[key] = value
}

function revive(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const element: unknown = value[index]
      if (typeof element === 'object') value[index] = revive(element)
    }
    return value
  }
  return reviveObject(value as Doc)
}

function reviveObject(value: Doc): unknown {
  let escaped = false
  for (const key of Object.keys(value)) {
    const inner = value[key]
    if (key.startsWith('$')) {
      if (key === '$date') return new Date(inner as number)
      escaped = true
    }
    if (typeof inner === 'object' && inner !== null) setOwn(value, key, revive(inner))
  }
  return escaped ? unescapeKeys(value) : value
}

function unescapeKeys(value: Doc): Doc {
  const result: Doc = {}
  for (const key of Object.keys(value)) setOwn(result, key.startsWith('$$') ? key.slice(1) : key, value[key])
  return result
}

function invalid(way: Way, what: string): DocstoreError {
  return new DocstoreError(
    'DOCSTORE_DOCUMENT_INVALID',
    `${way.join('.') || 'The document'} is ${what}; documents contain JSON values and dates`,
  )
}

/** The document with `_id` before its other fields, as MongoDB returns it. */
export function idFirst(document: Doc): Doc {
  if (!Object.hasOwn(document, '_id')) return document
  const { _id, ...others } = document
  return { _id, ...others }
}

/** Copies a value and all values in it. */
export function copyValue<V>(value: V): V {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return new Date(value) as V
  if (Array.isArray(value)) return value.map(copyValue) as V
  const copy: Doc = {}
  for (const key of Object.keys(value)) {
    const inner = (value as Doc)[key]
    if (inner !== undefined) setOwn(copy, key, copyValue(inner))
  }
  return copy as V
}
