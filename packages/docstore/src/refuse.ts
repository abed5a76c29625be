import { DocstoreError } from './errors.ts'

/** Operators that run code from a text. */
const SCRIPTS = new Set(['$where', '$function', '$accumulator'])

/**
 * Refuses a filter or pipeline with `undefined` anywhere in it (a missing id must not widen a query to "everyone"),
 * and operators that run scripts.
 *
 * @throws DocstoreError `DOCSTORE_FILTER_UNDEFINED` or `DOCSTORE_FILTER_INVALID`, naming the path
 */
export function refuseUnsafe(value: unknown, path = ''): void {
  if (typeof value !== 'object' || value === null) {
    if (value === undefined)
      throw new DocstoreError('DOCSTORE_FILTER_UNDEFINED', `${path || 'The filter'} is undefined`)
    return
  }
  if (value instanceof Date || value instanceof RegExp) return
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
