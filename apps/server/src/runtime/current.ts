import type { Services } from '@platform/plugin-sdk'

interface Current {
  services?: Services
}

const KEY = Symbol.for('@platform/server/current')

/** Plugins may load the server's files a second time, so all copies of this module share one object. */
const shared = globalThis as typeof globalThis & { [KEY]?: Current }
shared[KEY] ??= {}
const current = shared[KEY]

/**
 * The services of this process, for modules without a context that plugins import by path, such as `services/users` and
 * `models/asset`. With a context, use `context.services`.
 *
 * @throws Error before the platform runs, so call it inside a function, not while a module loads.
 */
export function currentServices(): Services {
  if (!current.services)
    throw new Error('the platform is not running yet: use this inside a hook, not while the plugin is being loaded')
  return current.services
}

/** Makes these services the current ones. @returns a function that ends this. */
export function makeCurrent(services: Services): () => void {
  current.services = services
  return () => {
    if (current.services === services) delete current.services
  }
}
