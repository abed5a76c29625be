import { type Asset, type Comment, NotFoundError } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import { type Branch, readBranches } from './branches.ts'
import { reasonForClosing } from './discussion.ts'
import { createExcerpts } from './excerpts.ts'
import { readText } from './text.ts'

/** A comment with the place it answers and a page of its replies. */
export interface Permalink {
  readonly asset: Asset
  readonly comment: Branch
  readonly parent: Branch | null
  readonly replies: readonly Branch[]
  /** Where the next page of replies starts; `null` on the last one. */
  readonly next: string | null
  readonly closed: string | null
}

/** Replies on a page. */
const REPLIES = 20

/** @throws NotFoundError when it is of another discussion, or hidden from the caller. */
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
  const [self, above] = await readBranches(context, parent ? [comment, parent] : [comment], {
    levels: 0,
    read: body => readText(body),
  })
  const levels = Math.max(0, context.services.config.threadingLevel - 1)
  return {
    asset,
    comment: self!,
    parent: above && parent?.body ? { ...above, text: readText(parent.body, 280) } : (above ?? null),
    replies: await readBranches(context, page?.nodes ?? [], { levels, read: createExcerpts() }),
    next: page?.hasNextPage && page.endCursor !== null ? String(page.endCursor) : null,
    closed: await reasonForClosing(context, asset),
  }
}
