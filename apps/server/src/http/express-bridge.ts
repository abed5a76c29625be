import { parseCookies } from '@platform/auth'
import { isThenable } from '@platform/plugin-host'
import type { Context, Middleware } from 'koa'
import type { OwnedRouter } from '../composition/routes/router.ts'
import { readJson } from '../request/body.ts'
import type { RequestContext } from '../request/state.ts'
import { watchChanges } from '../runtime/changes.ts'
import { languagesOfPlugins } from '../runtime/translations.ts'
import { languageOf } from './language.ts'
import type { ExpressApps } from './plugin-express.ts'

/** A handler of Express, or of another framework whose handlers have these arguments. */
type ConnectHandler = (req: unknown, res: unknown, next: (error?: unknown) => void) => unknown

/**
 * Serves the Express routers of plugins inside koa. Their requests have `id`, `user`, `jwt`, `context`, `body` and
 * `cookies`. A request that no router answers goes to the next middleware of koa.
 */
export function expressBridge(routers: readonly OwnedRouter[], apps: ExpressApps): Middleware {
  if (routers.length === 0) return (_ctx, next) => next()
  // Express applications are dear to make, so they are made for the first request that comes this far.
  let made: readonly ConnectHandler[] | undefined
  const handlers = () => {
    made ??= routers.map(({ plugin, handler }) => apps.routesOf(plugin).use(handler) as unknown as ConnectHandler)
    return made
  }
  return async (ctx, next) => {
    const { state } = ctx as RequestContext
    // `_body` tells a body parser that a plugin brings along that the body has been read.
    const json = ctx.is('application/json') ? { body: await readJson(ctx), _body: true } : {}
    Object.assign(ctx.req, {
      ...json,
      id: state.id,
      user: state.context.user && watchChanges(state.context.user),
      jwt: state.caller.token?.claims ?? null,
      context: state.context,
      cookies: Object.fromEntries(parseCookies(ctx.req.headers.cookie)),
    })
    // Express defines `ip` as a getter, so an assignment would have no effect.
    Object.defineProperty(ctx.req, 'ip', { value: ctx.ip, configurable: true })
    const { composition, config } = state.context.services
    const { translations } = composition
    const language = languageOf(ctx, languagesOfPlugins(config, translations))
    const locals = (ctx.res as { locals?: object }).locals ?? {}
    Object.assign(ctx.res, {
      locals: Object.assign(locals, {
        t: (key: string, ...replacements: unknown[]) => translations.text(language, key, ...replacements),
      }),
    })
    for (const handler of handlers()) if (await handTo(handler, ctx)) return
    await next()
  }
}

/** Gives a request to a handler `(req, res, next)`. @returns whether the handler answered it. */
export function handTo(handler: ConnectHandler, ctx: Context): Promise<boolean> {
  const before = ctx.res.statusCode
  // koa begins with 404, but a handler that sets no status means 200.
  ctx.res.statusCode = 200
  return new Promise((resolve, reject) => {
    const onAnswered = (): void => {
      // koa must not answer a second time.
      ctx.respond = false
      resolve(true)
    }
    const stopListening = (): void => {
      ctx.res.off('finish', onAnswered).off('close', onAnswered)
    }
    const fail = (error: unknown): void => {
      stopListening()
      ctx.res.statusCode = before
      reject(error as Error)
    }
    ctx.res.once('finish', onAnswered).once('close', onAnswered)
    const next = (error?: unknown): void => {
      if (error) {
        fail(error)
        return
      }
      stopListening()
      ctx.res.statusCode = before
      resolve(false)
    }
    try {
      const answer = handler(ctx.req, ctx.res, next)
      if (isThenable(answer)) answer.then(undefined, fail)
    } catch (error) {
      fail(error)
    }
  })
}
