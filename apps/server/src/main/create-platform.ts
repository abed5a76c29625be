import { randomUUID } from 'node:crypto'
import { createPermissionCheck } from '@platform/auth'
import { CompositionError, disablePlugins, namesOf, type Remarks, reportOf } from '@platform/plugin-host'
import type Koa from 'koa'
import { compose } from '../composition/compose.ts'
import type { Composition } from '../composition/composition.ts'
import { attributeIndexes, declaredIndexes } from '../composition/indexes.ts'
import { defineJobs } from '../composition/jobs.ts'
import { defineMails } from '../composition/mails.ts'
import type { Foundations } from '../composition/services/services.ts'
import { createApp } from '../http/app.ts'
import { createOutbound } from '../outbound/outbound.ts'
import { createEvents } from '../pubsub/events.ts'
import { createRevisions } from '../pubsub/revisions.ts'
import { systemClock } from '../runtime/clock.ts'
import { makeCurrent } from '../runtime/current.ts'
import type { Log } from '../runtime/log.ts'
import { core as wholeCore } from './core.ts'
import { connectPlugins, type Lifecycle, startLifecycle } from './lifecycle.ts'
import type { Platform, PlatformParts } from './platform.ts'

/**
 * Makes a platform: the composition of the core's features and the plugins on the stores, then indexes reconciled and
 * plugins initialised.
 *
 * @throws CompositionError naming every problem of every plugin.
 */
export async function createPlatform(parts: PlatformParts): Promise<Platform> {
  const foundations = createFoundations(parts)
  const composition = compose([...(parts.core ?? wholeCore), ...parts.plugins], foundations)
  const state: Running = { draining: false }
  const platform = describePlatform(parts, { foundations, composition, state })
  tell(composition.remarks, parts.log)
  try {
    await start(parts, { platform, state })
  } catch (error) {
    await platform.close()
    const without = withoutFailed(parts, error)
    if (without) return createPlatform(without)
    throw error
  }
  return platform
}

/** What has been started, and whether it is being stopped. */
interface Running {
  app?: Koa
  draining: boolean
  lifecycle?: Lifecycle
  release?: () => void
}

/** The services that are there before anything is composed. */
function createFoundations({
  config,
  log,
  docstore,
  kvstore,
  tokens,
  clock = systemClock,
}: PlatformParts): Foundations {
  const instance = randomUUID()
  return {
    config,
    log,
    docstore,
    kvstore,
    tokens,
    clock,
    instance,
    permits: createPermissionCheck({ now: () => clock.now().getTime() }),
    outbound: createOutbound({ allowed: config.outboundAllow }),
    revisions: createRevisions(instance, error =>
      log.error({ err: error }, 'a change could not be told to the other instances'),
    ),
    events: createEvents(kvstore, error => log.error({ err: error }, 'an event was not delivered')),
  }
}

interface Assembled {
  readonly foundations: Foundations
  readonly composition: Composition
  readonly state: Running
}

function describePlatform(parts: PlatformParts, { foundations, composition, state }: Assembled): Platform {
  const { services } = composition
  const { kvstore, outbound, revisions } = foundations
  const platform: Platform = {
    ...foundations,
    services,
    composition,
    setupToken: services.setupToken,
    leftOut: [...(parts.leftOut ?? []), ...composition.disabled],
    get app() {
      return (state.app ??= createApp(composition))
    },
    get ready() {
      return !state.draining && state.lifecycle !== undefined && kvstore.ready
    },
    drain() {
      state.draining = true
    },
    async close() {
      await services.jobs.stop()
      await state.lifecycle?.stop()
      await composition.close()
      await outbound.close()
      await revisions.close()
      state.release?.()
    },
  }
  return platform
}

async function start(parts: PlatformParts, { platform, state }: { platform: Platform; state: Running }): Promise<void> {
  const { composition, services } = platform
  await defineJobs(composition)
  await defineMails(composition)
  await services.mail.checkTemplates()
  await attributeIndexes(composition.plugins, () =>
    parts.docstore.reconcileIndexes(declaredIndexes(composition.plugins)),
  )
  await platform.revisions.connect(parts.kvstore)
  await services.sessions.connect()
  state.release = makeCurrent(services)
  state.lifecycle = await startLifecycle(composition.plugins, parts.log)
  if (!parts.serves) return
  state.app = createApp(composition)
  await connectPlugins(composition)
}

/** What an operator should know of the plugins together. */
function tell({ warnings, overrides }: Remarks, log: Log): void {
  for (const warning of warnings) log.warn({ plugins: namesOf(warning) }, reportOf(warning))
  for (const { what, owner, over } of overrides)
    log.info(
      { plugins: [owner, over] },
      `${what} of ${owner} is used in place of the one of ${over}, as its settings allow`,
    )
}

/** The parts without the plugin that failed to start, if it may be left out, and without those that require it. */
function withoutFailed(parts: PlatformParts, error: unknown): PlatformParts | null {
  if (!(error instanceof CompositionError)) return null
  const { disabled } = disablePlugins(parts.plugins, error.problems)
  if (disabled.length === 0) return null
  return {
    ...parts,
    plugins: parts.plugins.filter(({ name }) => !disabled.some(gone => gone.name === name)),
    leftOut: [...(parts.leftOut ?? []), ...disabled],
  }
}
