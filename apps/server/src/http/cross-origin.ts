import cors from '@koa/cors'
import type { Services } from '@platform/plugin-sdk'
import type { Middleware } from 'koa'
import { isPermittedOrigin } from '../features/assets/permitted-origin.ts'

/** What API routes are, below the mount path. */
const API = '/api/'
/** How long a browser remembers what it may send. Seconds. */
const REMEMBERED = 600

/**
 * Lets scripts of permitted origins read answers of the API, by their own token: cookies are never part of it. Errors
 * are written further out, and keep what was set here.
 */
export function crossOrigin(services: Services): Middleware {
  const answer = cors({
    origin: async ctx => {
      const origin = ctx.get('origin')
      return origin !== '' && (await isPermittedOrigin(origin, services)) ? origin : ''
    },
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: ['authorization', 'content-type', 'idempotency-key'],
    maxAge: REMEMBERED,
    credentials: false,
    keepHeadersOnError: false,
  })
  return (ctx, next) => (ctx.path.startsWith(API) ? answer(ctx, next) : next())
}
