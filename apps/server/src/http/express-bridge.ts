import { parseCookies } from '@platform/auth'
import type { Config } from '@platform/config'
import express, { type Express, type RequestHandler } from 'express'
import type { Context, Middleware } from 'koa'
import { readJson } from '../request/body.ts'
import type { RequestContext } from '../request/state.ts'
import { languageOf } from './language.ts'

type ConnectHandler = (req: unknown, res: unknown, next: (error?: unknown) => void) => unknown

/**
 * Serves plugins' Express routers behind koa. A request has `id`, `user`, `jwt`, `context`, `body` and `cookies`; a
 * request that no router answers goes to the next middleware.
 */
export function expressBridge(
  routers: readonly RequestHandler[],
  { trustProxy }: Pick<Config, 'trustProxy'>,
): Middleware {
  if (routers.length === 0) return (_ctx, next) => next()
  const app: Express = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', trustProxy)
  for (const router of routers) app.use(router)
  return async (ctx, next) => {
    const { state } = ctx as RequestContext
    const json = ctx.is('application/json') ? { body: await readJson(ctx), _body: true } : {}
    Object.assign(ctx.req, {
      ...json,
      id: state.id,
      ip: ctx.ip,
      user: state.caller.user,
      jwt: state.caller.token?.claims ?? null,
      context: state.context,
      cookies: Object.fromEntries(parseCookies(ctx.req.headers.cookie)),
    })
    Object.assign(ctx.res, {
      locals: {
        t: (key: string, ...replacements: unknown[]) =>
          state.context.services.composition.translations.text(
            languageOf(ctx, state.context.services.composition.translations.languages),
            key,
            ...replacements,
          ),
      },
    })
    if (!(await handTo(app as unknown as ConnectHandler, ctx))) await next()
  }
}

/** Gives a request to a handler `(req, res, next)`. @returns whether the handler answered it. */
export function handTo(handler: ConnectHandler, ctx: Context): Promise<boolean> {
  const before = ctx.res.statusCode
  ctx.res.statusCode = 200
  return new Promise((resolve, reject) => {
    const done = (): void => {
      ctx.respond = false
      resolve(true)
    }
    const leave = (): void => {
      ctx.res.off('finish', done).off('close', done)
    }
    const fail = (error: unknown): void => {
      leave()
      ctx.res.statusCode = before
      reject(error as Error)
    }
    ctx.res.once('finish', done).once('close', done)
    const next = (error?: unknown): void => {
      if (error) {
        fail(error)
        return
      }
      leave()
      ctx.res.statusCode = before
      resolve(false)
    }
    try {
      const answer = handler(ctx.req, ctx.res, next)
      if (answer instanceof Promise) answer.catch(fail)
    } catch (error) {
      fail(error)
    }
  })
}
