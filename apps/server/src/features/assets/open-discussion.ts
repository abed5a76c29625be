import type { Asset } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import { LIMITS } from '../limits/service.ts'

/**
 * Finds the discussion of an address, or opens it. Every reader may open a discussion by asking for its page; a limit
 * keeps one client from filling the store.
 *
 * @throws PlatformError INVALID_ASSET_URL for a text that is no address, and for a host that is not permitted.
 */
export function openDiscussion(context: ServerContext, url: string): Promise<Asset> {
  const { assets, limits } = context.services
  return assets.findOrCreateByUrl(url, async () => {
    if (context.address !== null && !context.can('SEARCH_ASSETS'))
      await limits.countFor(context.address, LIMITS.discussionOpened)
  })
}
