import type { Services } from '@platform/plugin-sdk'

interface Current {
  services?: Services
}

/** Kept where every copy of this module finds it: plugins may load the server's files a second time. */
const current: Current = ((globalThis as Record<symbol, unknown>)[Symbol.for('@platform/server/current')] ??=
  {}) as Current

/**
 * The services of this process, for files that plugins import by path and that have no context:
 * `services/users`, `models/asset` and their like. Where there is a context, use `context.services`.
 *
 * @throws Error before the platform is assembled: call it inside a function, not while a module loads.
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
