import type KoaRouter from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Express, Router as ExpressRouter, NextFunction, Request, Response } from 'express'
import type Koa from 'koa'
import type { Next } from 'koa'
import type { GraphContext } from '../context.ts'
import type { UserRecord } from '../records.ts'

/**
 * A request in a plugin's route: Express's request, with the caller and the context that resolvers have.
 *
 * @example
 * const greet = (req: PluginRequest, res: PluginResponse) => res.json({ hello: req.user?.username ?? 'reader' })
 */
export type PluginRequest<Ctx = GraphContext> = Request<Record<string, string>> & {
  /** Id of the request; it is in the log and in the answer's `x-request-id`. */
  readonly id: string
  readonly user: UserRecord | null
  /** Claims of the request's token; `null` without a token. */
  readonly jwt: Readonly<Record<string, unknown>> | null
  readonly context: Ctx
}

/**
 * The answer of a plugin's route: Express's response.
 *
 * @example
 * const empty = (_req: PluginRequest, res: PluginResponse) => res.status(204).end()
 */
export type PluginResponse = Response

/**
 * Handles a request, or passes it to the next handler. An error is answered to the client and logged as the plugin's.
 *
 * @example
 * const person: RouteHandler = async (req, res) => {
 *   res.json(await req.context.loaders.Users.getByID(req.params['id'] ?? ''))
 * }
 */
export type RouteHandler<Ctx = GraphContext> = (
  req: PluginRequest<Ctx>,
  res: PluginResponse,
  next: NextFunction,
) => unknown

/** Typed forms of Express's methods. Express's own forms remain for error handlers, lists of handlers and others. */
interface TypedRoutes<Ctx> {
  all(path: string | RegExp, ...handlers: readonly RouteHandler<Ctx>[]): this
  get(path: string | RegExp, ...handlers: readonly RouteHandler<Ctx>[]): this
  post(path: string | RegExp, ...handlers: readonly RouteHandler<Ctx>[]): this
  put(path: string | RegExp, ...handlers: readonly RouteHandler<Ctx>[]): this
  patch(path: string | RegExp, ...handlers: readonly RouteHandler<Ctx>[]): this
  delete(path: string | RegExp, ...handlers: readonly RouteHandler<Ctx>[]): this
  use(path: string | RegExp, ...handlers: readonly RouteHandler<Ctx>[]): this
  use(...handlers: readonly RouteHandler<Ctx>[]): this
}

/**
 * The `ctx.state` of a handler of `router.koa`.
 *
 * @example
 * router.koa.get('/api/v1/me', ctx => {
 *   const { user }: RouteState = ctx.state
 *   ctx.body = { name: user?.username ?? null }
 * })
 */
export interface RouteState<Ctx = GraphContext> {
  readonly id: string
  readonly user: UserRecord | null
  readonly context: Ctx
}

/**
 * Handles a request as koa middleware does.
 *
 * @example
 * const count: KoaHandler = ctx => { ctx.body = { asked: ctx.state.user?.username ?? null } }
 */
export type KoaHandler<Ctx = GraphContext> = (ctx: RouterContext & { state: RouteState<Ctx> }, next: Next) => unknown

/** The methods of {@link TypedRoutes} for koa. */
interface TypedKoaRoutes<Ctx> {
  all(path: string | RegExp, ...handlers: readonly KoaHandler<Ctx>[]): this
  get(path: string | RegExp, ...handlers: readonly KoaHandler<Ctx>[]): this
  post(path: string | RegExp, ...handlers: readonly KoaHandler<Ctx>[]): this
  put(path: string | RegExp, ...handlers: readonly KoaHandler<Ctx>[]): this
  patch(path: string | RegExp, ...handlers: readonly KoaHandler<Ctx>[]): this
  delete(path: string | RegExp, ...handlers: readonly KoaHandler<Ctx>[]): this
  use(path: string | RegExp, ...handlers: readonly KoaHandler<Ctx>[]): this
}

/**
 * The router on which a plugin mounts its routes: Express's router, with `koa` for handlers `(ctx, next)`.
 *
 * @example
 * const router = (router: PluginRouter) => {
 *   router.get('/api/v1/people', needed('ADMIN'), (req, res) => res.json({ asked: req.user?.username }))
 *   router.koa.get('/api/v1/people/count', ctx => { ctx.body = { count: 2 } })
 * }
 */
export type PluginRouter<Ctx = GraphContext> = TypedRoutes<Ctx> &
  ExpressRouter & { readonly koa: TypedKoaRoutes<Ctx> & KoaRouter }

/**
 * The application that the hook `app` gets: an Express application, with Koa's at `koa`. Its middleware runs before the
 * caller is identified, so a request has no `user`, `context` or `body` there.
 *
 * @example
 * const app = (app: PluginApp) => {
 *   app.use((_req, res, next) => { res.set('x-served-by', 'platform'); next() })
 *   app.koa.use((_ctx, next) => next())
 * }
 */
export type PluginApp = Express & { readonly koa: Koa }
