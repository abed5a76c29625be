import { PlatformError, type PluginRouter } from '@platform/plugin-sdk'
import { defineFeature } from '../../contract/define-feature.ts'
import { parseBody, readBody, readJson } from '../../request/body.ts'
import { requestOf } from '../../request/state.ts'
import { SERVER_VERSION } from '../../runtime/version.ts'
import { LIMITS } from '../limits/service.ts'
import { createReportGate, cspReport } from './csp-report.ts'

/** The most bytes of a browser's report. */
const LONGEST_REPORT = 8 * 1024

function apiRoutes({ koa }: PluginRouter): void {
  for (const path of ['/api/v1', '/api/v2'])
    koa.get(path, ctx => {
      ctx.body = { version: SERVER_VERSION, revision: null }
    })

  const mayLog = createReportGate()
  koa.post('/api/v1/csp', async ctx => {
    const { services, log } = requestOf(ctx).state.context
    const body = await readJson(ctx, ['application/csp-report', 'application/json'])
    if ((await readBody(ctx.req)).length > LONGEST_REPORT)
      throw new PlatformError('PAYLOAD_TOO_LARGE', `A report has at most ${LONGEST_REPORT / 1024} KiB`, { status: 413 })
    const { 'csp-report': report } = parseBody(cspReport, body)
    await services.limits.countFor(ctx.ip, LIMITS.policyReported)
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
