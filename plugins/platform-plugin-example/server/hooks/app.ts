import type Koa from 'koa'

/**
 * `app`: the HTTP application, before anything else is mounted. Use it for what must see every request, those of the
 * core and of other plugins too: headers, measurements. For routes use `router`.
 */
export function app(server: Koa): void {
  server.use((ctx, next) => {
    ctx.set('permissions-policy', 'browsing-topics=()')
    return next()
  })
}
