import type { NextFunction, RequestHandler } from 'express'
import type { Attribution } from '../contract/composed.ts'
import type { LoadedPlugin } from '../contract/loaded-plugin.ts'
import { placeOf, remember } from './attribution.ts'

/** Where a request was handed on with something that is no error, and so can't be marked itself. */
const places = new WeakMap<object, Attribution>()

/** How handlers skip others; no failures. */
const SKIPS = new Set<unknown>(['route', 'router'])

/** The `next` a member's handler gets: the errors it hands on are the member's, now and later. */
export function handingOn(member: LoadedPlugin, hook: string, at: string): (req: object, next: unknown) => unknown {
  const place = placeOf(member, hook, at)
  return (req, next) => {
    if (member.core || typeof next !== 'function') return next
    return (error?: unknown) => {
      if (error instanceof Error) remember(error, place)
      // The member's own error handlers are to get what was handed on, so it stays what it is until it leaves the member.
      else if (error) places.set(req, place)
      return (next as NextFunction)(error)
    }
  }
}

/** A member's handlers as a whole: whatever error comes out of them is the member's. */
export function leaving(member: LoadedPlugin, hook: string, at: string, handler: RequestHandler): RequestHandler {
  if (member.core) return handler
  const whole = placeOf(member, hook, at)
  return (req, res, next) =>
    handler(req, res, (error?: unknown) => {
      if (!error || SKIPS.has(error)) return next()
      next(remember(error, places.get(req) ?? whole))
    })
}
