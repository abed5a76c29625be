import { BadUserInputError } from '@platform/plugin-sdk'
import { renderToString } from 'preact-render-to-string'
import { Branches, BranchItem } from '../components/branches.tsx'
import { readBranches } from '../model/branches.ts'
import { findDiscussion } from '../model/discussion.ts'
import { findComment } from '../model/permalink.ts'
import { answerMarkup, type PageContext, queryText } from '../route.ts'
import { readSite } from '../site.ts'

/** New comments that are handed out at once; whoever missed more reads the page again. */
const MOST = 50

/** `GET .../comments/:comment/fragment`: a comment as it stands in a list, for a page that is open. */
export async function showFragment(ctx: PageContext): Promise<void> {
  const { context } = ctx.state
  const asset = await findDiscussion(context, ctx.params['discussion']!)
  const comment = await findComment(context, asset, ctx.params['comment']!)
  const [branch] = await readBranches(context, [comment], { levels: 0 })
  ctx.set('X-Total', String(asset.comment_counts.total))
  answerMarkup(ctx, renderToString(<BranchItem site={await readSite(context)} branch={branch!} levels={0} />))
}

/** `GET .../comments?after=<time>`: comments later than that, oldest first. `X-More` says that these are not all, `X-Read` when this was read. */
export async function showNewer(ctx: PageContext): Promise<void> {
  const { context } = ctx.state
  const after = new Date(queryText(ctx, 'after') ?? 0)
  if (Number.isNaN(after.getTime()))
    throw new BadUserInputError('after is no time; write it as 2026-11-21T09:26:00.000Z')
  ctx.set('X-Read', context.services.clock.now().toISOString())
  const asset = await findDiscussion(context, ctx.params['discussion']!)
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
  answerMarkup(ctx, renderToString(<Branches site={await readSite(context)} branches={branches} levels={0} />))
}
