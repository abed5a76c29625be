import { DocstoreError } from '../errors.ts'
import { setOwn, type Doc } from './document.ts'
import { EMPTY_ARRAY_KEY, keyOf, type Key } from './key.ts'
import { valueAt } from './path.ts'
import type { StoredIndex } from './schema.ts'

/**
 * The keys of a document in a multikey index, one list for each array element; keys of one element stay together.
 * A document without arrays on the paths has one list.
 */
export function elementKeys(index: StoredIndex, document: Doc): Key[][] {
  const rows = expand(document, index.keys.map((key) => key.parts))
  const distinct = new Map(rows.map((keys) => [JSON.stringify(keys), keys]))
  return [...distinct.values()]
}

function expand(document: Doc, paths: readonly (readonly string[])[]): Key[][] {
  const arrayPath = firstArray(document, paths)
  if (!arrayPath) return [paths.map((parts) => keyOf(valueAt(document, parts)))]
  const elements = valueAt(document, arrayPath) as unknown[]
  if (elements.length === 0) {
    return [paths.map((parts) => (isUnder(parts, arrayPath) ? emptyKey(parts, arrayPath) : keyOf(valueAt(document, parts))))]
  }
  return elements.flatMap((element) => {
    // An array inside the array is one value, as in MongoDB.
    if (Array.isArray(element)) return [paths.map((parts) => keyOf(isUnder(parts, arrayPath) ? element : valueAt(document, parts)))]
    return expand(withValue(document, arrayPath, element), paths)
  })
}

function emptyKey(parts: readonly string[], arrayPath: readonly string[]): Key {
  return parts.length === arrayPath.length ? EMPTY_ARRAY_KEY : keyOf(null)
}

const isUnder = (parts: readonly string[], ancestor: readonly string[]): boolean =>
  ancestor.every((part, index) => parts[index] === part)

/** The shortest way to an array on the paths. Two arrays side by side would need every pair of their elements. */
function firstArray(document: Doc, paths: readonly (readonly string[])[]): readonly string[] | undefined {
  const found = paths.flatMap((parts) => {
    for (let length = 1; length <= parts.length; length += 1) {
      const prefix = parts.slice(0, length)
      if (Array.isArray(valueAt(document, prefix))) return [prefix]
    }
    return []
  })
  const [first] = found
  if (first && found.some((other) => other.join('\0') !== first.join('\0'))) {
    const names = found.map((path) => path.join('.')).join(' and ')
    throw new DocstoreError('DOCSTORE_DOCUMENT_INVALID', `One index cannot hold the elements of two arrays: ${names}`)
  }
  return first
}

function withValue(document: Doc, parts: readonly string[], value: unknown): Doc {
  const [part, ...rest] = parts as [string, ...string[]]
  const copy: Doc = { ...document }
  setOwn(copy, part, rest.length === 0 ? value : withValue(document[part] as Doc, rest, value))
  return copy
}
