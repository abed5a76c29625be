import type { Docstore } from '@platform/docstore'
import {
  BadUserInputError,
  type Comment,
  type CommentsQuery,
  type Connection,
  PlatformError,
  type SortableQuery,
  type SortMethod,
} from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import { storedCount } from './counts/stored.ts'
import { isGiven } from './filter.ts'

const BUILT_IN: Record<string, readonly string[]> = {
  CREATED_AT: ['created_at', 'id'],
  REPLIES: ['reply_count', 'created_at', 'id'],
}

/** The most comments of a discussion that are sorted when a page is read, because no index has them in their order. */
const MOST_SORTED = 10_000

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

/** The comments that are to be sorted: those that a query asks for, in one discussion, in several, or in all. */
interface Sorted {
  readonly docstore: Docstore
  readonly query: CommentsQuery
  /** The condition for the discussion in the store; `undefined` for the whole site. */
  readonly assets: unknown
}

/**
 * Refuses an order for which the store would have to sort very many comments. Indexes have all comments in the order of
 * their times, and those of one level of a discussion in every order. Lists by tag or author are short.
 *
 * @throws PlatformError ASSET_REQUIRED for comments of more than one discussion, PARENT_REQUIRED for all levels of one
 */
export async function assertSortable({ docstore, query, assets }: Sorted): Promise<void> {
  const by = query.sortBy ?? 'CREATED_AT'
  const isOneDiscussion = typeof assets === 'string'
  if (by === 'CREATED_AT' || query.tags?.length || isGiven(query.author_id)) return
  if (isOneDiscussion && query.parent_id !== undefined) return
  const stored = await storedCount(docstore, assets === undefined ? {} : { asset_id: assets })
  if (stored === null || stored <= MOST_SORTED) return
  const problem = `sortBy: ${stored} comments are too many to be sorted by ${by}`
  throw isOneDiscussion
    ? new PlatformError('PARENT_REQUIRED', `${problem}: give a parent_id, or null for comments that are no replies`, {
        status: 400,
      })
    : new PlatformError('ASSET_REQUIRED', `${problem}: give the asset_id of one discussion`, { status: 400 })
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
