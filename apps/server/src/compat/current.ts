import type { Platform } from '../main/platform.ts'

interface Current {
  platform?: Platform
}

/** Kept where every copy of this module finds it: plugins may load the server's files a second time. */
const current: Current = ((globalThis as Record<symbol, unknown>)[Symbol.for('@platform/server/current')] ??=
  {}) as Current

/**
 * The platform of this process, for files that plugins import by path and that have no context:
 * `services/users`, `models/asset` and their like. Where there is a context, use `context.platform`.
 *
 * @throws Error before the platform is assembled: call it inside a function, not while a module loads.
 */
export function currentPlatform(): Platform {
  if (!current.platform)
    throw new Error('the platform is not running yet: use this inside a hook, not while the plugin is being loaded')
  return current.platform
}

/** Makes a platform the current one until the function returned is called. */
export function makeCurrent(platform: Platform): () => void {
  current.platform = platform
  return () => {
    if (current.platform === platform) delete current.platform
  }
}
