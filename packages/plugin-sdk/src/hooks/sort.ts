import type { GraphContext } from '../context.ts'
import type { Comment } from '../records.ts'

/**
 * A chainable query of the document store.
 *
 * @example
 * const newestFirst = (query: SortableQuery) => query.sort({ created_at: -1, id: -1 })
 */
export interface SortableQuery {
  sort(keys: Record<string, 1 | -1>): this
  skip(count: number): this
}

/**
 * Where a page begins or ends: what the method's own `endCursor` gave, as the client sent it back. A number may come
 * back as a text, so count with `Number(cursor)`.
 *
 * @example
 * const offset = (cursor: SortCursor) => Number(cursor ?? 0)
 */
export type SortCursor = string | number | null

/**
 * One `sortBy` value. All three functions are needed.
 *
 * @example
 * const loudest: SortMethod = {
 *   startCursor: (_context, _nodes, { cursor }) => cursor ?? 0,
 *   endCursor: (_context, nodes, { cursor }) => nodes.length === 0 ? null : Number(cursor ?? 0) + nodes.length,
 *   sort: (_context, query, { cursor, sort }) => query.skip(Number(cursor ?? 0)).sort({ 'metadata.volume': sort === 'DESC' ? -1 : 1 }),
 * }
 */
export interface SortMethod<Ctx = GraphContext, Item = Comment> {
  startCursor(
    context: Ctx,
    nodes: readonly Item[],
    page: { readonly cursor: SortCursor },
  ): SortCursor | Promise<SortCursor>
  endCursor(
    context: Ctx,
    nodes: readonly Item[],
    page: { readonly cursor: SortCursor },
  ): SortCursor | Promise<SortCursor>
  /** `sort` and `sortOrder` are the same. */
  sort<Query extends SortableQuery>(
    context: Ctx,
    query: Query,
    page: { readonly cursor: SortCursor; readonly sort: 'ASC' | 'DESC'; readonly sortOrder: 'ASC' | 'DESC' },
  ): Query
  /**
   * Path of a numeric field to sort by. When given, pages are cut at a key instead of an offset:
   * no comment is skipped or repeated while others are posted.
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
