import { type Asset, type Comment, NotFoundError } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import { isClosed } from '../../features/assets/model.ts'
import { dependOnAsset } from '../../features/comments/resolvers.ts'
import { type Branch, readBranch, readBranches } from './branches.ts'
import { SORTS, type SortName } from './sorts.ts'

/** One page of a discussion. */
export interface Discussion {
  readonly asset: Asset
  readonly sort: SortName
  /** Whether this is the first page in that order. */
  readonly first: boolean
  readonly branches: readonly Branch[]
  /** The cursor of the next page; `null` on the last page. */
  readonly next: string | null
  /** The comment that the address names, if it is not among the others. */
  readonly focus: Branch | null
  /** Why the discussion is closed; `null` while it is open. */
  readonly closed: string | null
  /** The time before the first record was read: comments after it may be missing on this page. */
  readonly readAt: Date
  /** Ids of the latest comments at that time, on any page: the page's script does not announce them as new. */
  readonly recent: readonly string[]
}

export interface DiscussionRequest {
  readonly sort: SortName
  readonly after: string | null
  /** Id of a comment to show even if its place is on another page. */
  readonly focus: string | null
}

/** Milliseconds before its own time from which a page looks for new comments, as its script does. */
const LOOK_BACK = 5_000
/** Comments at the top level of a page. */
const ROOTS = 20

/** @throws NotFoundError */
export async function findDiscussion(context: ServerContext, id: string): Promise<Asset> {
  const asset = await context.loaders.Assets.getByID(id)
  if (!asset) throw new NotFoundError('The discussion')
  dependOnAsset(context, asset.id)
  return asset
}

/** Reads a page of a discussion, with the same number of store queries whatever the size of the discussion is. */
export async function readDiscussion(
  context: ServerContext,
  asset: Asset,
  { sort, after, focus }: DiscussionRequest,
): Promise<Discussion> {
  const readAt = context.services.clock.now()
  const { sortBy, sortOrder } = SORTS[sort]
  const roots = await context.loaders.Comments.getByQuery({
    asset_id: asset.id,
    parent_id: null,
    limit: ROOTS,
    cursor: after,
    sortBy,
    sortOrder,
    excludeIgnored: true,
  })
  const nodes = roots?.nodes ?? []
  const branches = await readBranches(context, nodes, { levels: context.services.config.threadingLevel })
  return {
    asset,
    sort,
    branches,
    readAt,
    recent: await recentIds(context, asset, readAt),
    first: after === null,
    next: roots?.hasNextPage && roots.endCursor !== null ? String(roots.endCursor) : null,
    focus: await readFocus(context, { asset, id: focus, branches }),
    closed: await reasonForClosing(context, asset),
  }
}

/** Comments from shortly before the page was read. They may not be on this page, and are no news when events follow. */
async function recentIds(
  context: ServerContext,
  { id, last_comment_at: last }: Asset,
  readAt: Date,
): Promise<string[]> {
  const since = readAt.getTime() - LOOK_BACK
  if (last === null || last.getTime() < since) return []
  const latest = await context.loaders.Comments.getByQuery({
    asset_id: id,
    limit: 100,
    sortBy: 'CREATED_AT',
    sortOrder: 'DESC',
  })
  return (latest?.nodes ?? []).filter(comment => comment.created_at.getTime() >= since).map(comment => comment.id)
}

async function readFocus(
  context: ServerContext,
  { asset, id, branches }: { asset: Asset; id: string | null; branches: readonly Branch[] },
): Promise<Branch | null> {
  if (id === null || contains(branches, id)) return null
  const comment: Comment | null = await context.loaders.Comments.get(id)
  if (comment?.asset_id !== asset.id) return null
  return readBranch(context, comment)
}

function contains(branches: readonly Branch[], id: string): boolean {
  return branches.some(({ comment, replies }) => comment.id === id || contains(replies, id))
}

/** Why a discussion is closed; `null` while it is open. */
export async function reasonForClosing(context: ServerContext, asset: Asset): Promise<string | null> {
  const settings = await context.services.assets.settingsOf(asset)
  if (settings.disableCommenting)
    return settings.disableCommentingMessage || 'Commenting is switched off at the moment.'
  if (isClosed(asset, context.services.clock.now()))
    return asset.closedMessage || settings.closedMessage || 'This discussion is closed.'
  if (asset.closedAt) context.expiresAt(asset.closedAt)
  return null
}
