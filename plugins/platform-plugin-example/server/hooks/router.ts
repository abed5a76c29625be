import { needed, type PluginApp, type PluginRouter } from '@platform/plugin-sdk'
import { i18n } from '@platform/server/services/i18n'
import type { ExampleContext } from '../context-types.ts'
import { tally } from '../tally.ts'
import { guestsOnly } from './sign-in.ts'

/**
 * `router`: mounts Express routes, or koa routes by `router.koa`. Use it for requests that are not GraphQL: webhooks,
 * files, sign-ins. Put `needed(...)` before the handler of a route that is not public.
 */
export function router(routes: PluginRouter<ExampleContext>): void {
  routes.get('/api/v1/example/stars', needed(), async (req, res) => res.json(await req.context.loaders.Stars.mine()))
  routes.get('/api/v1/example/greeting', guestsOnly, (req, res) =>
    res.json({ greeting: i18n.t('example.greeting', req.user?.username) }),
  )
  routes.koa.get('/api/v1/example/tally', needed('ADMIN'), ctx => {
    ctx.body = tally
  })
}

/**
 * `app`: gets an Express application that every request passes first. Use it for middleware that must see every
 * request, also those to the core and to other plugins: for headers or measurements. For routes use `router`.
 */
export function app(server: PluginApp): void {
  server.use((_req, res, next) => {
    res.set('permissions-policy', 'browsing-topics=()')
    next()
  })
}
