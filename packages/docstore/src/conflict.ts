import type { IndexConflict } from './contract/indexes.ts'
import { DocstoreError } from './errors.ts'

/** Makes the error for unique indexes that existing documents violate. It names each index and some of the values. */
export function conflictError(conflicts: readonly IndexConflict[]): DocstoreError {
  const lines = conflicts.map(({ collection, name, duplicates }) => {
    const values = duplicates.map(({ keyValue, count }) => `${JSON.stringify(keyValue)} (${count} documents)`)
    return `${collection}.${name}: ${values.join(', ')}`
  })
  return new DocstoreError(
    'DOCSTORE_INDEX_DUPLICATES',
    'Unique indexes cannot be created while several documents have the same keys; change or delete them ' +
      `first. ${lines.join('; ')}`,
    { indexes: conflicts.map(({ collection, name }) => ({ collection, name })) },
  )
}
