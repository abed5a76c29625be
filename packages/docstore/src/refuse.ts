import { DocstoreError } from './errors.ts'

/** Operators that run code from a text. */
const SCRIPTS = new Set(['$where', '$function', '$accumulator'])

/**
 * Refuses a filter or pipeline with a value anywhere in it that no document has, because such a value must not widen a
 * query to "everyone": `undefined` (a missing id), functions and symbols, which the driver of MongoDB leaves out, and
 * invalid dates, which it sends as the year 1970. Refuses operators that run scripts, too.
 *
 * @throws DocstoreError `DOCSTORE_FILTER_UNDEFINED` or `DOCSTORE_FILTER_INVALID`, naming the path
 */
export function refuseUnsafe(value: unknown, path = ''): void {
  if (typeof value !== 'object' || value === null) {
    refuseScalar(value, path)
    return
  }
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw invalid(path, 'an invalid date')
    return
  }
  if (value instanceof RegExp) return
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const element: unknown = value[index]
      if (typeof element !== 'string') refuseUnsafe(element, `${path}[${index}]`)
    }
    return
  }
  for (const key of Object.keys(value)) {
    if (SCRIPTS.has(key))
      throw new DocstoreError('DOCSTORE_FILTER_INVALID', `${key} is not allowed in filters and pipelines`)
    const inner: unknown = (value as Record<string, unknown>)[key]
    if (typeof inner !== 'string') refuseUnsafe(inner, path ? `${path}.${key}` : key)
  }
}

function refuseScalar(value: unknown, path: string): void {
  if (value === undefined) throw new DocstoreError('DOCSTORE_FILTER_UNDEFINED', `${path || 'The filter'} is undefined`)
  if (typeof value === 'function' || typeof value === 'symbol') throw invalid(path, `a ${typeof value}`)
}

function invalid(path: string, what: string): DocstoreError {
  return new DocstoreError(
    'DOCSTORE_FILTER_INVALID',
    `${path || 'The filter'} is ${what}, which no document has; give a JSON value, a date or a regular expression`,
  )
}

/**
 * Refuses the same values in the conditions of an update: its array filters, and what `$pull` compares with.
 *
 * @throws DocstoreError `DOCSTORE_FILTER_UNDEFINED` or `DOCSTORE_FILTER_INVALID`, naming the path
 */
export function refuseUnsafeUpdate(update: object, arrayFilters: unknown): void {
  if (arrayFilters !== undefined) refuseUnsafe(arrayFilters, 'arrayFilters')
  const { $pull } = update as { readonly $pull?: Readonly<Record<string, unknown>> | null }
  // A path that is undefined is left out, as in all updates.
  for (const [path, operand] of Object.entries($pull ?? {}))
    if (operand !== undefined) refuseUnsafe(operand, `$pull.${path}`)
}
