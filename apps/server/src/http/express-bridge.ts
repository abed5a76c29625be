import express, { type Express, type Router } from 'express'
import type { Middleware } from 'koa'
import { readBody } from './body.ts'
import type { RequestContext } from './state.ts'

/**
 * Serves plugins' Express routers behind koa. A request arrives with `id`, `user`, `jwt`, `context`,
 * `body` and `cookies`; what no router answers goes on to the next middleware.
 */
export function expressBridge(routers: readonly Router[]): Middleware {
  if (routers.length === 0) return (_ctx, next) => next()
  const app: Express = express()
  app.disable('x-powered-by')
  app.disable('etag')
  for (const router of routers) app.use(router)
  return async (ctx, next) => {
    const { state } = ctx as RequestContext
    const body = ctx.is('application/json') ? JSON.parse((await readBody(ctx.req)).toString() || '{}') : undefined
    Object.assign(ctx.req, { id: state.id, user: state.caller.user, jwt: state.caller.token?.claims ?? null, context: state.context, body })
    const answered = await hand(app, ctx as RequestContext)
    if (!answered) await next()
  }
}

function hand(app: Express, ctx: RequestContext): Promise<boolean> {
  const before = ctx.res.statusCode
  ctx.res.statusCode = 200
  return new Promise((resolve, reject) => {
    const done = (): void => { ctx.respond = false; resolve(true) }
    ctx.res.once('finish', done).once('close', done)
    app(ctx.req as never, ctx.res as never, (error: unknown) => {
      ctx.res.off('finish', done).off('close', done)
      ctx.res.statusCode = before
      if (error) reject(error)
      else resolve(false)
    })
  })
}
