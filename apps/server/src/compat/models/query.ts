import type { FindCursor } from '@platform/docstore'

/** A query in the form of older plugins: `await Model.find({...}).sort({...}).limit(10)`. */
export interface Query<T extends object> extends PromiseLike<T[]> {
  sort(keys: Record<string, 1 | -1>): Query<T>
  skip(count: number): Query<T>
  limit(count: number): Query<T>
  /** Results as plain objects, without methods. */
  lean(): Query<T>
  exec(): Promise<T[]>
  cursor(): FindCursor<T>
}

/** @param read - makes a record, with its methods, of what the store gives. */
export function createQuery<T extends object, R extends T>(cursor: FindCursor<T>, read: (found: T) => R): Query<R> {
  let plain = false
  const run = async (): Promise<R[]> => {
    const found = await cursor.toArray()
    return plain ? (found as R[]) : found.map(read)
  }
  const query: Query<R> = {
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
    lean() {
      plain = true
      return query
    },
    cursor: () => cursor as unknown as FindCursor<R>,
    exec: run,
    // biome-ignore lint/suspicious/noThenProperty: older plugins run a query by awaiting it.
    then: (fulfilled, rejected) => run().then(fulfilled, rejected),
  }
  return query
}
