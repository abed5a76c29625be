import { DocstoreError } from '../errors.ts'

/** The most bytes that MongoDB stores in one document, in its own form BSON. */
const MOST_BYTES = 16 * 1024 ** 2

/** A document whose text is no longer is short in BSON, too, where no value takes eight times as many bytes. */
export const SURELY_SHORT = MOST_BYTES / 8

/**
 * Refuses a document that MongoDB would not store.
 *
 * @throws DocstoreError `DOCSTORE_DOCUMENT_INVALID`
 */
export function requireSize(document: object): void {
  const bytes = bytesOf(document)
  if (bytes <= MOST_BYTES) return
  throw new DocstoreError(
    'DOCSTORE_DOCUMENT_INVALID',
    `The document has ${bytes} bytes, and at most ${MOST_BYTES} can be stored; divide it into several documents`,
  )
}

/** The bytes of a value in BSON. */
function bytesOf(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return 5 + Buffer.byteLength(value)
    case 'number':
      return Number.isInteger(value) && Math.abs(value + 0.5) < 2 ** 31 ? 4 : 8
    case 'boolean':
      return 1
    default:
      if (typeof value !== 'object' || value === null) return 0
      return value instanceof Date ? 8 : fieldsOf(value)
  }
}

/** The bytes of an object, or of a list, whose fields are named by their positions. */
function fieldsOf(value: object): number {
  let bytes = 5
  for (const key of Object.keys(value)) {
    const inner: unknown = (value as Record<string, unknown>)[key]
    if (inner === undefined && !Array.isArray(value)) continue
    bytes += 2 + Buffer.byteLength(key) + bytesOf(inner)
  }
  return bytes
}
