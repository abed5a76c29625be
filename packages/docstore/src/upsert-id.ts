import { DocstoreError } from './errors.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Finds the `_id` that an upsert would insert, when the filter or the update names one.
 */
export function statedId(filter: object, update: object): unknown {
  const { _id, $set, $setOnInsert } = update as { _id?: unknown; $set?: Fields; $setOnInsert?: Fields }
  return idIn(filter) ?? _id ?? $set?.['_id'] ?? $setOnInsert?.['_id']
}

/**
 * Refuses an upsert without `_id` when the store can't add one. Ids are strings that this package makes. It can add one
 * to update operators, but not to a replacement or a pipeline, for which MongoDB would make an ObjectId.
 *
 * @throws DocstoreError `DOCSTORE_UPSERT_NEEDS_ID`
 */
export function requireStatedId(filter: object, update: object): void {
  if (statedId(filter, update) !== undefined) return
  throw new DocstoreError(
    'DOCSTORE_UPSERT_NEEDS_ID',
    'An upsert with a replacement or a pipeline needs _id in its filter or replacement',
  )
}

function idIn(filter: object): unknown {
  const { _id, $and } = filter as { _id?: unknown; $and?: readonly object[] }
  if (typeof _id === 'string') return _id
  if (typeof _id === 'object' && _id !== null && '$eq' in _id) return _id.$eq
  return $and?.map(idIn).find(id => id !== undefined)
}
