import { BadUserInputError } from '@platform/plugin-sdk'
import { seeOther } from '../../request/own-path.ts'
import { addresses } from '../addresses.ts'
import { openDiscussion } from '../model/discussion.ts'
import { type PageContext, queryText } from '../route.ts'
import { pagePath } from '../site.ts'

/**
 * `GET /discussions/by-url?asset_url=…`: leads to the discussion of a page, for readers without script. The discussion
 * is opened if the host of the page is permitted.
 */
export async function leadToDiscussion(ctx: PageContext): Promise<void> {
  const { context } = ctx.state
  const address = queryText(ctx, 'asset_url')
  if (address === null)
    throw new BadUserInputError('This link does not say which page you want to discuss: its asset_url is missing.')
  const { id } = await openDiscussion(context, address)
  seeOther(ctx, pagePath(ctx, addresses.discussion(id)))
}
