import type { Projection, Sort } from './filter.ts'

/**
 * The results of a query, which are read when the first one is requested.
 *
 * @example
 * for await (const count of cursor as Cursor<{ _id: string; count: number }>) console.log(count)
 */
export interface Cursor<T> extends AsyncIterable<T> {
  /** Resolves to all remaining results. */
  toArray(): Promise<T[]>
  /** Resolves to the next result, or to `null` at the end. */
  next(): Promise<T | null>
  hasNext(): Promise<boolean>
  /** Calls `visit` for each result, until it returns `false`. */
  forEach(visit: (document: T) => boolean | void): Promise<void>
  close(): Promise<void>
}

/**
 * A cursor over the documents of one collection. Sort, limit and projection are set before the first read.
 *
 * @example
 * const newest = (cursor: FindCursor<Comment>) => cursor.sort({ created_at: -1 }).limit(10).toArray()
 */
export interface FindCursor<T> extends Cursor<T> {
  sort(sort: Sort): this
  skip(count: number): this
  limit(count: number): this
  /** Gives the read up after so long, as `maxTimeMS` of its options does. */
  maxTimeMS(milliseconds: number): this
  /** Sets the fields to return. The documents of the result have the type `R`. */
  project<R extends object = T & object>(projection: Projection): FindCursor<R>
  map<R>(transform: (document: T) => R): FindCursor<R>
  /** Resolves to the store's own plan. `explainFind` gives plans of both stores the same shape. */
  explain(): Promise<object>
}
