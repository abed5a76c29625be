import { type Asset, NotFoundError } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import { isClosed } from '../../features/assets/model.ts'
import { dependOnAsset } from '../../features/comments/resolvers.ts'

/** @throws NotFoundError */
export async function findDiscussion(context: ServerContext, id: string): Promise<Asset> {
  const asset = await context.loaders.Assets.getByID(id)
  if (!asset) throw new NotFoundError('The discussion')
  dependOnAsset(context, asset.id)
  return asset
}

/** Why a discussion is closed; `null` while it is open. */
export async function reasonForClosing(context: ServerContext, asset: Asset): Promise<string | null> {
  const settings = await context.services.assets.settingsOf(asset)
  if (settings.disableCommenting)
    return settings.disableCommentingMessage || 'Commenting is switched off at the moment.'
  if (isClosed(asset, context.services.clock.now()))
    return asset.closedMessage || settings.closedMessage || 'This discussion is closed.'
  if (asset.closedAt) context.expiresAt(asset.closedAt)
  return null
}
