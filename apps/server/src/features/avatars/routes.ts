import { NotFoundError, type PluginRouter } from '@platform/plugin-sdk'
import { requestOf } from '../../request/state.ts'

/** The route from which browsers load avatars. */
export function avatarRoutes({ koa }: PluginRouter): void {
  koa.get('/avatars/:avatar', async context => {
    const ctx = requestOf(context)
    const avatarId = String(context.params['avatar'])
    const { avatars, config } = ctx.state.context.services
    const picture = await avatars.read(avatarId)
    if (!picture) throw new NotFoundError('The picture')
    ctx.set({
      // Each picture has an address of its own. A content delivery network forgets it early, because it may be removed.
      'Cache-Control': `public, max-age=31536000, s-maxage=${config.sharedMaxAge}, immutable`,
      ETag: `"${avatarId}"`,
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
    })
    // The picture depends on no caller, so no cookie goes with it.
    ctx.remove('Set-Cookie')
    ctx.status = 200
    if (ctx.fresh) {
      ctx.status = 304
      return
    }
    ctx.type = 'image/jpeg'
    ctx.body = picture
  })
}
