import type { ModerationDecision, SignInButton, Submission, Tag } from '@platform/plugin-sdk'
import type { RequestHandler } from 'express'
import type { GraphQLSchema } from 'graphql'
import type { Middleware } from 'koa'
import type koaPassport from 'koa-passport'
import type { Translations } from '../runtime/translations.ts'
import type { Attribution } from './attribution.ts'
import type { Connectors, CreateContext, ServerContext } from '../contract/context.ts'
import type { Ledger } from './ledger.ts'
import type { LoadedPlugin } from '../contract/loaded-plugin.ts'
import type { Permissions } from './permissions.ts'
import type { Problem, Remarks } from './problem.ts'
import type { MountedRoute } from './routes.ts'

/** Everything the platform is made of, built from one ordered list of hook objects. */
export interface Composition {
  readonly plugins: readonly LoadedPlugin[]
  readonly schema: GraphQLSchema
  /** The plugin whose value a field has. */
  readonly authorOf: AuthorOf
  readonly createContext: CreateContext
  readonly liveFilters: LiveFilters
  readonly router: ComposedRouter
  /** Who may use what, by place. */
  readonly permissions: Permissions
  readonly tags: readonly Tag[]
  readonly ledger: Ledger
  readonly strategies: StrategyRegistry
  /** Ways to sign in that the sign-in page offers, in order. */
  readonly offeredStrategies: readonly OfferedStrategy[]
  readonly connectors: Connectors
  /** How comments are decided about, in order. */
  readonly phases: readonly ComposedPhase[]
  readonly translations: Translations
  /** Plugins that were left out. */
  readonly disabled: readonly Disabled[]
  readonly remarks: Remarks
}

/** Channel → filter: which events one subscription listens to. */
export type Channels = ReadonlyMap<string, (payload: unknown, context: ServerContext) => unknown>

/** Finds the channels of a subscription field for the arguments it was subscribed with. */
export type LiveFilters = (field: string, args: Record<string, unknown>) => Channels

/** All routes of all plugins: the core's first, so that no plugin can stand in front of them. */
export interface ComposedRouter {
  readonly koa: readonly Middleware[]
  readonly express: readonly RequestHandler[]
  /** All of them, in the order they are asked. */
  readonly routes: readonly MountedRoute[]
  readonly problems: readonly Problem[]
}

/** What a step decides; nothing to leave it to the next. */
export type PhaseAnswer = ModerationDecision | undefined

/** A step of deciding about comments, whoever wrote it. */
export interface ComposedPhase {
  readonly name: string
  run(submission: Submission, context: ServerContext): PhaseAnswer | Promise<PhaseAnswer>
}

/** The registry plugins mount their strategies on; its `authenticate` guards both kinds of route. */
export type StrategyRegistry = InstanceType<typeof koaPassport.KoaPassport>

/** A way to sign in that the sign-in page offers. */
export interface OfferedStrategy extends SignInButton {
  readonly name: string
}

/** A plugin that was left out, as its settings say, because it can't be composed or started. */
export interface Disabled {
  readonly name: string
  readonly reason: string
}

/** Finds the plugin whose value a field has; nothing where it is the core's. */
export type AuthorOf = (coordinate: string) => Attribution | undefined
