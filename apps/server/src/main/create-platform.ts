import { randomUUID } from 'node:crypto'
import { createPasswords, createPermissionCheck } from '@platform/auth'
import { CompositionError, disablePlugins, namesOf, type Remarks, reportOf } from '@platform/plugin-host'
import type Koa from 'koa'
import { logPluginFailure } from '../composition/attribution.ts'
import { compose } from '../composition/compose.ts'
import type { Composition } from '../composition/composition.ts'
import { attributeIndexes, declaredIndexes } from '../composition/indexes.ts'
import { defineJobs } from '../composition/jobs.ts'
import { defineMails } from '../composition/mails.ts'
import { withModels } from '../composition/models.ts'
import type { Foundations } from '../composition/services/services.ts'
import { createApp } from '../http/app.ts'
import { DEADLINES } from '../http/deadlines.ts'
import { createOutbound } from '../outbound/outbound.ts'
import { createEvents } from '../pubsub/events.ts'
import { createPeers } from '../pubsub/peers.ts'
import { createRevisions } from '../pubsub/revisions.ts'
import { systemClock } from '../runtime/clock.ts'
import { makeCurrent } from '../runtime/current-services.ts'
import type { Log } from '../runtime/log.ts'
import { logFailure } from '../runtime/outage.ts'
import { core as wholeCore } from './core.ts'
import { connectPlugins, type Lifecycle, startLifecycle } from './lifecycle.ts'
import type { Platform, PlatformParts } from './platform.ts'
import { FAULT_GRACE } from './stopping.ts'

/**
 * Makes a platform and starts it: composes the core features and the plugins, reconciles the indexes, starts the
 * services and initialises the plugins. When a plugin that fails may be disabled, the platform is made without it.
 *
 * @throws CompositionError naming every problem of every plugin.
 */
export async function createPlatform(parts: PlatformParts): Promise<Platform> {
  const foundations = createFoundations(parts)
  const composition = compose(
    [...(parts.core ?? wholeCore), ...parts.plugins.map(withModels)],
    foundations,
    parts.disabled,
  )
  const state: Running = { draining: false }
  const platform = describePlatform(parts, { foundations, composition, state })
  logRemarks(composition.remarks, parts.log)
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

/** The parts that have been started, and whether the platform is being stopped. */
interface Running {
  app?: Koa
  draining: boolean
  lifecycle?: Lifecycle
  release?: () => void
}

/** Makes the services that exist before anything is composed. */
function createFoundations({
  config,
  log,
  docstore,
  kvstore,
  tokens,
  streamBuild,
  clock = systemClock,
  passwordCost,
}: PlatformParts): Foundations {
  const serverId = randomUUID()
  // A server that has given up its connection to the key-value store is about to end.
  const peers = createPeers({ serverId, gone: config.kvstore.maxRetryTime + FAULT_GRACE })
  const logged = (text: string) => (error: unknown) => logFailure(log, error, { text })
  return {
    config,
    log,
    docstore,
    kvstore,
    tokens,
    streamBuild,
    clock,
    serverId,
    passwordHashes: createPasswords({ cost: passwordCost }),
    permits: createPermissionCheck({ now: () => clock.now().getTime() }),
    outbound: createOutbound({ allowed: config.outboundAllow }),
    peers,
    revisions: createRevisions({
      serverId,
      peers,
      onError: logged('a change could not be announced to the other servers'),
    }),
    events: createEvents({
      serverId,
      kvstore,
      peers,
      onError: logged('an event was not delivered'),
      onListenerError: (error, plugin) =>
        plugin ? logPluginFailure(log, error, plugin) : logged('a listener of an event failed')(error),
    }),
  }
}

interface Assembled {
  readonly foundations: Foundations
  readonly composition: Composition
  readonly state: Running
}

function describePlatform(parts: PlatformParts, { foundations, composition, state }: Assembled): Platform {
  const { services } = composition
  const { peers, kvstore, outbound, revisions } = foundations
  const platform: Platform = {
    ...foundations,
    services,
    composition,
    deadlines: { ...DEADLINES, ...parts.deadlines },
    disabled: composition.disabled,
    get app() {
      state.app ??= createApp(composition, platform.deadlines)
      return state.app
    },
    get isRunning() {
      return !state.draining && state.lifecycle !== undefined
    },
    get ready() {
      return platform.isRunning && kvstore.ready
    },
    drain() {
      state.draining = true
    },
    async close() {
      await composition.stop()
      await state.lifecycle?.stop()
      await composition.close()
      await outbound.close()
      await revisions.close()
      await peers.close()
      state.release?.()
    },
  }
  return platform
}

async function start(parts: PlatformParts, { platform, state }: { platform: Platform; state: Running }): Promise<void> {
  const { composition } = platform
  const { plugins, services } = composition
  state.release = makeCurrent(services)
  await defineJobs(composition)
  await defineMails(composition)
  await attributeIndexes(plugins, async () => {
    // Of servers that start together one makes the indexes, and the others wait for it.
    const { kept } = await parts.docstore.exclusively('migrations', hold =>
      parts.docstore.reconcileIndexes(declaredIndexes(plugins), { keepUndeclared: true, hold }),
    )
    for (const { collection, name, isFormer } of kept)
      parts.log.info(
        isFormer
          ? `the index ${collection}.${name} has keys that another version declares; ` +
              'once all servers run this one, the command platform indexes removes it'
          : `no feature or plugin declares the index ${collection}.${name}; the command platform indexes removes it`,
      )
  })
  parts.docstore.onUnansweredWrite?.(platform.peers.doubt)
  await platform.peers.connect(parts.kvstore)
  await platform.revisions.connect(parts.kvstore)
  await composition.start()
  state.lifecycle = await startLifecycle(plugins, parts.log)
  if (!parts.serves) return
  state.app = createApp(composition, platform.deadlines)
  await connectPlugins(composition)
  await composition.serve()
}

/** Writes the warnings and overrides to the log, for the operator. */
function logRemarks({ warnings, overrides }: Remarks, log: Log): void {
  for (const warning of warnings) log.warn({ plugins: namesOf(warning) }, reportOf(warning))
  for (const { what, owner, over } of overrides)
    log.info(
      { plugins: [owner, over] },
      `${what} of ${owner} is used in place of the one of ${over}, as its settings allow`,
    )
}

/**
 * The parts without the plugins that failed to start and those that require them; `null` when one may not be disabled.
 */
function withoutFailed(parts: PlatformParts, error: unknown): PlatformParts | null {
  if (!(error instanceof CompositionError)) return null
  const { disabled } = disablePlugins(parts.plugins, error.problems)
  if (disabled.length === 0) return null
  return {
    ...parts,
    plugins: parts.plugins.filter(({ name }) => !disabled.some(gone => gone.name === name)),
    disabled: [...(parts.disabled ?? []), ...disabled],
  }
}
