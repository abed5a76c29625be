import type { CollectionIndexes } from '@platform/docstore'
import type { IndexDeclaration } from '@platform/plugin-sdk'

/** The indexes that models declare for their collections, as the `indexes` hook takes them. */
export function indexesOf(...models: readonly CollectionIndexes[]): IndexDeclaration[] {
  return models.flatMap(({ collection, indexes }) => indexes.map(index => ({ collection, ...index })))
}
