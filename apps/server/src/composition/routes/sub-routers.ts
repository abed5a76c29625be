/** A router that a plugin made itself and mounted on the one it was given. */
export interface SubRouter {
  readonly stack: readonly unknown[]
}

/** The router behind a handler: an `express.Router()`, or an application of Express 5; `null` for a plain function. */
export function asRouter(handler: unknown): SubRouter | null {
  if (typeof handler !== 'function') return null
  if (hasStack(handler)) return handler
  // An application of Express 4 answers `router` with an error; what it has is in `_router`.
  const own =
    (handler as { _router?: unknown })._router ??
    (Object.hasOwn(handler, 'router') ? (handler as { router?: unknown }).router : undefined)
  return hasStack(own) ? own : null
}

function hasStack(value: unknown): value is SubRouter {
  return (
    (typeof value === 'function' || typeof value === 'object') &&
    value !== null &&
    Array.isArray((value as { stack?: unknown }).stack)
  )
}

const originals = new WeakMap<object, unknown>()

/** Remembers what a wrapper was made of. */
export function standsFor(wrapper: object, handler: unknown): void {
  originals.set(wrapper, handler)
}

/** A handler as its plugin wrote it. */
export function originalOf(handler: unknown): unknown {
  return typeof handler === 'function' ? (originals.get(handler) ?? handler) : handler
}
