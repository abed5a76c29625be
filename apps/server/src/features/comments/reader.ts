import { type Docstore, firstOfEach } from '@platform/docstore'
import {
  BadUserInputError,
  type Comment,
  type CommentsQuery,
  type Connection,
  type SortableQuery,
  type SortMethod,
} from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import { pageLimit } from '../../paging/limit.ts'
import { connection, readPage } from '../../paging/page.ts'
import type { CountCache } from './count-cache.ts'
import { commentFilter } from './filter.ts'

const BUILT_IN: Record<string, readonly string[]> = {
  CREATED_AT: ['created_at', 'id'],
  REPLIES: ['reply_count', 'created_at', 'id'],
}

/** Reads comments as the caller of a context may see them. */
export interface CommentsReader {
  /** `null` when the caller may not see the comments of the query. */
  page(context: ServerContext, query: CommentsQuery): Promise<Connection<Comment> | null>
  count(context: ServerContext, query: CommentsQuery): Promise<number | null>
  /** The first comments of every author, or asset, in one store query; `null` where the caller may not see them. */
  pages(
    context: ServerContext,
    wanted: { by: 'author_id' | 'asset_id'; ids: readonly string[]; query: CommentsQuery },
  ): Promise<(Connection<Comment> | null)[]>
  /** The first replies of every parent, in one store query. */
  replies(context: ServerContext, parents: readonly Comment[], query: CommentsQuery): Promise<Connection<Comment>[]>
  findByIds(ids: readonly string[]): Promise<Comment[]>
  /** The ids of an author's comments with a body digest since a time, a hundred at most. */
  findRepeated(authorId: string, selection: { digest: string; since: Date }): Promise<string[]>
}

export function createCommentsReader({ docstore, counts }: { docstore: Docstore; counts: CountCache }): CommentsReader {
  const comments = docstore.collection<Comment>('comments')

  /** Replies belong to the asset of their parent, with which the indexes of threads begin. */
  async function homeOf(parent: string): Promise<{ asset_id: string | null }> {
    const found = await comments.findOne({ id: parent }, { projection: { asset_id: 1 } })
    return { asset_id: found?.asset_id ?? null }
  }

  async function firstPages(
    context: ServerContext,
    {
      filter,
      by,
      ids,
      query,
      limit,
    }: {
      filter: Record<string, unknown>
      by: 'author_id' | 'asset_id' | 'parent_id'
      ids: readonly string[]
      query: CommentsQuery
      limit: number
    },
  ): Promise<Connection<Comment>[]> {
    const { keys, method, direction } = ordering(context, query)
    const sort = keys ? Object.fromEntries(keys.map(key => [key, direction])) : recordedSort(context, method!, query)
    const rows = Map.groupBy(await firstOfEach(comments, { filter, by, sort, limit: limit + 1 }), row => row[by])
    return Promise.all(
      ids.map(id =>
        keys
          ? connection(rows.get(id) ?? [], limit, keys)
          : byPlugin(context, method!, { rows: rows.get(id) ?? [], limit, cursor: null }),
      ),
    )
  }

  return {
    findRepeated: async (author, { digest, since }) => {
      const found = await comments
        .find({ author_id: author, said: digest, created_at: { $gte: since } }, { limit: 100, projection: { id: 1 } })
        .toArray()
      return found.map(({ id }) => id)
    },
    findByIds: ids => comments.find({ id: { $in: [...ids] } }).toArray(),

    async page(context, query) {
      const filter = commentFilter(context, query)
      if (!filter) return null
      if (query.parent_id && !query.asset_id) Object.assign(filter, await homeOf(query.parent_id))
      const { keys, method, direction } = ordering(context, query)
      const limit = pageLimit(query.limit)
      if (keys) return readPage(comments, { filter, keys, direction, limit, cursor: query.cursor ?? null })
      return pluginPage(context, method!, { query, limit, find: () => comments.find(filter).limit(limit + 1) })
    },

    async count(context, query) {
      const filter = commentFilter(context, query)
      if (!filter) return null
      return counts.get({
        filter,
        tag: query.asset_id ? `asset:${query.asset_id}` : 'comments',
        count: () => comments.countDocuments(filter),
      })
    },

    async pages(context, { by, ids, query }) {
      const filter = commentFilter(context, query)
      if (!filter) return ids.map(() => null)
      const allowed = (id: string) =>
        by === 'asset_id' || id === context.user?.id || context.can('SEARCH_OTHERS_COMMENTS')
      const asked = ids.filter(allowed)
      const found = await firstPages(context, {
        filter: { ...filter, [by]: { ...(filter[by] as object | undefined), $in: asked } },
        by,
        ids: asked,
        query,
        limit: pageLimit(query.limit),
      })
      return ids.map(id => (allowed(id) ? found[asked.indexOf(id)]! : null))
    },

    async replies(context, parents, query) {
      const { parent_id: _parent, statuses: _statuses, ...rest } = query
      const ids = parents.map(parent => parent.id)
      const assets = [...new Set(parents.map(parent => parent.asset_id))]
      const filter = {
        ...commentFilter(context, rest),
        asset_id: assets.length === 1 ? assets[0]! : { $in: assets },
        parent_id: { $in: ids },
      }
      return firstPages(context, { filter, by: 'parent_id', ids, query, limit: pageLimit(query.limit, 3) })
    },
  }
}

interface Ordering {
  keys: readonly string[] | null
  method: SortMethod | null
  direction: 1 | -1
}

function ordering(context: ServerContext, { sortBy, sortOrder }: CommentsQuery): Ordering {
  const by = sortBy ?? 'CREATED_AT'
  const direction = sortOrder === 'ASC' ? 1 : -1
  const own = BUILT_IN[by]
  if (own) return { keys: own, method: null, direction }
  const method = context.sortMethod('Comments', by.toLowerCase())
  if (!method) throw new BadUserInputError(`sortBy: no plugin sorts comments by ${by}`)
  return method.key ? { keys: [method.key, 'created_at', 'id'], method, direction } : { keys: null, method, direction }
}

interface Chain extends SortableQuery {
  toArray(): Promise<Comment[]>
}

/** A page in the order of a plugin's `Sort`, which places cursor and order on the query itself. */
async function pluginPage(
  context: ServerContext,
  method: SortMethod,
  { query, limit, find }: { query: CommentsQuery; limit: number; find: () => Chain },
): Promise<Connection<Comment>> {
  const order = query.sortOrder ?? 'DESC'
  const cursor = query.cursor ?? null
  const rows = await method.sort(context, find(), { cursor, sort: order, sortOrder: order }).toArray()
  return byPlugin(context, method, { rows, limit, cursor })
}

async function byPlugin(
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
function recordedSort(context: ServerContext, method: SortMethod, query: CommentsQuery): Record<string, 1 | -1> {
  let asked: Record<string, 1 | -1> = {}
  const note: SortableQuery = {
    sort(keys) {
      asked = keys
      return note
    },
    skip: () => note,
  }
  const order = query.sortOrder ?? 'DESC'
  method.sort(context, note, { cursor: null, sort: order, sortOrder: order })
  return asked
}
