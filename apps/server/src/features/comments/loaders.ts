import type { Comment, CommentsQuery, Connection, CoreLoaders } from '@platform/plugin-sdk'
import DataLoader from 'dataloader'
import type { ServerContext } from '../../contract/context.ts'
import { byIdLoader } from '../../runtime/by-id-loader.ts'
import { isGiven } from './filter.ts'
import { isVisible } from './model.ts'

/** `context.loaders.Comments`: the reads of one request, put together. */
export function commentLoaders(context: ServerContext): { Comments: CoreLoaders['Comments'] } {
  const { commentsReader: reader } = context.services
  const byId = byIdLoader(ids => reader.findByIds(ids))
  const pages = new Map<string, DataLoader<string, Connection<Comment> | null>>()
  const windows = new Map<string, DataLoader<Comment, Connection<Comment>, string>>()

  function windowOf(query: CommentsQuery) {
    const shape = JSON.stringify(query)
    const known = windows.get(shape)
    if (known) return known
    const made = new DataLoader<Comment, Connection<Comment>, string>(
      parents => reader.replies(context, parents, query),
      { cacheKeyFn: parent => parent.id },
    )
    windows.set(shape, made)
    return made
  }

  /** Pages are not cached, so that the same request sees its own changes. */
  function pagesOf(
    by: 'author_id' | 'asset_id',
    id: string,
    query: CommentsQuery,
  ): Promise<Connection<Comment> | null> {
    // Who may not ask for every status may do so for the own comments, so these are read apart.
    const isOwn = by === 'author_id' && id === context.user?.id && !context.can('SEARCH_NON_NULL_OR_ACCEPTED_COMMENTS')
    const shape = `${by} ${isOwn} ${JSON.stringify(query)}`
    const known = pages.get(shape)
    if (known) return known.load(id)
    const made = new DataLoader<string, Connection<Comment> | null>(
      async ids => {
        const each = new Set(ids)
        // Indexes of tags have the order of each asset alone.
        if (each.size > 1 && !query.tags?.length) return reader.pages(context, { by, ids, query })
        const read = new Map([...each].map(id => [id, reader.page(context, { ...query, [by]: id })]))
        return Promise.all(ids.map(id => read.get(id) ?? null))
      },
      { cache: false },
    )
    pages.set(shape, made)
    return made.load(id)
  }

  return {
    Comments: {
      get: id => byId.load(id).then(comment => (comment && maySee(context, comment) ? comment : null)),
      getByQuery(query) {
        const { asset_id: asset, author_id: author, ...rest } = query
        if (query.cursor === undefined || query.cursor === null) {
          if (isGiven(asset) && !isGiven(author) && !query.asset_ids) return pagesOf('asset_id', asset, rest)
          if (isGiven(author) && !isGiven(asset)) return pagesOf('author_id', author, rest)
        }
        return reader.page(context, query)
      },
      getCountByQuery: query => reader.count(context, query),
      async getReplies(parent, query) {
        if (query.cursor !== undefined && query.cursor !== null)
          return (await reader.page(context, { ...query, asset_id: parent.asset_id, parent_id: parent.id })) ?? EMPTY
        return parent.reply_count > 0 ? windowOf(query).load(parent) : EMPTY
      },
    },
  }
}

const EMPTY: Connection<Comment> = { nodes: [], hasNextPage: false, startCursor: null, endCursor: null }

/** Every caller sees published comments, moderators see all, and an author also those that wait for a moderator. */
export function maySee(context: ServerContext, comment: Comment): boolean {
  return isVisible(comment) || isOwnWaiting(context, comment) || context.can('SEARCH_OTHERS_COMMENTS')
}

function isOwnWaiting({ user }: ServerContext, { author_id: author, status }: Comment): boolean {
  return user !== null && author === user.id && (status === 'PREMOD' || status === 'SYSTEM_WITHHELD')
}
