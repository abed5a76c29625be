import type { LoadedPlugin } from '@platform/plugin-host'
import type { Jobs, Mails, PluginServices } from '@platform/plugin-sdk'
import type { Services } from '../../contract/services.ts'
import { withBoundMethods } from '../../runtime/bound-methods.ts'
import { oncePer } from '../../runtime/once-per.ts'

/** The services that are instances of classes, so that their methods need `this`. */
const OF_CLASSES: ReadonlySet<string> = new Set(['docstore', 'kvstore', 'log'])

/**
 * The services as one plugin is given them: it adds only the jobs, and sends only the mails, that it defines itself.
 */
export function pluginServices(plugin: LoadedPlugin): (services: Services) => PluginServices {
  return oncePer(services => restricted(plugin, services))
}

/** One service as a plugin is given it. */
export function pluginService(plugin: LoadedPlugin, name: string, service: unknown): unknown {
  if (plugin.core) return service
  // Each definition was checked by `Services`, which gives these names these types.
  if (name === 'jobs') return ownJobs(plugin, service as Jobs)
  if (name === 'mail') return ownMails(plugin, service as Mails)
  return OF_CLASSES.has(name) ? withBoundMethods(service as object) : service
}

function restricted(plugin: LoadedPlugin, services: Services): PluginServices {
  const descriptors: PropertyDescriptorMap = Object.getOwnPropertyDescriptors(services)
  for (const name of ['jobs', 'mail', ...OF_CLASSES])
    if (name in descriptors)
      descriptors[name] = { enumerable: true, get: () => pluginService(plugin, name, Reflect.get(services, name)) }
  // All services are there by name, and those that a plugin gets otherwise are replaced above.
  return Object.defineProperties({}, descriptors) as PluginServices
}

function ownJobs(plugin: LoadedPlugin, jobs: Jobs): Jobs {
  return {
    async add(name, input, options) {
      assertOwn(plugin, 'jobs', name)
      return jobs.add(name, input, options)
    },
    async withdraw(name, key, options) {
      assertOwn(plugin, 'jobs', name)
      return jobs.withdraw(name, key, options)
    },
  }
}

function ownMails(plugin: LoadedPlugin, mails: Mails): Mails {
  return {
    get works() {
      return mails.works
    },
    async send(name, options) {
      assertOwn(plugin, 'mails', name)
      return mails.send(name, options)
    },
    async withdraw(name, key, options) {
      assertOwn(plugin, 'mails', name)
      return mails.withdraw(name, key, options)
    },
  }
}

/** Jobs and mails of another plugin are not a plugin's to use: their names and inputs may change with any version. */
function assertOwn({ name: plugin, hooks }: LoadedPlugin, hook: 'jobs' | 'mails', name: string): void {
  const own = Object.keys(hooks[hook] ?? {})
  if (own.includes(name)) return
  const known = own.length > 0 ? `its ${hook} are ${own.join(', ')}` : `it has no ${hook}`
  throw new Error(`${plugin} brings no ${hook === 'jobs' ? 'job' : 'mail'} ${name}; ${known}`)
}
