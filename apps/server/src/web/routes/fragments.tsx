import { BadUserInputError } from '@platform/plugin-sdk'
import { renderToString } from 'preact-render-to-string'
import { Branches, BranchItem } from '../components/branches.tsx'
import { readBranch, readBranches } from '../model/branches.ts'
import { findDiscussion, reasonForClosing } from '../model/discussion.ts'
import { findComment } from '../model/permalink.ts'
import { answerMarkup, type PageContext, pathText, queryText } from '../route.ts'
import { readSite } from '../site.ts'

/** The most new comments in one answer. A page that missed more of them is loaded again. */
const MOST = 50

/** `GET .../comments/:comment/fragment`: a comment as an item of a list, which the script of an open page inserts. */
export async function showFragment(ctx: PageContext): Promise<void> {
  const { context } = ctx.state
  const asset = await findDiscussion(context, pathText(ctx, 'discussion'))
  const comment = await findComment(context, asset, pathText(ctx, 'comment'))
  const branch = await readBranch(context, comment)
  const open = (await reasonForClosing(context, asset)) === null
  ctx.set('X-Total', String(asset.comment_counts.total))
  answerMarkup(
    ctx,
    renderToString(<BranchItem site={await readSite(context)} branch={branch} levels={0} open={open} />),
  )
}

/**
 * `GET .../comments?after=<time>`: the comments after a time, oldest first. The header `X-More` means that there are
 * more of them; `X-Read` is the time at which they were read.
 */
export async function showNewer(ctx: PageContext): Promise<void> {
  const { context } = ctx.state
  const after = new Date(queryText(ctx, 'after') ?? 0)
  if (Number.isNaN(after.getTime())) throw new BadUserInputError('after: write a time such as 2026-11-21T09:26:00.000Z')
  ctx.set('X-Read', context.services.clock.now().toISOString())
  const asset = await findDiscussion(context, pathText(ctx, 'discussion'))
  ctx.set('X-Total', String(asset.comment_counts.total))
  const page = await context.loaders.Comments.getByQuery({
    asset_id: asset.id,
    limit: MOST,
    cursor: after.toISOString(),
    sortOrder: 'ASC',
    excludeIgnored: true,
  })
  const branches = await readBranches(context, page?.nodes ?? [], { levels: 0 })
  if (page?.hasNextPage) ctx.set('X-More', 'true')
  const open = (await reasonForClosing(context, asset)) === null
  const site = await readSite(context)
  answerMarkup(ctx, renderToString(<Branches site={site} branches={branches} levels={0} open={open} />))
}
