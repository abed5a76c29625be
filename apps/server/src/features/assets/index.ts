import { assetsTypeDefs } from '@platform/core-schema'
import type { Asset, CoreLoaders, PersonalData } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import { defineFeature } from '../../contract/define-feature.ts'
import { indexesOf } from '../../contract/indexes.ts'
import { pageLimit } from '../../paging/limit.ts'
import { byIdLoader } from '../../runtime/by-id-loader.ts'
import { forgetDecider } from '../erase-steps.ts'
import { mergeJobs } from './merge-fields.ts'
import { assetIndexes } from './model.ts'
import { assetMutators } from './mutators.ts'
import { assetResolvers } from './resolvers.ts'
import { assetRoutes } from './routes.ts'
import { createScraper, type ScraperService, scraperJobs } from './scraper/service.ts'
import { type AssetsService, createAssets } from './service.ts'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly assets: AssetsService
    readonly scraper: ScraperService
  }
}

/** The decisions of a moderator to open or close discussions. */
const personalData: PersonalData<ServerContext> = {
  async *export(userId, { services: { docstore } }) {
    const decided = docstore.collection<Asset>('assets').find({ 'status_history.assigned_by': userId })
    for await (const { id, status_history = [] } of decided)
      for (const { closedAt, assigned_by, created_at } of status_history)
        if (assigned_by === userId) yield { name: 'discussions', record: { asset_id: id, closedAt, created_at } }
  },
  erase: (userId, { services: { docstore } }) => forgetDecider(docstore, 'assets', 'status_history')(userId),
}

/** Assets: the pages, articles and topics that are discussed. */
export const assetsFeature = defineFeature({
  name: 'assets',
  typeDefs: assetsTypeDefs,
  resolvers: assetResolvers,
  mutators: assetMutators,
  setupFunctions: {
    assetStatusChanged: (_options, { asset_id: wanted }: { asset_id: string }) => ({
      assetStatusChanged: { filter: ({ id }: Pick<Asset, 'id'>) => id === wanted },
    }),
  },
  router: assetRoutes,
  loaders({ services }): { Assets: CoreLoaders['Assets'] } {
    const { assets } = services
    const byId = byIdLoader(ids => assets.findByIds(ids))
    return {
      Assets: {
        getByID: id => byId.load(id),
        findByUrl: url => assets.findByUrl(url),
        getByQuery: ({ value, ids, open, limit, sortOrder, cursor }) =>
          assets.list({
            value: value ?? null,
            ids: ids ?? null,
            open: open ?? null,
            page: { limit: pageLimit(limit), cursor: cursor ?? null, direction: sortOrder === 'ASC' ? 1 : -1 },
          }),
      },
    }
  },
  permissions: {
    'RootQuery.asset': 'ANYBODY',
    'RootQuery.assets': 'SEARCH_ASSETS',
    'Asset.status_history': 'SEARCH_ASSETS',
    'Asset.own_settings': 'SEARCH_ASSETS',
    'RootQuery.mergePreview': 'MERGE_ASSETS',
    'RootMutation.mergeAssets': 'MERGE_ASSETS',
    'RootMutation.updateAssetSettings': 'UPDATE_ASSET_SETTINGS',
    'RootMutation.updateAsset': 'UPDATE_ASSET_SETTINGS',
    'RootMutation.updateAssetStatus': 'UPDATE_ASSET_STATUS',
    'RootMutation.closeAsset': 'UPDATE_ASSET_STATUS',
    'RootMutation.forceScrapeAsset': 'UPDATE_ASSET_STATUS',
    'Subscription.assetStatusChanged': 'ANYBODY',
    'GET /api/v1/assets': 'SEARCH_ASSETS',
    'GET /api/v1/assets/:id': 'SEARCH_ASSETS',
    // This route changes more settings than GraphQL lets moderators change, so it is for administrators.
    'PUT /api/v1/assets/:id/settings': 'UPDATE_SETTINGS',
    'PUT /api/v1/assets/:id/status': 'UPDATE_ASSET_STATUS',
    'GET /api/v2/stories': 'SEARCH_ASSETS',
  },
  jobs: { ...scraperJobs, ...mergeJobs },
  personalData,
  services: {
    assets: {
      needs: ['docstore', 'settings', 'revisions', 'events', 'clock', 'composition', 'scraper'],
      create: ({ scraper, ...needed }) => createAssets({ ...needed, onOpened: asset => scraper.welcome(asset) }),
    },
    scraper: { needs: ['config', 'jobs', 'outbound', 'docstore', 'revisions', 'clock', 'log'], create: createScraper },
  },
  indexes: indexesOf(assetIndexes),
})
