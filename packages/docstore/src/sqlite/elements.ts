import { DocstoreError } from '../errors.ts'
import type { Doc } from './document.ts'
import { EMPTY_ARRAY_KEY, type Key, keyOf } from './key.ts'
import { valueAt } from './path.ts'
import type { StoredIndex } from './schema.ts'

/** How far the path of an index key has been followed through a document. */
interface PathPosition {
  /** The names on the path: `['author', 'name']` for `author.name`. */
  readonly parts: readonly string[]
  /** How many of the parts have been followed. */
  readonly depth: number
  /** The value that these parts lead to: the document, a value in it, or an element of an array. */
  readonly value: unknown
}

/**
 * Computes the keys of a document in a multikey index: one list for each array element, with all keys of that element.
 * A document without arrays on the paths has one list.
 */
export function elementKeys(index: StoredIndex, document: Doc): Key[][] {
  const rows = expand(index.keys.map(({ parts }) => ({ parts, depth: 0, value: document })))
  return rows.length < 2 ? rows : [...new Map(rows.map(keys => [JSON.stringify(keys), keys])).values()]
}

/** The keys of all paths, with one list for each element of the first array on them. */
function expand(positions: readonly PathPosition[]): Key[][] {
  const found = firstArray(positions)
  if (!found) return [positions.map(endKey)]
  const { path, elements } = found
  if (elements.length === 0)
    return [
      positions.map(position => (isUnder(position.parts, path) ? emptyKey(position.parts, path) : endKey(position))),
    ]
  return elements.flatMap(element => {
    // An array inside of the array becomes one key, as in MongoDB.
    if (Array.isArray(element))
      return [positions.map(position => (isUnder(position.parts, path) ? keyOf(element) : endKey(position)))]
    return expand(
      positions.map(position =>
        isUnder(position.parts, path) ? { parts: position.parts, depth: path.length, value: element } : position,
      ),
    )
  })
}

/** The key of a path on which no array is left. */
const endKey = ({ value, parts, depth }: PathPosition): Key => keyOf(valueAt(value, parts, depth))

/** The key of a path to or through an empty array. */
function emptyKey(parts: readonly string[], arrayPath: readonly string[]): Key {
  return parts.length === arrayPath.length ? EMPTY_ARRAY_KEY : keyOf(null)
}

/** Whether a path is another path or continues it. */
const isUnder = (parts: readonly string[], ancestor: readonly string[]): boolean =>
  ancestor.every((part, index) => parts[index] === part)

interface FoundArray {
  readonly path: readonly string[]
  readonly elements: readonly unknown[]
}

/**
 * Finds the first array on the paths of an index. When two paths lead to separate arrays, the document is refused: the
 * index would need a key for each pair of their elements.
 */
function firstArray(positions: readonly PathPosition[]): FoundArray | undefined {
  const found = positions.flatMap(position => arrayOn(position) ?? [])
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

/** The first array that a path still leads to. */
function arrayOn({ parts, depth, value: start }: PathPosition): FoundArray | undefined {
  let value = start
  for (let index = depth; index < parts.length; index += 1) {
    value = valueAt(value, parts, index, index + 1)
    if (Array.isArray(value)) return { path: parts.slice(0, index + 1), elements: value as unknown[] }
  }
  return undefined
}
