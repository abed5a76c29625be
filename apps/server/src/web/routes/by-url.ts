import { BadUserInputError, PlatformError } from '@platform/plugin-sdk'
import { openDiscussion } from '../../features/assets/open-discussion.ts'
import { seeOther } from '../../request/own-path.ts'
import { addresses } from '../addresses.ts'
import { type PageContext, queryText } from '../route.ts'
import { readSite } from '../site.ts'

/**
 * `GET /discussions/by-url?asset_url=…`: leads to the discussion of a page, for readers without script. The discussion
 * is opened if the host of the page is permitted.
 */
export async function leadToDiscussion(ctx: PageContext): Promise<void> {
  const { context } = ctx.state
  const address = queryText(ctx, 'asset_url')
  if (address === null)
    throw new BadUserInputError('This link does not say which page you want to discuss: its asset_url is missing.')
  const { id } = await openDiscussion(context, address).catch(error => {
    throw isInvalid(error) ? new PlatformError('INVALID_ASSET_URL', reasonFor(address)) : error
  })
  const site = await readSite(context)
  seeOther(ctx, site.path(addresses.discussion(id)))
}

function isInvalid(error: unknown): boolean {
  return error instanceof PlatformError && error.translation_key === 'INVALID_ASSET_URL'
}

/** The reason in words for a reader who followed a link. */
function reasonFor(address: string): string {
  if (!/^https?:/i.test(address) || !URL.canParse(address))
    return 'The link that brought you here names no page: its asset_url is not a web address.'
  return (
    `There are no discussions here about pages of ${new URL(address).hostname}. ` +
    'If that site is yours, add its host to the permitted domains.'
  )
}
