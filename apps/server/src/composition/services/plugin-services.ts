import type { LoadedPlugin } from '@platform/plugin-host'
import type { Jobs, Mails, PluginServices } from '@platform/plugin-sdk'
import type { Services } from '../../contract/services.ts'
import { oncePer } from '../../runtime/once-per.ts'

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
  return name === 'mail' ? ownMails(plugin, service as Mails) : service
}

function restricted(plugin: LoadedPlugin, services: Services): PluginServices {
  const descriptors: PropertyDescriptorMap = Object.getOwnPropertyDescriptors(services)
  for (const name of ['jobs', 'mail'] as const)
    if (name in descriptors)
      descriptors[name] = { enumerable: true, get: () => pluginService(plugin, name, services[name]) }
  // All services are there by name, and the two whose types differ are replaced above.
  return Object.defineProperties({}, descriptors) as PluginServices
}

function ownJobs(plugin: LoadedPlugin, jobs: Jobs): Jobs {
  return {
    async add(name, input, options) {
      assertOwn(plugin, 'jobs', name)
      return jobs.add(name, input, options)
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
  }
}

/** Jobs and mails of another plugin are not a plugin's to use: their names and inputs may change with any version. */
function assertOwn({ name: plugin, hooks }: LoadedPlugin, hook: 'jobs' | 'mails', name: string): void {
  const own = Object.keys(hooks[hook] ?? {})
  if (own.includes(name)) return
  const known = own.length > 0 ? `its ${hook} are ${own.join(', ')}` : `it has no ${hook}`
  throw new Error(`${plugin} brings no ${hook === 'jobs' ? 'job' : 'mail'} ${name}; ${known}`)
}
