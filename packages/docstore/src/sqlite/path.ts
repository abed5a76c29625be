import type { Doc } from './document.ts'

/** The value of a path that a document does not have. */
export const MISSING = Symbol('missing')

/**
 * Reads the value at a path, or at some of its parts, that runs through objects only. With an array on the path it is
 * `undefined`.
 */
export function valueAt(document: unknown, parts: readonly string[], from = 0, to = parts.length): unknown {
  let value = document
  for (let index = from; index < to; index += 1) {
    const part = parts[index] as string
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, part))
      return undefined
    value = (value as Doc)[part]
  }
  return value
}

/**
 * Says whether a path has an array, at its end or before. MongoDB then compares elements, which one column can't do.
 */
export function meetsArray(document: Doc, parts: readonly string[]): boolean {
  let value: unknown = document
  for (const part of parts) {
    if (typeof value !== 'object' || value === null) return false
    if (Array.isArray(value)) return true
    value = Object.hasOwn(value, part) ? (value as Doc)[part] : undefined
  }
  return Array.isArray(value)
}

/** An empty list in place of its elements, which sorts below all values. */
export const EMPTY = Symbol('empty array')

/** What a list at the end of a path contributes. */
type Contribution = 'elements and list' | 'elements' | 'list'

/**
 * Lists all values that a condition on a path compares, as MongoDB defines it. An array on the path contributes each of
 * its objects and, for a numeric part, the element at that position. An array at the end contributes its elements and
 * itself, unless one of them is asked for. A path that ends early contributes `MISSING`.
 */
export function valuesAt(
  document: unknown,
  parts: readonly string[],
  lists: Contribution = 'elements and list',
): unknown[] {
  const found: unknown[] = []
  collect(document, 0, { parts, lists, found })
  return found
}

interface Search {
  readonly parts: readonly string[]
  readonly lists: Contribution
  readonly found: unknown[]
}

function collect(value: unknown, depth: number, search: Search): void {
  const { parts, lists, found } = search
  const part = parts[depth]
  if (part === undefined) {
    if (!Array.isArray(value)) {
      found.push(value === undefined ? MISSING : value)
      return
    }
    if (lists !== 'list') for (const element of value as unknown[]) found.push(element)
    if (lists !== 'elements') found.push(value)
    else if (value.length === 0) found.push(EMPTY)
    return
  }
  if (Array.isArray(value)) {
    collectFromArray(value, depth, search)
    return
  }
  if (typeof value !== 'object' || value === null || value instanceof Date || !Object.hasOwn(value, part)) {
    found.push(MISSING)
    return
  }
  collect((value as Doc)[part], depth + 1, search)
}

function collectFromArray(array: readonly unknown[], depth: number, search: Search): void {
  const part = search.parts[depth] as string
  for (const element of array) {
    if (typeof element === 'object' && element !== null && !Array.isArray(element) && !(element instanceof Date)) {
      collect(element, depth, search)
    }
  }
  if (!/^(0|[1-9]\d*)$/.test(part) || Number(part) >= array.length) return
  const element = array[Number(part)]
  // A condition on one position compares a list there as a whole.
  if (depth === search.parts.length - 1 && search.lists === 'elements and list') search.found.push(element)
  else collect(element, depth + 1, search)
}
