import { type Collection, type Docstore, firstOfEach } from '@platform/docstore'
import { BadUserInputError, type Comment, type CommentsQuery, type Connection } from '@platform/plugin-sdk'
import type { Composed } from '../../contract/composed.ts'
import type { ServerContext } from '../../contract/context.ts'
import { pageLimit } from '../../paging/limit.ts'
import { SEARCH } from '../../paging/long-reads.ts'
import { connection, type ListRequest, readPage } from '../../paging/page.ts'
import { withHistory } from '../../runtime/comment-record.ts'
import type { CountCache } from './count-cache.ts'
import { storedCount } from './counts/stored.ts'
import { commentFilter, isGiven, isSearched } from './filter.ts'
import { VISIBLE_STATUSES } from './model.ts'
import { byPlugin, orderOf, pluginPage, recordedSort } from './order.ts'
import { createRefusals, type Refusals } from './refusals.ts'
import { searchPage } from './search.ts'

type Cursor = NonNullable<CommentsQuery['cursor']>

/** The comments of some authors or assets, by their ids. */
interface Wanted {
  readonly by: 'author_id' | 'asset_id'
  readonly ids: readonly string[]
  readonly query: CommentsQuery
}

/** The comments that a reader has not seen yet: how many, a thousand at most, and the oldest of them. */
interface UnreadComments {
  readonly count: number
  readonly oldest: string | null
}

const MOST_UNREAD = 1_000

/** Reads comments as the caller of a context may see them. */
export interface CommentsReader {
  /** `null` when the caller may not see the comments of the query. */
  page(context: ServerContext, query: CommentsQuery): Promise<Connection<Comment> | null>
  count(context: ServerContext, query: CommentsQuery): Promise<number | null>
  /** The first comments of every author, or asset, in one store query; `null` where the caller may not see them. */
  pages(context: ServerContext, wanted: Wanted): Promise<(Connection<Comment> | null)[]>
  /** The first replies of every parent, in one store query. */
  replies(context: ServerContext, parents: readonly Comment[], query: CommentsQuery): Promise<Connection<Comment>[]>
  findByIds(ids: readonly string[]): Promise<Comment[]>
  /** What others have written in a discussion after a time. */
  unread(context: ServerContext, visit: { asset: string; since: Date }): Promise<UnreadComments>
  /** The visible comments of a user, as any reader may see them, the newest first. */
  written(authorId: string, page: { limit?: number | null; cursor?: Cursor | null }): Promise<Connection<Comment>>
  /** The ids of an author's comments with a body digest since a time, a hundred at most. */
  findRepeated(authorId: string, selection: { digest: string; since: Date }): Promise<string[]>
}

export function createCommentsReader({
  docstore,
  counts,
  composition,
}: {
  docstore: Docstore
  counts: CountCache
  composition: Composed
}): CommentsReader {
  const comments = docstore.collection<Comment>('comments')
  const refusals = createRefusals(docstore, composition)
  return {
    page: async (context, query) => complete(await readOnePage({ comments, refusals }, context, query)),
    pages: async (context, wanted) => (await readPagesOf({ comments, refusals }, context, wanted)).map(complete),
    replies: async (context, parents, query) =>
      (await readReplies(comments, context, { parents, query })).map(complete),
    unread: (context, visit) => readUnread(comments, context, visit),
    findByIds: async ids => (await comments.find({ id: { $in: [...ids] } }).toArray()).map(withHistory),
    async count(context, query) {
      const filter = commentFilter(context, query)
      if (!filter) return null
      await refusals.assertIndexed({ query, filter })
      return counts.get({
        filter,
        tag: isGiven(query.asset_id) ? `asset:${query.asset_id}` : 'comments',
        count: async () => (await storedCount(docstore, filter)) ?? comments.countDocuments(filter, SEARCH),
      })
    },
    written: async (author, { limit, cursor = null }) =>
      complete(
        await readPage(comments, {
          filter: { author_id: author, status: { $in: [...VISIBLE_STATUSES] }, deleted_at: null },
          keys: ['created_at', 'id'],
          direction: -1,
          limit: pageLimit(limit),
          cursor,
          ...SEARCH,
        }),
      ),
    async findRepeated(author, { digest, since }) {
      const found = await comments
        .find({ author_id: author, said: digest, created_at: { $gte: since } }, { limit: 100, projection: { id: 1 } })
        .toArray()
      return found.map(({ id }) => id)
    },
  }
}

/** Gives the comments of a page their whole histories. */
function complete<Page extends Connection<Comment> | null>(page: Page): Page {
  page?.nodes.forEach(withHistory)
  return page
}

async function readUnread(
  comments: Collection<Comment>,
  context: ServerContext,
  { asset, since }: { asset: string; since: Date },
): Promise<UnreadComments> {
  const { user } = context
  const unwanted = user ? [user.id, ...user.ignoresUsers] : []
  const found = await comments
    .find(
      {
        ...commentFilter(context, { asset_id: asset, excludeDeleted: true }),
        ...(unwanted.length > 0 ? { author_id: { $nin: unwanted } } : {}),
        created_at: { $gt: since },
      },
      { sort: { created_at: 1, id: 1 }, limit: MOST_UNREAD, projection: { id: 1 }, ...SEARCH },
    )
    .toArray()
  return { count: found.length, oldest: found[0]?.id ?? null }
}

interface Reading {
  readonly comments: Collection<Comment>
  readonly refusals: Refusals
}

async function readOnePage(
  { comments, refusals }: Reading,
  context: ServerContext,
  query: CommentsQuery,
): Promise<Connection<Comment> | null> {
  const filter = commentFilter(context, query)
  if (!filter) return null
  if (isGiven(query.parent_id) && !isGiven(query.asset_id))
    filter['asset_id'] = await assetOf(comments, query.parent_id, query.asset_ids)
  const { keys, method, direction } = orderOf(context, query)
  await refusals.assertSortable({ query, assets: filter['asset_id'] })
  await refusals.assertIndexed({ query, filter })
  const limit = pageLimit(query.limit)
  const list = { filter, direction, limit, cursor: query.cursor ?? null, each: eachOf(filter), ...SEARCH }
  if (isSearched(query)) {
    if (!keys) throw new BadUserInputError(`sortBy: texts can't be searched in the order ${query.sortBy}`)
    return searchPage(comments, { ...list, keys, text: query.text })
  }
  if (keys) return readPage(comments, { ...list, keys })
  return pluginPage(context, method, { query, limit, find: () => comments.find(filter, SEARCH).limit(limit + 1) })
}

/** The assets and tags of a filter that names several, each asset with each tag. */
function eachOf(filter: Readonly<Record<string, unknown>>): ListRequest['each'] {
  return ['asset_id', 'tags.tag.name'].reduce<ListRequest['each']>((each, field) => {
    const { $in: values } = (filter[field] ?? {}) as { readonly $in?: readonly string[] }
    return values ? (each ?? [{}]).flatMap(one => values.map(value => ({ ...one, [field]: value }))) : each
  }, undefined)
}

/** Replies belong to the asset of their parent, with which the indexes of threads begin. */
async function assetOf(
  comments: Collection<Comment>,
  parentId: string,
  among: readonly string[] | null | undefined,
): Promise<unknown> {
  const asset = (await comments.findOne({ id: parentId }, { projection: { asset_id: 1 } }))?.asset_id ?? null
  return !among || among.includes(asset ?? '') ? asset : { $in: [] }
}

async function readPagesOf(
  { comments, refusals }: Reading,
  context: ServerContext,
  { by, ids, query }: Wanted,
): Promise<(Connection<Comment> | null)[]> {
  if (isSearched(query)) throw new BadUserInputError('text: search one list of comments at a time')
  const filter = commentFilter(context, query)
  if (!filter) return ids.map(() => null)
  const allowed = ids.filter(
    id => by === 'asset_id' || id === context.user?.id || context.can('SEARCH_OTHERS_COMMENTS'),
  )
  if (by === 'asset_id') await Promise.all(allowed.map(assets => refusals.assertSortable({ query, assets })))
  const pages = await firstPages(comments, context, {
    filter: { ...filter, [by]: { ...(filter[by] as object | undefined), $in: allowed } },
    by,
    ids: allowed,
    query,
    limit: pageLimit(query.limit),
  })
  const found = new Map(allowed.map((id, i) => [id, pages[i]]))
  return ids.map(id => found.get(id) ?? null)
}

async function readReplies(
  comments: Collection<Comment>,
  context: ServerContext,
  { parents, query }: { parents: readonly Comment[]; query: CommentsQuery },
): Promise<Connection<Comment>[]> {
  const { parent_id: _parent, statuses: _statuses, ...rest } = query
  const ids = parents.map(parent => parent.id)
  const assets = [...new Set(parents.map(parent => parent.asset_id))]
  const filter = {
    ...commentFilter(context, rest),
    asset_id: assets.length === 1 ? assets[0] : { $in: assets },
    parent_id: { $in: ids },
  }
  return firstPages(comments, context, { filter, by: 'parent_id', ids, query, limit: pageLimit(query.limit, 3) })
}

interface FirstPages {
  readonly filter: Record<string, unknown>
  readonly by: 'author_id' | 'asset_id' | 'parent_id'
  readonly ids: readonly string[]
  readonly query: CommentsQuery
  readonly limit: number
}

/** Reads the first page of every id, in one store query. */
async function firstPages(
  comments: Collection<Comment>,
  context: ServerContext,
  { filter, by, ids, query, limit }: FirstPages,
): Promise<Connection<Comment>[]> {
  const { keys, method, direction } = orderOf(context, query)
  const sort = keys ? Object.fromEntries(keys.map(key => [key, direction])) : recordedSort(context, method, query)
  const rows = Map.groupBy(
    await firstOfEach(comments, { filter, by, sort, limit: limit + 1, ...SEARCH }),
    row => row[by],
  )
  return Promise.all(
    ids.map(id =>
      keys
        ? connection(rows.get(id) ?? [], limit, keys)
        : byPlugin(context, method, { rows: rows.get(id) ?? [], limit, cursor: null }),
    ),
  )
}
