import cors from '@koa/cors'
import type { Services } from '@platform/plugin-sdk'
import type { Middleware } from 'koa'
import { isPermittedOrigin } from '../features/assets/permitted-origin.ts'

/** The beginning of API routes, below the mount path. */
export const API = '/api/'
/** How long a browser remembers that a script may send a request. Seconds. */
const REMEMBERED = 600

/**
 * Lets scripts of permitted origins read answers of the API with their own token; cookies are never sent. The
 * middleware for errors is further out, and keeps the headers that are set here.
 */
export function crossOrigin(services: Services): Middleware {
  const answer = cors({
    origin: async ctx => {
      const origin = ctx.get('origin')
      return origin !== '' && (await isPermittedOrigin(origin, services)) ? origin : ''
    },
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: ['authorization', 'content-type', 'idempotency-key', 'x-captcha-response'],
    maxAge: REMEMBERED,
    credentials: false,
    keepHeadersOnError: false,
  })
  return (ctx, next) => (ctx.path.startsWith(API) ? answer(ctx, next) : next())
}
