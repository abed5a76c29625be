import type { GraphQLResolveInfo } from 'graphql'
import type Router from '@koa/router'
import type { Router as ExpressRouter } from 'express'
import type { GraphContext, Logger } from './context.ts'
import type { Tag, User } from './records.ts'

/** Resolves a field. */
export type Resolver<Ctx = GraphContext> = (parent: any, args: any, context: Ctx, info: GraphQLResolveInfo) => unknown

/** Runs before or after a field is resolved. With four or more parameters its answer replaces the result. */
export type Post<Ctx = GraphContext> = (parent: any, args: any, context: Ctx, info: GraphQLResolveInfo, result: any) => unknown

/** Says outright whether the answer of `run` replaces the result. */
export interface ExplicitPost<Ctx = GraphContext> {
  readonly mode: 'observe' | 'transform'
  readonly run: Post<Ctx>
}

export interface FieldHooks<Ctx = GraphContext> {
  /** Runs first; throws to veto. */
  pre?: (parent: any, args: any, context: Ctx, info: GraphQLResolveInfo) => unknown
  post?: Post<Ctx> | ExplicitPost<Ctx>
}

/** A chainable query of the document store. */
export interface SortableQuery {
  sort(keys: Record<string, 1 | -1>): this
  skip(count: number): this
}

/** One `sortBy` value. All three functions are needed. */
export interface SortMethod {
  startCursor(context: GraphContext, nodes: readonly any[], page: { cursor: any }): unknown
  endCursor(context: GraphContext, nodes: readonly any[], page: { cursor: any }): unknown
  sort(context: GraphContext, query: any, page: { cursor: any; sort: 'ASC' | 'DESC'; sortOrder: 'ASC' | 'DESC' }): any
  /**
   * Path of a numeric field to sort by. When given, pages are cut at a key instead of an offset:
   * no comment is skipped or repeated while others are posted.
   */
  readonly key?: string
}

/** Decides which events of a channel reach a subscriber. */
export interface LiveFilter<Ctx = GraphContext> {
  filter?(payload: any, context: Ctx): boolean | Promise<boolean>
}
export type SetupFunction<Ctx = GraphContext> = (options: Readonly<Record<string, unknown>>, args: any) => Record<string, LiveFilter<Ctx>>

/** The router a plugin mounts its routes on: Express's, with `koa` for handlers `(ctx, next)`. */
export type PluginRouter = ExpressRouter & { readonly koa: Router }

/** An index the plugin's queries need; reconciled at boot. */
export interface IndexDeclaration {
  readonly collection: string
  readonly name: string
  readonly keys: Readonly<Record<string, 1 | -1>>
  readonly unique?: boolean
}

/** What `init`, `ready` and `shutdown` get. */
export interface LifecycleApi {
  readonly log: Logger
  readonly signal: AbortSignal
  /** Registers an undo step; they run in reverse order at shutdown and when `init` fails. */
  defer(undo: () => void | Promise<void>): void
}

/**
 * The object a plugin exports, and what every feature of the core is made of. All hooks are optional.
 *
 * @example
 * export default {
 *   typeDefs: 'type Comment { shout: String }',
 *   resolvers: { Comment: { shout: comment => comment.body.toUpperCase() } },
 * } satisfies HookObject
 */
export interface HookObject<Ctx = GraphContext> {
  /** GraphQL definitions; existing types and enums are appended to. */
  typeDefs?: string
  /** Name → what is mounted at `context.plugins.<name>`; made at first use in a request. */
  context?: Record<string, (context: Ctx) => unknown>
  Sort?: (context?: GraphContext) => Record<string, Record<string, SortMethod>>
  loaders?: (context: Ctx) => Record<string, object>
  mutators?: (context: Ctx) => Record<string, object>
  resolvers?: Record<string, Record<string, Resolver<Ctx>> | object>
  /** Type → field → functions around its resolution. */
  hooks?: Record<string, Record<string, FieldHooks<Ctx>>>
  /** Subscription field → which events a subscriber gets. */
  setupFunctions?: Record<string, SetupFunction<Ctx>>
  /** A valid token belongs to nobody known: give the user it is for, or `null`. */
  tokenUserNotFound?: (found: { jwt: Readonly<Record<string, unknown>>; token: string }) => Promise<User | null | undefined> | User | null | undefined
  tags?: readonly Tag[]
  router?: (router: PluginRouter) => void
  indexes?: readonly IndexDeclaration[]
  init?: (api: LifecycleApi) => void | Promise<void>
  ready?: (api: LifecycleApi) => void | Promise<void>
  shutdown?: (api: LifecycleApi) => void | Promise<void>
}
