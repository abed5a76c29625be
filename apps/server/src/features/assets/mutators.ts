import { type CoreMutators, NotAuthorizedError } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'

/** `context.mutators.Asset`: changes of discussions, for moderators. */
export function assetMutators(context: ServerContext): { Asset: CoreMutators['Asset'] } {
  const { assets, scraper } = context.services
  const guard = (permission: string) => {
    if (!context.can(permission)) throw new NotAuthorizedError()
  }
  return {
    Asset: {
      async updateSettings(id, settings) {
        guard('UPDATE_ASSET_SETTINGS')
        return assets.updateSettings(id, settings)
      },
      async updateStatus(id, status) {
        guard('UPDATE_ASSET_STATUS')
        return assets.updateStatus(id, status, context.user)
      },
      async closeNow(id) {
        guard('UPDATE_ASSET_STATUS')
        return assets.close(id, context.user)
      },
      async scrape(id) {
        guard('UPDATE_ASSET_STATUS')
        await scraper.refresh(id)
      },
      async update(id, values) {
        guard('UPDATE_ASSET_SETTINGS')
        return assets.update(id, values)
      },
    },
  }
}
