import type { AccessTable } from '../../contract/access.ts'

/** Who finds and changes discussions. */
export const assetPermissions: AccessTable = {
  'RootQuery.asset': 'ANYBODY',
  'RootQuery.assets': 'SEARCH_ASSETS',
  'Asset.status_history': 'SEARCH_ASSETS',
  'RootMutation.updateAssetSettings': 'UPDATE_ASSET_SETTINGS',
  'RootMutation.updateAsset': 'UPDATE_ASSET_SETTINGS',
  'RootMutation.updateAssetStatus': 'UPDATE_ASSET_STATUS',
  'RootMutation.closeAsset': 'UPDATE_ASSET_STATUS',
  'RootMutation.forceScrapeAsset': 'UPDATE_ASSET_STATUS',
  'Subscription.assetStatusChanged': 'ANYBODY',
  'GET /api/v1/assets': 'SEARCH_ASSETS',
  'GET /api/v1/assets/:id': 'SEARCH_ASSETS',
  // More settings than moderators have over GraphQL, so this is for those who run the site.
  'PUT /api/v1/assets/:id/settings': 'UPDATE_SETTINGS',
  'PUT /api/v1/assets/:id/status': 'UPDATE_ASSET_STATUS',
  'GET /api/v2/stories': 'SEARCH_ASSETS',
}
