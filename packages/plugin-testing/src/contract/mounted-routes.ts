import type { HookObject } from '@platform/plugin-sdk'

/** One call of a router's method. */
export interface Mounted {
  readonly method: string
  /** `null` for middleware without a path, and for paths that are no text. */
  readonly path: string | null
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'all', 'use']

/** Finds the routes that a `router` hook would mount, without mounting them. */
export function mountedRoutes(router: NonNullable<HookObject['router']>): Mounted[] {
  const mounted: Mounted[] = []
  const record = (prefix = ''): object =>
    new Proxy(() => {}, {
      get(_target, name) {
        if (name === 'koa') return record(prefix)
        if (name === 'then' || typeof name === 'symbol') return undefined
        if (name === 'route') return (path: string) => chained(prefix + path)
        return (...args: unknown[]) => {
          if (METHODS.includes(name))
            for (const path of pathsOf(args[0]))
              mounted.push({ method: name, path: path === null ? null : prefix + path })
          return record(prefix)
        }
      },
    })
  /** `router.route(path).get(...).post(...)`. */
  const chained = (path: string): object =>
    new Proxy(
      {},
      {
        get: (_target, name) => () => {
          if (typeof name === 'string') mounted.push({ method: name, path })
          return chained(path)
        },
      },
    )
  try {
    router(record() as never)
  } catch {
    /* Told when the platform starts. */
  }
  return mounted
}

function pathsOf(value: unknown): (string | null)[] {
  if (Array.isArray(value)) return value.flatMap(pathsOf)
  return [typeof value === 'string' ? value : null]
}
