import { type Doc, decodeDocument, encodeDocument } from './document.ts'

/**
 * The key of a value in an index. SQLite orders numbers before texts before blobs, and blobs byte by byte. Keys are
 * made so that this gives MongoDB's order: null, numbers, strings, objects, arrays, booleans, dates.
 */
export type Key = number | string | Uint8Array

/**
 * The key of `null` and of a missing value, below all others. It equals itself, so that unique indexes treat it as a
 * value.
 */
export const NULL_KEY = Number.NEGATIVE_INFINITY

const OBJECT = 0x03
const ARRAY = 0x04
const BOOLEAN = 0x08
const DATE = 0x09

/** The key of an empty array in a multikey index. The array has no elements, but it is not missing. */
export const EMPTY_ARRAY_KEY = Uint8Array.of(0x00)

/** The first key of a type and the first key after it, which keep a range within the type of its bound. */
export const TYPE_BOUNDS = {
  number: { above: NULL_KEY, below: '' },
  string: { from: '', below: Uint8Array.of() },
  boolean: { from: Uint8Array.of(BOOLEAN), below: Uint8Array.of(BOOLEAN + 1) },
  date: { from: Uint8Array.of(DATE), below: Uint8Array.of(DATE + 1) },
} as const

const TRUE = Uint8Array.of(BOOLEAN, 1)
const FALSE = Uint8Array.of(BOOLEAN, 0)

/** Makes the key of a value. Keys of objects and arrays are unique, but their order is not MongoDB's. */
export function keyOf(value: unknown): Key {
  switch (typeof value) {
    case 'string':
    case 'number':
      return value
    case 'bigint':
      return Number(value)
    case 'boolean':
      return value ? TRUE : FALSE
    case 'object':
      if (value === null) return NULL_KEY
      if (value instanceof Date) return dateKey(value)
      return blobOf(Array.isArray(value) ? ARRAY : OBJECT, encodeDocument({ value } as Doc))
    default:
      return NULL_KEY
  }
}

/**
 * Writes the milliseconds as a big-endian 64-bit integer, shifted so that times before 1970 come first. It writes byte
 * by byte, because a view would need a buffer outside of the heap, which takes longer than all the rest.
 */
function dateKey(date: Date): Uint8Array {
  const milliseconds = date.getTime()
  const high = Math.floor(milliseconds / 0x1_0000_0000) + 0x8000_0000
  const low = milliseconds - (high - 0x8000_0000) * 0x1_0000_0000
  return Uint8Array.of(DATE, high >>> 24, high >>> 16, high >>> 8, high, low >>> 24, low >>> 16, low >>> 8, low)
}

function blobOf(type: number, text: string): Uint8Array {
  return Buffer.concat([Uint8Array.of(type), Buffer.from(text)])
}

/** The value of a key, for messages. */
export function valueOfKey(key: Key): unknown {
  if (typeof key !== 'object') return key === NULL_KEY ? null : key
  switch (key[0]) {
    case BOOLEAN:
      return key[1] === 1
    case DATE:
      return dateOf(key)
    case OBJECT:
    case ARRAY:
      return decodeDocument(Buffer.from(key).toString('utf8', 1))['value']
    default:
      return []
  }
}

function dateOf(key: Uint8Array): Date {
  const view = new DataView(key.buffer, key.byteOffset)
  return new Date((view.getUint32(1) - 0x8000_0000) * 0x1_0000_0000 + view.getUint32(5))
}

export function isSameKey(a: Key, b: Key): boolean {
  if (typeof a !== 'object' || typeof b !== 'object') return a === b
  return Buffer.compare(a, b) === 0
}
