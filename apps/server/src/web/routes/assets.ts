import { NotFoundError } from '@platform/plugin-sdk'
import { assets } from '../asset-manifest.ts'
import type { PageContext } from '../route.ts'

/** `GET /assets/:file`: a file of the manifest, for ever the same under its name. */
export function sendAsset(ctx: PageContext): void {
  const { config } = ctx.state.context.services
  const file = config.disableStaticServer ? undefined : assets.find(ctx.params['file'] ?? '')
  if (!file) throw new NotFoundError('The file')
  ctx.type = file.type
  ctx.body = file.bytes
  ctx.set('Cache-Control', 'public, max-age=31536000, immutable')
  // A content delivery network may hand it to pages of another origin; a cookie must not travel with it.
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
  ctx.remove('Set-Cookie')
}
