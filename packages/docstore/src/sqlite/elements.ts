import { DocstoreError } from '../errors.ts'
import type { Doc } from './document.ts'
import { EMPTY_ARRAY_KEY, type Key, keyOf } from './key.ts'
import { valueAt } from './path.ts'
import type { StoredIndex } from './schema.ts'

/**
 * A path that is being followed through a document: the index of the next part, and the value reached. It continues
 * from an element of an array without a copy.
 */
interface Way {
  readonly parts: readonly string[]
  readonly depth: number
  readonly at: unknown
}

/**
 * Computes the keys of a document in a multikey index: one list for each array element, with all keys of that element.
 * A document without arrays on the paths has one list.
 */
export function elementKeys(index: StoredIndex, document: Doc): Key[][] {
  const rows = expand(index.keys.map(({ parts }) => ({ parts, depth: 0, at: document })))
  return rows.length < 2 ? rows : [...new Map(rows.map(keys => [JSON.stringify(keys), keys])).values()]
}

function expand(ways: readonly Way[]): Key[][] {
  const found = firstArray(ways)
  if (!found) return [ways.map(endKey)]
  const { path, elements } = found
  if (elements.length === 0)
    return [ways.map(way => (isUnder(way.parts, path) ? emptyKey(way.parts, path) : endKey(way)))]
  return elements.flatMap(element => {
    // An array inside of the array is one value, as in MongoDB.
    if (Array.isArray(element)) return [ways.map(way => (isUnder(way.parts, path) ? keyOf(element) : endKey(way)))]
    return expand(
      ways.map(way => (isUnder(way.parts, path) ? { parts: way.parts, depth: path.length, at: element } : way)),
    )
  })
}

const endKey = ({ at, parts, depth }: Way): Key => keyOf(valueAt(at, parts, depth))

function emptyKey(parts: readonly string[], arrayPath: readonly string[]): Key {
  return parts.length === arrayPath.length ? EMPTY_ARRAY_KEY : keyOf(null)
}

const isUnder = (parts: readonly string[], ancestor: readonly string[]): boolean =>
  ancestor.every((part, index) => parts[index] === part)

interface FoundArray {
  readonly path: readonly string[]
  readonly elements: readonly unknown[]
}

/**
 * Finds the first array on the paths. Two separate arrays are refused, because they would need all pairs of elements.
 */
function firstArray(ways: readonly Way[]): FoundArray | undefined {
  const found = ways.flatMap(way => arrayOn(way) ?? [])
  const [first] = found
  if (first && found.some(({ path }) => path.length !== first.path.length || !isUnder(path, first.path))) {
    const names = found.map(({ path }) => path.join('.')).join(' and ')
    throw new DocstoreError(
      'DOCSTORE_DOCUMENT_INVALID',
      `One index cannot contain the elements of two arrays: ${names}`,
    )
  }
  return first
}

function arrayOn({ parts, depth, at }: Way): FoundArray | undefined {
  let value = at
  for (let index = depth; index < parts.length; index += 1) {
    value = valueAt(value, parts, index, index + 1)
    if (Array.isArray(value)) return { path: parts.slice(0, index + 1), elements: value as unknown[] }
  }
  return undefined
}
