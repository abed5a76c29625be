import type { GraphContext } from '../context.ts'
import type { Comment } from '../records.ts'

/**
 * A query of the document store whose methods can be chained.
 *
 * @example
 * const newestFirst = (query: SortableQuery) => query.sort({ created_at: -1, id: -1 })
 */
export interface SortableQuery {
  sort(keys: Record<string, 1 | -1>): this
  skip(count: number): this
}

/**
 * The cursor of a page. The sort method's `endCursor` makes it, and the client sends it back to read the next page. A
 * number may come back as a text, so read it with `Number(cursor)`.
 *
 * @example
 * const offset = (cursor: SortCursor) => Number(cursor ?? 0)
 */
export type SortCursor = string | number | null

/**
 * How to sort by one value of `sortBy`. All three functions are required.
 *
 * @example
 * const loudest: SortMethod = {
 *   startCursor: (_context, _nodes, { cursor }) => cursor ?? 0,
 *   endCursor: (_context, nodes, { cursor }) => nodes.length === 0 ? null : Number(cursor ?? 0) + nodes.length,
 *   sort: (_context, query, { cursor, sort }) =>
 *     query.skip(Number(cursor ?? 0)).sort({ 'metadata.volume': sort === 'DESC' ? -1 : 1 }),
 * }
 */
export interface SortMethod<Ctx = GraphContext, Item = Comment> {
  /** The cursor of the first comment of a page. */
  startCursor(
    context: Ctx,
    nodes: readonly Item[],
    page: { readonly cursor: SortCursor },
  ): SortCursor | Promise<SortCursor>
  /** The cursor of the last comment of a page; `null` when no page follows. */
  endCursor(
    context: Ctx,
    nodes: readonly Item[],
    page: { readonly cursor: SortCursor },
  ): SortCursor | Promise<SortCursor>
  /** Sorts the query and moves it to the page. `sort` and `sortOrder` have the same value. */
  sort<Query extends SortableQuery>(
    context: Ctx,
    query: Query,
    page: { readonly cursor: SortCursor; readonly sort: 'ASC' | 'DESC'; readonly sortOrder: 'ASC' | 'DESC' },
  ): Query
  /**
   * Path of a numeric field to sort by. With it a page begins behind a value of that field instead of an offset, so no
   * comment is skipped or repeated while others are posted.
   */
  readonly key?: string
}

/**
 * Type in the plural → `sortBy` in lower case → how to sort.
 *
 * @example
 * const sorts: SortMap = { Comments: { loudest } }
 */
export type SortMap<Ctx = GraphContext> = Readonly<Record<string, Readonly<Record<string, SortMethod<Ctx>>>>>
