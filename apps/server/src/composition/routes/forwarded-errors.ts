import type { Attribution, LoadedPlugin } from '@platform/plugin-host'
import type { NextFunction, RequestHandler } from 'express'
import { placeOf, remember } from '../attribution.ts'

/** The handler that forwarded a value which is no error, by request: such a value can't be marked itself. */
const places = new WeakMap<object, Attribution>()

/** Values by which handlers skip others; they are no failures. */
const SKIPS = new Set<unknown>(['route', 'router'])

/** The `next` that a plugin's handler gets: errors that it forwards are marked as the plugin's. */
export function attributingNext(
  plugin: LoadedPlugin,
  hook: string,
  at: string,
): (req: object, next: unknown) => unknown {
  const place = placeOf(plugin, hook, at)
  return (req, next) => {
    if (plugin.core || typeof next !== 'function') return next
    return (error?: unknown) => {
      if (error instanceof Error) remember(error, place)
      // The plugin's own error handlers get the value as it was forwarded; it becomes an error when it leaves the plugin.
      else if (error) places.set(req, place)
      return (next as NextFunction)(error)
    }
  }
}

/** A plugin's handlers as one: every error that comes out of them is marked as the plugin's. */
export function attributeHandlers(
  plugin: LoadedPlugin,
  hook: string,
  at: string,
  handler: RequestHandler,
): RequestHandler {
  if (plugin.core) return handler
  const whole = placeOf(plugin, hook, at)
  return (req, res, next) =>
    handler(req, res, (error?: unknown) => {
      if (!error || SKIPS.has(error)) return next()
      next(remember(error, places.get(req) ?? whole))
    })
}
