import { PART_FUNCTIONS, SLOT_NAMES } from '@platform/client-sdk'
import { isSameName } from '@platform/plugin-host'
import { PlatformError, type PluginRouter, type Services } from '@platform/plugin-sdk'
import { z } from 'zod'
import { defineFeature } from '../../contract/define-feature.ts'
import { indexesOf } from '../../contract/indexes.ts'
import { parseBody, readBody, readJson } from '../../request/body.ts'
import { requestOf } from '../../request/state.ts'
import { LIMITS } from '../limits/service.ts'
import { knownPlugins } from '../plugins/known-plugins.ts'
import { createPartFailures, type PartFailures, partFailureIndexes } from './part-failures.ts'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly partFailures: PartFailures
  }
}

/** What a browser says about a component that threw. The error itself stays in the console of the reader. */
const report = z.strictObject({
  plugin: z.string().min(1).max(214),
  slot: z.enum([...SLOT_NAMES, ...PART_FUNCTIONS]),
})

/** The most bytes of a browser's report. */
const LONGEST_REPORT = 1024

/** Every plugin that runs or has a client part, with what of it fails. */
async function inventoryOf(services: Pick<Services, 'composition' | 'partFailures' | 'streamBuild'>) {
  const failures = await services.partFailures.list()
  return knownPlugins(services)
    .filter(({ loaded, client }) => loaded || client)
    .map(({ name, version, loaded, client }) => ({
      name,
      version,
      server: loaded !== null,
      client,
      hooks: Object.keys(loaded?.hooks ?? {}),
      failures: failures
        .filter(({ plugin }) => isSameName(plugin, name))
        .map(({ slot, side, count, last_at }) => ({ slot, side, count, last_at })),
    }))
}

function inventoryRoutes({ koa }: PluginRouter): void {
  koa.get('/api/v1/plugins', async ctx => {
    ctx.set('Cache-Control', 'no-store')
    ctx.body = { plugins: await inventoryOf(requestOf(ctx).state.context.services) }
  })
  koa.post('/api/v1/plugins/failures', async ctx => {
    const { services } = requestOf(ctx).state.context
    const body = await readJson(ctx, ['application/json'])
    if ((await readBody(ctx.req)).length > LONGEST_REPORT)
      throw new PlatformError('PAYLOAD_TOO_LARGE', `A report has at most ${LONGEST_REPORT} bytes`, { status: 413 })
    const failure = parseBody(report, body)
    await services.limits.countFor(ctx.ip, LIMITS.partFailed)
    services.partFailures.note(failure, 'browser')
    ctx.status = 202
  })
}

/** The plugins that run, and which components of them fail. */
export const inventoryFeature = defineFeature({
  name: 'inventory',
  router: inventoryRoutes,
  permissions: { 'GET /api/v1/plugins': 'UPDATE_CONFIG', 'POST /api/v1/plugins/failures': 'ANYBODY' },
  indexes: indexesOf(partFailureIndexes),
  services: {
    partFailures: { needs: ['clock', 'docstore', 'log', 'streamBuild'], create: createPartFailures },
  },
})
