import type { Services } from '@platform/plugin-sdk'

interface Current {
  services?: Services
}

const KEY = Symbol.for('@platform/server/current')

/** Kept in the global object, where every copy of this module finds it: plugins may load the server's files again. */
const current: Current = Reflect.get(globalThis, KEY) ?? {}
Reflect.set(globalThis, KEY, current)

/**
 * The services of this process, for modules that plugins import by path and that have no context, such as
 * `services/users` and `models/asset`. Code that has a context reads `context.services`.
 *
 * @throws Error before the platform has started: call it inside a function, not while a module loads.
 */
export function currentServices(): Services {
  if (!current.services)
    throw new Error('the platform is not running yet: use this inside a hook, not while the plugin is being loaded')
  return current.services
}

/** Makes these services the current ones until the function returned is called. */
export function makeCurrent(services: Services): () => void {
  current.services = services
  return () => {
    if (current.services === services) delete current.services
  }
}
