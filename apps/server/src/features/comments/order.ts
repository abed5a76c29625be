import {
  BadUserInputError,
  type Comment,
  type CommentsQuery,
  type Connection,
  type SortableQuery,
  type SortMethod,
} from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'

const BUILT_IN: Record<string, readonly string[]> = {
  CREATED_AT: ['created_at', 'id'],
  REPLIES: ['reply_count', 'created_at', 'id'],
}

/** The order of a list: by the keys of the records, or by the sort method of a plugin, which names no key. */
type Order = { readonly direction: 1 | -1 } & (
  | { readonly keys: readonly string[]; readonly method: null }
  | { readonly keys: null; readonly method: SortMethod }
)

export function orderOf(context: ServerContext, { sortBy, sortOrder }: CommentsQuery): Order {
  const by = sortBy ?? 'CREATED_AT'
  const direction = sortOrder === 'ASC' ? 1 : -1
  const own = BUILT_IN[by]
  if (own) return { keys: own, method: null, direction }
  const method = context.sortMethod('Comments', by.toLowerCase())
  if (!method) throw new BadUserInputError(`sortBy: no plugin sorts comments by ${by}`)
  return method.key
    ? { keys: [method.key, 'created_at', 'id'], method: null, direction }
    : { keys: null, method, direction }
}

interface Chain extends SortableQuery {
  toArray(): Promise<Comment[]>
}

/** A page in the order of a plugin's `Sort`, which places cursor and order on the query itself. */
export async function pluginPage(
  context: ServerContext,
  method: SortMethod,
  { query, limit, find }: { query: CommentsQuery; limit: number; find: () => Chain },
): Promise<Connection<Comment>> {
  const order = query.sortOrder ?? 'DESC'
  const cursor = query.cursor instanceof Date ? query.cursor.toISOString() : (query.cursor ?? null)
  const rows = await method.sort(context, find(), { cursor, sort: order, sortOrder: order }).toArray()
  return byPlugin(context, method, { rows, limit, cursor })
}

export async function byPlugin(
  context: ServerContext,
  method: SortMethod,
  { rows, limit, cursor }: { rows: readonly Comment[]; limit: number; cursor: string | number | null },
): Promise<Connection<Comment>> {
  const nodes = rows.slice(0, limit)
  return {
    nodes,
    hasNextPage: rows.length > limit,
    startCursor: (await method.startCursor(context, nodes, { cursor })) as string | number | null,
    endCursor: (await method.endCursor(context, nodes, { cursor })) as string | number | null,
  }
}

/** The order of a plugin's sort method, recorded by a query that only notes the order. */
export function recordedSort(context: ServerContext, method: SortMethod, query: CommentsQuery): Record<string, 1 | -1> {
  let recorded: Record<string, 1 | -1> = {}
  const note: SortableQuery = {
    sort(keys) {
      recorded = keys
      return note
    },
    skip: () => note,
  }
  const order = query.sortOrder ?? 'DESC'
  method.sort(context, note, { cursor: null, sort: order, sortOrder: order })
  return recorded
}
