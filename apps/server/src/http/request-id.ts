import { randomUUID } from 'node:crypto'
import type { Middleware } from 'koa'
import type { RequestContext } from '../request/state.ts'

/** Names each request, by the name a proxy gave it when that is a plain one. */
export function requestId(): Middleware {
  return async (ctx, next) => {
    const given = ctx.get('x-request-id')
    const id = /^[A-Za-z0-9-]{1,64}$/.test(given) ? given : randomUUID()
    ;(ctx as RequestContext).state.id = id
    ctx.set('x-request-id', id)
    await next()
  }
}
