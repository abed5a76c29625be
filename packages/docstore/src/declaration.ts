import type { Filter } from './contract/filter.ts'
import type { CollectionIndexes, IndexDeclaration } from './contract/indexes.ts'
import { DocstoreError } from './errors.ts'

/** The operators that MongoDB allows in the filter of a partial index. */
const PARTIAL_OPERATORS = new Set(['$eq', '$exists', '$gt', '$gte', '$lt', '$lte', '$type', '$in'])

/**
 * Checks index declarations before any index is changed.
 *
 * @throws DocstoreError `DOCSTORE_INDEX_INVALID`, naming collection and index
 */
export function checkDeclarations(declared: readonly CollectionIndexes[]): void {
  const collections = declared.map(({ collection }) => collection)
  const twice = collections.find((name, index) => collections.indexOf(name) !== index)
  if (twice !== undefined)
    throw new DocstoreError('DOCSTORE_INDEX_INVALID', `The indexes of ${twice} are declared twice`)
  for (const { collection, indexes } of declared) {
    const names = indexes.map(({ name }) => name)
    for (const [position, index] of indexes.entries()) {
      const problem =
        names.indexOf(index.name) === position ? problemOf(index) : 'another index of the collection has this name'
      if (problem)
        throw new DocstoreError('DOCSTORE_INDEX_INVALID', `Index ${index.name} of ${collection}: ${problem}`, {
          indexes: [{ collection, name: index.name }],
        })
    }
  }
}

function problemOf(index: IndexDeclaration): string | undefined {
  const paths = Object.keys(index.keys)
  if (index.name === '' || index.name === '_id_') return 'the name cannot be used'
  if (paths.length === 0) return 'it has no keys'
  if (Object.values(index.keys).some(direction => direction !== 1 && direction !== -1))
    return 'a key is neither 1 nor -1'
  if (index.expireAfterSeconds !== undefined) {
    if (!(index.expireAfterSeconds >= 0)) return 'expireAfterSeconds is not a number of seconds'
    if (paths.length !== 1 || paths[0] === '_id' || index.multikey)
      return 'expireAfterSeconds needs one key, which is a date'
  }
  return index.partial && partialProblem(index.partial)
}

function partialProblem(partial: Filter): string | undefined {
  for (const [key, condition] of Object.entries(partial)) {
    if (key === '$and' && Array.isArray(condition)) {
      const problem = condition.map((branch: Filter) => partialProblem(branch)).find(found => found !== undefined)
      if (problem) return problem
    } else if (key.startsWith('$')) return `${key} cannot be used in partial`
    else if (typeof condition === 'object' && condition !== null && !(condition instanceof Date)) {
      const operators = Object.entries(condition as object)
      const unusable = operators.find(
        ([name, operand]) => !PARTIAL_OPERATORS.has(name) || (name === '$exists' && operand !== true),
      )
      if (unusable) return `${unusable[0]} cannot be used in partial`
    }
  }
  return undefined
}

/** Writes a declaration as a text, which is the same for declarations of the same index. */
export function declarationText(index: IndexDeclaration): string {
  const { name, keys, unique = false, partial, expireAfterSeconds, multikey = false } = index
  return JSON.stringify([name, Object.entries(keys), unique, partial ?? null, expireAfterSeconds ?? null, multikey])
}
