import { type Asset, NotFoundError, PlatformError } from '@platform/plugin-sdk'
import { documents } from '@platform/stream'
import type { ServerContext } from '../../contract/context.ts'
import { dependOnAsset } from '../../features/comments/resolvers.ts'
import { ask } from '../stream/ask.ts'

/** @throws NotFoundError */
export async function findDiscussion(context: ServerContext, id: string): Promise<Asset> {
  const asset = await context.loaders.Assets.getByID(id)
  if (!asset) throw new NotFoundError('The discussion')
  dependOnAsset(context, asset.id)
  return asset
}

/**
 * Finds the discussion of a page's address, or opens it if the host of the page is permitted, by the same rules as for
 * clients of the graph.
 *
 * @throws NotFoundError, and PlatformError INVALID_ASSET_URL with the reason in words for a reader.
 */
export async function openDiscussion(context: ServerContext, address: string): Promise<Asset> {
  const { asset } = await ask(context, documents.FindDiscussion, { id: null, url: address }).catch(error => {
    throw isInvalid(error) ? refusalOf(address) : error
  })
  if (!asset) throw new NotFoundError('The discussion')
  return findDiscussion(context, asset.id)
}

function isInvalid(error: unknown): boolean {
  return error instanceof PlatformError && error.translation_key === 'INVALID_ASSET_URL'
}

/** Why an address has no discussion, for a reader who followed a link or sees a frame. */
function refusalOf(address: string): PlatformError {
  if (!/^https?:/i.test(address) || !URL.canParse(address))
    return new PlatformError(
      'INVALID_ASSET_URL',
      'The link that brought you here names no page: its asset_url is not a web address.',
    )
  const host = new URL(address).hostname
  return new PlatformError(
    'INVALID_ASSET_URL',
    `There are no discussions here about pages of ${host}. ` +
      'If that site is yours, add its host to the permitted domains.',
    { metadata: { host } },
  )
}
