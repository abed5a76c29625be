import { type Asset, type Comment, NotFoundError } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import { type Branch, readBranch, readBranches } from './branches.ts'
import { reasonForClosing } from './discussion.ts'
import { readText } from './text.ts'

/** A comment with its parent and a page of its replies. */
export interface Permalink {
  readonly asset: Asset
  readonly comment: Branch
  readonly parent: Branch | null
  readonly replies: readonly Branch[]
  /** The cursor of the next page of replies; `null` on the last page. */
  readonly next: string | null
  readonly closed: string | null
}

/** Replies on a page. */
const REPLIES = 20
/** Characters of the parent's body that are shown. */
const EXCERPT = 280

/** Finds a comment. @throws NotFoundError when it belongs to another discussion, or is hidden from the caller. */
export async function findComment({ loaders }: ServerContext, asset: Asset, id: string): Promise<Comment> {
  const comment = await loaders.Comments.get(id)
  if (comment?.asset_id !== asset.id) throw new NotFoundError('The comment')
  return comment
}

export async function readPermalink(
  context: ServerContext,
  asset: Asset,
  { id, after }: { id: string; after: string | null },
): Promise<Permalink> {
  const comment = await findComment(context, asset, id)
  const parent = comment.parent_id === null ? null : await context.loaders.Comments.get(comment.parent_id)
  const page = await context.loaders.Comments.getByQuery({
    asset_id: asset.id,
    parent_id: id,
    limit: REPLIES,
    cursor: after,
    sortOrder: 'ASC',
    excludeIgnored: true,
  })
  const [branch, above] = await Promise.all([
    readBranch(context, comment, body => readText(body)),
    parent && readBranch(context, parent, body => readText(body, EXCERPT)),
  ])
  const levels = Math.max(0, context.services.config.threadingLevel - 1)
  return {
    asset,
    comment: branch,
    parent: above,
    replies: await readBranches(context, page?.nodes ?? [], { levels }),
    next: page?.hasNextPage && page.endCursor !== null ? String(page.endCursor) : null,
    closed: await reasonForClosing(context, asset),
  }
}
