import { createRequire } from 'node:module'
import type { PluginRouter } from '@platform/plugin-sdk'
import { z } from 'zod'
import { defineFeature } from '../../contract/define-feature.ts'
import { parseBody, readJson } from '../../request/body.ts'
import { requestOf } from '../../request/state.ts'
import { createReportGate, cspReport } from './csp-report.ts'

const { version } = z
  .object({ version: z.string() })
  .parse(createRequire(import.meta.url)('@platform/server/package.json'))

function apiRoutes({ koa }: PluginRouter): void {
  for (const path of ['/api/v1', '/api/v2'])
    koa.get(path, ctx => {
      ctx.body = { version, revision: null }
    })

  const mayLog = createReportGate()
  koa.post('/api/v1/csp', async ctx => {
    const { services, log } = requestOf(ctx).state.context
    const { 'csp-report': report } = parseBody(
      cspReport,
      await readJson(ctx, ['application/csp-report', 'application/json']),
    )
    if (mayLog(services.clock.now().getTime()))
      log.warn({ report }, 'a browser reports a violated content security policy')
    ctx.status = 202
  })
}

/** The version of the server, and the reports that browsers send. */
export const apiFeature = defineFeature({
  name: 'api',
  router: apiRoutes,
  permissions: {
    'GET /api/v1': 'ANYBODY',
    'GET /api/v2': 'ANYBODY',
    'POST /api/v1/csp': 'ANYBODY',
  },
})
