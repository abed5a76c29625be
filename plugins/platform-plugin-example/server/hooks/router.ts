import { needed, type PluginRouter } from '@platform/plugin-sdk'
import { i18n } from '@platform/server/services/i18n'
import type { ExampleContext } from '../context-types.ts'
import { tally } from '../tally.ts'
import { guestsOnly } from './sign-in.ts'

/**
 * `router`: routes of your own, Express's, or koa's by `router.koa`. Use them for what is not GraphQL: webhooks, files,
 * sign-ins. Put `needed(...)` in front of routes that are not public.
 */
export function router(routes: PluginRouter<ExampleContext>): void {
  routes.get('/api/v1/example/bookmarks', needed(), async (req, res) =>
    res.json(await req.context.loaders.Bookmarks.mine()),
  )
  routes.get('/api/v1/example/greeting', guestsOnly, (req, res) =>
    res.json({ greeting: i18n.t('example.greeting', req.user?.username) }),
  )
  routes.koa.get('/api/v1/example/tally', needed('ADMIN'), ctx => {
    ctx.body = tally
  })
}
