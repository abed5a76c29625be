import { createRequire } from 'node:module'
import type { PluginRouter } from '@platform/plugin-sdk'
import { parseBody, readJson } from '../../request/body.ts'
import type { RequestContext } from '../../request/state.ts'
import { createReportGate, cspReport } from './csp-report.ts'

const { version } = createRequire(import.meta.url)('@platform/server/package.json') as { version: string }

export function apiRoutes({ koa }: PluginRouter): void {
  for (const path of ['/api/v1', '/api/v2'])
    koa.get(path, ctx => {
      ctx.body = { version, revision: null }
    })

  const mayLog = createReportGate()
  koa.post('/api/v1/csp', async ctx => {
    const {
      state: {
        context: { services, log },
      },
    } = ctx as unknown as RequestContext
    const { 'csp-report': report } = parseBody(
      cspReport,
      await readJson(ctx, ['application/csp-report', 'application/json']),
    )
    if (mayLog(services.clock.now().getTime()))
      log.warn({ report }, 'a browser reports a violated content security policy')
    ctx.status = 202
  })
}
