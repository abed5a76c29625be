import type { FindCursor } from '@platform/docstore'

/** A query in the form of older plugins: `await Model.find({...}).sort({...}).limit(10)`. */
export interface Query<T extends object> extends PromiseLike<T[]> {
  sort(keys: Record<string, 1 | -1>): Query<T>
  skip(count: number): Query<T>
  limit(count: number): Query<T>
  /** Changes nothing, because results are always plain objects. */
  lean(): Query<T>
  exec(): Promise<T[]>
  cursor(): FindCursor<T>
}

export function createQuery<T extends object>(cursor: FindCursor<T>): Query<T> {
  const query: Query<T> = {
    sort(keys) {
      cursor.sort(keys)
      return query
    },
    skip(count) {
      cursor.skip(count)
      return query
    },
    limit(count) {
      cursor.limit(count)
      return query
    },
    lean: () => query,
    cursor: () => cursor,
    exec: () => cursor.toArray(),
    // biome-ignore lint/suspicious/noThenProperty: older plugins run a query by awaiting it.
    then: (fulfilled, rejected) => cursor.toArray().then(fulfilled, rejected),
  }
  return query
}
