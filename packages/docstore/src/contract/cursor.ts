import type { Projection, Sort } from './filter.ts'

/** Results of a query, fetched when first asked for. */
export interface Cursor<T> extends AsyncIterable<T> {
  /** All results that are left. */
  toArray(): Promise<T[]>
  /** The next result, or `null` at the end. */
  next(): Promise<T | null>
  hasNext(): Promise<boolean>
  /** Calls `visit` for each result; returning `false` stops. */
  forEach(visit: (document: T) => boolean | void): Promise<void>
  close(): Promise<void>
}

/** A cursor over the documents of one collection; shaped before it is read. */
export interface FindCursor<T> extends Cursor<T> {
  sort(sort: Sort): this
  skip(count: number): this
  limit(count: number): this
  /** Names the fields to return; the documents of the result are `R`. */
  project<R extends object = T & object>(projection: Projection): FindCursor<R>
  map<R>(transform: (document: T) => R): FindCursor<R>
  /** The plan of the store; see `explainFind` for one shape on both stores. */
  explain(): Promise<object>
}
