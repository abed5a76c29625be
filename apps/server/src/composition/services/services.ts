import { isThenable, type LoadedPlugin, label, messageOf, type Problem, referenceTo } from '@platform/plugin-host'
import { nearestName } from '@platform/plugin-sdk'
import pTimeout from 'p-timeout'
import type { Composed } from '../../contract/composed.ts'
import type { Services } from '../../contract/services.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import type { Events } from '../../pubsub/events.ts'
import type { Revisions } from '../../pubsub/revisions.ts'
import { attribute } from '../attribution.ts'
import type { Ledger } from '../ledger.ts'
import type { AnyDefinition, DefinedService } from './defined-service.ts'
import { serviceCircles } from './needs.ts'
import { pluginService } from './plugin-services.ts'

/** The services that main makes before anything is composed. No plugin can replace them. */
export interface Foundations
  extends Pick<Services, 'clock' | 'config' | 'docstore' | 'instance' | 'kvstore' | 'log' | 'permits' | 'tokens'> {
  readonly events: Events
  readonly outbound: Outbound
  readonly revisions: Revisions
}

/** The services of all plugins, each made when it is first read. */
export interface ComposedServices {
  readonly services: Services
  /** Names that are taken, needs that nothing gives, services that need each other: all found before one is made. */
  readonly problems: readonly Problem[]
  /** Makes those that were not read yet, so that what fails fails before the server answers. */
  makeAll(): readonly Problem[]
  /** Closes those that were made, the one made last first. */
  close(): Promise<void>
}

/** How long a service may take to close. Milliseconds. */
const DEADLINE = 10_000

/** Collects the services of all plugins beside those that are there before. */
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
  for (const { name, plugin } of all) if (!(name in given)) ledger.claim('service', name, plugin)
  const defined = new Map(
    all.flatMap(service => (ledger.owner('service', service.name) === service.plugin ? [[service.name, service]] : [])),
  )
  const made = new Map<string, unknown>()
  const read = (name: string): unknown => {
    if (name in given) return given[name]
    if (!made.has(name)) made.set(name, make(defined.get(name)!, read))
    return made.get(name)
  }
  const known = [...Object.keys(given), ...defined.keys()]
  const services = Object.defineProperties(
    {},
    Object.fromEntries(known.map(name => [name, { enumerable: true, get: () => read(name) }])),
  ) as Services
  return {
    services,
    problems: [
      ...all.filter(({ name }) => name in given).map(reserved),
      ...[...defined.values()].flatMap(service => unknownNeeds(service, known)),
      ...serviceCircles(defined),
    ],
    makeAll: () => failures([...defined.values()], read),
    close: () => closeAll([...made].toReversed(), { defined, log: foundations.log }),
  }
}

/** @throws whatever `create` throws, remembered as its plugin's. */
function make({ name, plugin, definition }: DefinedService, read: (name: string) => unknown): unknown {
  const needed = Object.fromEntries(
    definition.needs.map((need: string) => [need, pluginService(plugin, need, read(need))]),
  )
  return attribute(plugin, 'services', name, () => {
    const service: unknown = definition.create(onlyNeeded(needed) as never)
    if (!isThenable(service)) return service
    // It is refused in any case; what it fails with must not end the process.
    service.then(undefined, () => {})
    throw new Error('create gave a promise; give the service itself, and let it wait for what it needs when it is used')
  })()
}

/** The services that `needs` names: to read another one is a slip that would show much later. */
function onlyNeeded(needed: object): object {
  return new Proxy(needed, {
    get(target, name, receiver) {
      if (typeof name === 'string' && !Object.hasOwn(target, name))
        throw new Error(`create reads the service ${name}, which its needs do not name`)
      return Reflect.get(target, name, receiver) as unknown
    },
  })
}

/** Makes each; one whose need failed is not told again. */
function failures(all: readonly DefinedService[], read: (name: string) => unknown): Problem[] {
  const failed = new Set<string>()
  const follows = ({ definition: { needs } }: DefinedService): boolean => needs.some((need: string) => failed.has(need))
  return inOrder(all).flatMap((service): Problem[] => {
    const { name, plugin } = service
    if (follows(service)) {
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
      return [
        {
          code: 'PLUGIN_HOOK_FAILED',
          plugins: [referenceTo(plugin)],
          hook: 'services',
          at: name,
          message: messageOf(error),
          fix: `mend it; until then the server starts without the plugin by "settings": {"${plugin.name}": {"onFailure": "disable"}} in plugins.json`,
        },
      ]
    }
  })
}

/** Each after those it needs. */
function inOrder(all: readonly DefinedService[]): DefinedService[] {
  const byName = new Map(all.map(service => [service.name, service]))
  const ordered = new Set<DefinedService>()
  const add = (service: DefinedService): void => {
    for (const need of service.definition.needs as readonly string[]) {
      const other = byName.get(need)
      if (other && !ordered.has(other)) add(other)
    }
    ordered.add(service)
  }
  for (const service of all) add(service)
  return [...ordered]
}

async function closeAll(
  made: readonly (readonly [name: string, service: unknown])[],
  { defined, log }: { defined: ReadonlyMap<string, DefinedService>; log: Foundations['log'] },
): Promise<void> {
  for (const [name, service] of made) {
    const { plugin, definition } = defined.get(name)!
    if (!definition.close) continue
    const close = attribute(plugin, 'services', name, async () => definition.close?.(service))
    const message = `it did not close within ${DEADLINE / 1_000} s`
    await pTimeout(close(), { milliseconds: DEADLINE, message }).catch((error: unknown) =>
      log.error(
        { err: error, plugin: plugin.name },
        `PLUGIN_HOOK_FAILED ${label(plugin)} services ${name}: it failed to close`,
      ),
    )
  }
}

function reserved({ name, plugin }: DefinedService): Problem {
  return {
    code: 'PLUGIN_CONFLICT',
    plugins: [referenceTo(plugin)],
    claim: 'service',
    at: name,
    message: `${label(plugin)} defines the service ${name}, which the server makes before any plugin`,
    fix: `give the service another name in ${plugin.name}`,
  }
}

function unknownNeeds({ name, plugin, definition }: DefinedService, known: readonly string[]): Problem[] {
  return (definition.needs as readonly string[])
    .filter(need => !known.includes(need))
    .map((need): Problem => {
      const near = nearestName(need, known)
      return {
        code: 'PLUGIN_HOOK_INVALID',
        plugins: [referenceTo(plugin)],
        hook: 'services',
        at: name,
        message: `needs the service ${need}, and there is no such service`,
        fix: near
          ? `did you mean ${near}?`
          : `correct the name, or require the plugin that gives it; the services are ${known.toSorted().join(', ')}`,
      }
    })
}
