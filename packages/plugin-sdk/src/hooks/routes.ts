import type KoaRouter from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Router as ExpressRouter, NextFunction, Request, Response } from 'express'
import type { Next } from 'koa'
import type { GraphContext } from '../context.ts'
import type { User } from '../records.ts'

/**
 * A request in a plugin's route: Express's, with who sent it and the context of GraphQL.
 *
 * @example
 * const greet = (req: PluginRequest, res: PluginResponse) => res.json({ hello: req.user?.username ?? 'stranger' })
 */
export type PluginRequest<Ctx = GraphContext> = Request<Record<string, string>> & {
  /** Id of the request; it is in the log and in the answer's `x-request-id`. */
  readonly id: string
  readonly user: User | null
  /** Claims of the token the request was sent with. */
  readonly jwt: Readonly<Record<string, unknown>> | null
  readonly context: Ctx
}

/**
 * The answer of a plugin's route: Express's.
 *
 * @example
 * const empty = (_req: PluginRequest, res: PluginResponse) => res.status(204).end()
 */
export type PluginResponse = Response

/**
 * Handles a request, or hands it on. What it throws or rejects with is answered as an error and logged as the plugin's.
 *
 * @example
 * const people: RouteHandler = async (req, res) => res.json(await req.context.loaders.Users.getByID(req.params['id'] ?? ''))
 */
export type RouteHandler<Ctx = GraphContext> = (
  req: PluginRequest<Ctx>,
  res: PluginResponse,
  next: NextFunction,
) => unknown

/** Methods with typed requests in front of Express's own, which stay for error handlers, lists and the rest. */
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
 * What a handler of `router.koa` finds in `ctx.state`.
 *
 * @example
 * router.koa.get('/api/v1/me', ctx => { const { user }: RouteState = ctx.state; ctx.body = { name: user?.username ?? null } })
 */
export interface RouteState<Ctx = GraphContext> {
  readonly id: string
  readonly user: User | null
  readonly context: Ctx
}

/**
 * Handles a request in koa's way.
 *
 * @example
 * const count: KoaHandler = ctx => { ctx.body = { asked: ctx.state.user?.username ?? null } }
 */
export type KoaHandler<Ctx = GraphContext> = (ctx: RouterContext & { state: RouteState<Ctx> }, next: Next) => unknown

/** The same as {@link TypedRoutes}, for koa. */
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
 * The router a plugin mounts its routes on: Express's, with `koa` for handlers `(ctx, next)`.
 *
 * @example
 * const router = (router: PluginRouter) => {
 *   router.get('/api/v1/people', needed('ADMIN'), (req, res) => res.json({ asked: req.user?.username }))
 *   router.koa.get('/api/v1/people/count', ctx => { ctx.body = { count: 2 } })
 * }
 */
export type PluginRouter<Ctx = GraphContext> = TypedRoutes<Ctx> &
  ExpressRouter & { readonly koa: TypedKoaRoutes<Ctx> & KoaRouter }
