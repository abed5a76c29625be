import type { Asset, CommentsQuery, HookObject, SortOrder } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import { dependOnAll, dependOnAsset } from '../comments/resolvers.ts'
import { publicTags } from '../tags/visible.ts'
import { userById } from '../users/resolvers.ts'
import { mergeFields } from './merge-fields.ts'
import { isClosed } from './model.ts'
import { openDiscussion } from './open-discussion.ts'

type Resolvers = NonNullable<HookObject<ServerContext>['resolvers']>
interface Change {
  id: string
  input: Record<string, unknown>
}
interface AssetsArgs {
  query?: {
    value?: string | null
    ids?: readonly string[] | null
    limit?: number | null
    open?: boolean | null
    sortOrder?: SortOrder | null
    cursor?: string | number | null
  } | null
}

export const assetResolvers: Resolvers = {
  RootQuery: {
    async asset(_root, { id, url }: { id?: string | null; url?: string | null }, context) {
      const asset = await (id ? context.loaders.Assets.getByID(id) : openDiscussion(context, url ?? ''))
      if (asset) dependOnAsset(context, asset.id)
      else context.preventSharing()
      return asset
    },
    assets(_root, { query }: AssetsArgs, context) {
      dependOnAll(context)
      return context.loaders.Assets.getByQuery(query ?? {})
    },
    ...mergeFields.RootQuery,
  },
  RootMutation: {
    ...mergeFields.RootMutation,
    async updateAssetSettings(_root, { id, input }: Change, { mutators }) {
      await mutators.Asset.updateSettings(id, input)
      return null
    },
    async updateAssetStatus(_root, { id, input }: Change, { mutators }) {
      await mutators.Asset.updateStatus(id, input)
      return null
    },
    async closeAsset(_root, { id }: { id: string }, { mutators }) {
      await mutators.Asset.closeNow(id)
      return null
    },
    async forceScrapeAsset(_root, { id }: { id: string }, { mutators }) {
      await mutators.Asset.scrape(id)
      return null
    },
    async updateAsset(_root, { id, input }: Change, { mutators }) {
      return { asset: await mutators.Asset.update(id, input) }
    },
  },
  Subscription: {
    assetStatusChanged: ({ id }: Pick<Asset, 'id'>, _args, { loaders }) => loaders.Assets.getByID(id),
  },
  Asset: {
    comments: (asset: Asset, { query, deep }: { query: CommentsQuery | null; deep: boolean | null }, { loaders }) =>
      loaders.Comments.getByQuery({
        ...query,
        asset_id: asset.id,
        ...(deep || typeof query?.parent_id === 'string' ? {} : { parent_id: null }),
      }),
    async comment(asset: Asset, { id }: { id: string }, { loaders }) {
      const comment = await loaders.Comments.get(id)
      return comment?.asset_id === asset.id ? comment : null
    },
    commentCount: (asset: Asset, { tags }: { tags?: string[] | null }, { loaders }) =>
      tags?.length
        ? loaders.Comments.getCountByQuery({ asset_id: asset.id, parent_id: null, tags })
        : asset.comment_counts.roots,
    totalCommentCount: (asset: Asset, { tags }: { tags?: string[] | null }, { loaders }) =>
      tags?.length ? loaders.Comments.getCountByQuery({ asset_id: asset.id, tags }) : asset.comment_counts.total,
    settings: (asset: Asset, _args, { services }) => services.assets.settingsOf(asset),
    own_settings: ({ settings }: Asset) => Object.keys(settings ?? {}),
    isClosed(asset: Asset, _args, context) {
      const now = context.services.clock.now()
      if (asset.closedAt !== null && asset.closedAt > now) context.expiresAt(asset.closedAt)
      return isClosed(asset, now)
    },
    status_history: ({ status_history: history }: Asset) => history ?? [],
    tags: (asset: Asset, _args, context) => publicTags(asset.tags, context),
  },
  AssetStatusHistory: {
    assigned_by: (entry: { assigned_by: string | null }, _args, context) => userById(entry.assigned_by, context),
  },
}
