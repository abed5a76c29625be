import {
  CompositionError,
  correctOrDisable,
  isThenable,
  type LoadedPlugin,
  label,
  messageOf,
  type Problem,
  referenceTo,
} from '@platform/plugin-host'
import pTimeout from 'p-timeout'
import type { Composed } from '../../contract/composed.ts'
import type { Services } from '../../contract/services.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import type { Events } from '../../pubsub/events.ts'
import type { Peers } from '../../pubsub/peers.ts'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Log } from '../../runtime/log.ts'
import { attribute } from '../attribution.ts'
import { claimAll, type Ledger } from '../ledger.ts'
import {
  type AnyDefinition,
  type DefinedService,
  inOrder,
  needsOf,
  reserved,
  serviceCircles,
  unknownNeeds,
} from './needs.ts'
import { pluginService } from './plugin-services.ts'

/** The services that main makes before anything is composed. No plugin can replace them. */
export interface Foundations
  extends Pick<
    Services,
    | 'clock'
    | 'config'
    | 'docstore'
    | 'serverId'
    | 'kvstore'
    | 'log'
    | 'passwordHashes'
    | 'permits'
    | 'streamBuild'
    | 'tokens'
  > {
  readonly events: Events
  readonly peers: Peers
  readonly outbound: Outbound
  readonly revisions: Revisions
}

/** The services of all plugins. Each is made when it is first read. */
export interface ComposedServices {
  readonly services: Services
  /** Conflicts, unknown needs and circles, which are found before any service is made. */
  readonly problems: readonly Problem[]
  /** Makes the services that were not read yet, so that what fails fails before the server answers. */
  makeAll(): readonly Problem[]
  /**
   * Calls `start` of the services, each after those it needs.
   *
   * @throws CompositionError naming every plugin that failed.
   */
  start(): Promise<void>
  /** Calls `serve` of the services in the same order. @throws CompositionError naming every plugin that failed. */
  serve(): Promise<void>
  /** Calls `stop` of the services that were made, in the reverse order of making. */
  stop(): Promise<void>
  /** Calls `close` of the services that were made, in the reverse order of making. */
  close(): Promise<void>
}

/** How long a plugin's service may take to start, and any service to stop or to close. Milliseconds. */
const DEADLINE = 10_000

/** Puts the services that plugins define beside the foundations. */
export function composeServices(
  plugins: readonly LoadedPlugin[],
  { ledger, foundations, composition }: { ledger: Ledger; foundations: Foundations; composition: Composed },
): ComposedServices {
  const given: Readonly<Record<string, unknown>> = { ...foundations, composition }
  const all = plugins.flatMap(plugin =>
    Object.entries((plugin.hooks.services ?? {}) as Readonly<Record<string, AnyDefinition>>).map(
      ([name, definition]): DefinedService => ({ name, plugin, definition }),
    ),
  )
  const owned = claimAll(
    ledger,
    'service',
    all.filter(({ name }) => !(name in given)),
  )
  const defined = new Map(owned.map(service => [service.name, service]))
  const made = new Map<string, unknown>()
  const read = (name: string): unknown => {
    const service = defined.get(name)
    if (!service) return given[name]
    if (!made.has(name)) made.set(name, make(service, read))
    return made.get(name)
  }
  const known = [...Object.keys(given), ...defined.keys()]
  const services = Object.defineProperties(
    {},
    Object.fromEntries(known.map(name => [name, { enumerable: true, get: () => read(name) }])),
  ) as Services
  const madeLastFirst = () => [...made.keys()].toReversed().flatMap(name => defined.get(name) ?? [])
  return {
    services,
    problems: [
      ...all.filter(({ name }) => name in given).map(reserved),
      ...owned.flatMap(service => unknownNeeds(service, known)),
      ...serviceCircles(defined),
    ],
    makeAll: () => makeEach(inOrder(owned), read),
    start: () => begin('start', inOrder(owned), read),
    serve: () => begin('serve', inOrder(owned), read),
    stop: () => end('stop', madeLastFirst(), { read, log: foundations.log }),
    close: () => end('close', madeLastFirst(), { read, log: foundations.log }),
  }
}

type Read = (name: string) => unknown

/** @throws what `create` throws, marked as its plugin's. */
function make(service: DefinedService, read: Read): unknown {
  const { name, plugin, definition } = service
  const needed = Object.fromEntries(needsOf(service).map(need => [need, pluginService(plugin, need, read(need))]))
  return attribute(plugin, 'services', name, () => {
    const created: unknown = definition.create(onlyNeeded(needed) as never)
    if (!isThenable(created)) return created
    // The promise is refused in any case; its rejection must not end the process.
    created.then(undefined, () => {})
    throw new Error('create gave a promise; give the service itself, and let it wait for what it needs when it is used')
  })()
}

/** The needed services. To read another one is a mistake of `create`, which would show much later. */
function onlyNeeded(needed: object): object {
  return new Proxy(needed, {
    get(target, name, receiver) {
      if (typeof name === 'string' && !Object.hasOwn(target, name))
        throw new Error(`create reads the service ${name}, which its needs do not name`)
      return Reflect.get(target, name, receiver) as unknown
    },
  })
}

/** Makes the services in order. A service that needs a failed one is not made, and is no problem of its own. */
function makeEach(ordered: readonly DefinedService[], read: Read): Problem[] {
  const failed = new Set<string>()
  return ordered.flatMap((service): Problem[] => {
    const { name, plugin } = service
    if (needsOf(service).some(need => failed.has(need))) {
      failed.add(name)
      return []
    }
    try {
      read(name)
      return []
    } catch (error) {
      // A core feature that fails is a defect of the server, not of what is composed with it.
      if (plugin.core) throw error
      failed.add(name)
      return [failure(service, error)]
    }
  })
}

function failure({ name, plugin }: DefinedService, error: unknown): Problem {
  return {
    code: 'PLUGIN_HOOK_FAILED',
    plugins: [referenceTo(plugin)],
    hook: 'services',
    at: name,
    message: messageOf(error),
    fix: correctOrDisable('it', plugin),
  }
}

type Step = 'start' | 'serve' | 'stop' | 'close'

async function begin(step: 'start' | 'serve', ordered: readonly DefinedService[], read: Read): Promise<void> {
  const problems: Problem[] = []
  for (const service of ordered) {
    const work = perform(service, step, read)
    try {
      // Services of the core wait for the stores, however long these take.
      await (service.plugin.core ? work : inTime(work, step))
    } catch (error) {
      if (service.plugin.core) throw error
      problems.push(failure(service, error))
    }
  }
  if (problems.length > 0) throw new CompositionError(problems)
}

/** A service that fails to stop must not keep the others from stopping. */
async function end(
  step: 'stop' | 'close',
  services: readonly DefinedService[],
  { read, log }: { read: Read; log: Log },
): Promise<void> {
  for (const service of services) {
    const { name, plugin, definition } = service
    if (!definition[step]) continue
    await inTime(perform(service, step, read), step).catch((error: unknown) =>
      log.error(
        { err: error, plugin: plugin.name },
        `PLUGIN_HOOK_FAILED ${label(plugin)} services ${name}: it failed to ${step}`,
      ),
    )
  }
}

async function perform({ name, plugin, definition }: DefinedService, step: Step, read: Read): Promise<void> {
  await attribute(plugin, 'services', name, async () => definition[step]?.(read(name)))()
}

function inTime(work: Promise<void>, step: Step): Promise<void> {
  return pTimeout(work, { milliseconds: DEADLINE, message: `it did not ${step} within ${DEADLINE / 1_000} s` })
}
