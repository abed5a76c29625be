import { firstOfEach, type Docstore } from '@platform/docstore'
import { BadUserInputError, type Comment, type CommentsQuery, type Connection, type SortMethod, type SortableQuery } from '@platform/plugin-sdk'
import type { ServerContext } from '../../compose/context.ts'
import { pageLimit } from '../../paging/limit.ts'
import { connection, readPage } from '../../paging/page.ts'
import { commentFilter } from './filter.ts'

const BUILT_IN: Record<string, readonly string[]> = {
  CREATED_AT: ['created_at', 'id'],
  REPLIES: ['reply_count', 'created_at', 'id'],
}

/** Reading comments as the caller of a context may see them. */
export interface CommentsReader {
  /** `null` when the caller asks for what they may not see. */
  page(context: ServerContext, query: CommentsQuery): Promise<Connection<Comment> | null>
  count(context: ServerContext, query: CommentsQuery): Promise<number | null>
  /** The first replies of every parent, in one store query. */
  replies(context: ServerContext, parents: readonly Comment[], query: CommentsQuery): Promise<Connection<Comment>[]>
  findByIds(ids: readonly string[]): Promise<Comment[]>
}

export function createCommentsReader(docstore: Docstore): CommentsReader {
  const comments = docstore.collection<Comment>('comments')

  /** Replies are where their parent is; the indexes of threads begin with that. */
  async function homeOf(parent: string): Promise<{ asset_id: string | null }> {
    const found = await comments.findOne({ id: parent }, { projection: { asset_id: 1 } })
    return { asset_id: found?.asset_id ?? null }
  }

  return {
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
      return filter ? comments.countDocuments(filter) : null
    },

    async replies(context, parents, query) {
      const { keys, method, direction } = ordering(context, query)
      const limit = pageLimit(query.limit, 3)
      const sort = keys ? Object.fromEntries(keys.map(key => [key, direction])) : recordedSort(context, method!, query)
      const { parent_id: _parent, statuses: _statuses, ...rest } = query
      const assets = [...new Set(parents.map(parent => parent.asset_id))]
      const filter = { ...commentFilter(context, rest), asset_id: assets.length === 1 ? assets[0]! : { $in: assets }, parent_id: { $in: parents.map(parent => parent.id) } }
      const rows = await firstOfEach(comments, { filter, by: 'parent_id', sort, limit: limit + 1 })
      const byParent = Map.groupBy(rows, row => row.parent_id)
      return Promise.all(parents.map(parent => keys ? connection(byParent.get(parent.id) ?? [], limit, keys) : byPlugin(context, method!, { rows: byParent.get(parent.id) ?? [], limit, cursor: null })))
    },
  }
}

interface Ordering { keys: readonly string[] | null; method: SortMethod | null; direction: 1 | -1 }

function ordering(context: ServerContext, { sortBy, sortOrder }: CommentsQuery): Ordering {
  const by = sortBy ?? 'CREATED_AT'
  const direction = sortOrder === 'ASC' ? 1 : -1
  const own = BUILT_IN[by]
  if (own) return { keys: own, method: null, direction }
  const method = context.sortMethod('Comments', by.toLowerCase())
  if (!method) throw new BadUserInputError(`Nothing sorts comments by ${by}`)
  return method.key ? { keys: [method.key, 'created_at', 'id'], method, direction } : { keys: null, method, direction }
}

interface Chain extends SortableQuery { toArray(): Promise<Comment[]> }

/** A page in the order of a plugin's `Sort`, which places cursor and order on the query itself. */
async function pluginPage(context: ServerContext, method: SortMethod, { query, limit, find }: { query: CommentsQuery; limit: number; find: () => Chain }): Promise<Connection<Comment>> {
  const order = query.sortOrder ?? 'DESC'
  const cursor = query.cursor ?? null
  const rows = await method.sort(context, find(), { cursor, sort: order, sortOrder: order }).toArray()
  return byPlugin(context, method, { rows, limit, cursor })
}

async function byPlugin(context: ServerContext, method: SortMethod, { rows, limit, cursor }: { rows: readonly Comment[]; limit: number; cursor: string | number | null }): Promise<Connection<Comment>> {
  const nodes = rows.slice(0, limit)
  return {
    nodes, hasNextPage: rows.length > limit,
    startCursor: await method.startCursor(context, nodes, { cursor }) as string | number | null,
    endCursor: await method.endCursor(context, nodes, { cursor }) as string | number | null,
  }
}

/** The order a plugin's sort asks for, learnt by handing it a query that only takes note. */
function recordedSort(context: ServerContext, method: SortMethod, query: CommentsQuery): Record<string, 1 | -1> {
  let asked: Record<string, 1 | -1> = {}
  const note: SortableQuery = { sort(keys) { asked = keys; return note }, skip: () => note }
  const order = query.sortOrder ?? 'DESC'
  method.sort(context, note, { cursor: null, sort: order, sortOrder: order })
  return asked
}
