import type { Problem, Remarks } from '@platform/plugin-host'
import type { RequestHandler } from 'express'
import type { Middleware } from 'koa'
import type { Composed } from '../contract/composed.ts'
import type { Connectors, ServerContext } from '../contract/context.ts'
import type { Services } from '../contract/services.ts'
import type { ComposedJob } from './jobs.ts'
import type { Ledger } from './ledger.ts'
import type { ComposedMail } from './mails.ts'
import type { Permissions } from './permissions.ts'
import type { MountedRoute } from './routes/mounted-routes.ts'

/** Everything the platform is made of, built from one ordered list of hook objects. */
export interface Composition extends Composed {
  readonly services: Services
  readonly liveFilters: LiveFilters
  readonly router: ComposedRouter
  /** Who may use what, by place. */
  readonly permissions: Permissions
  readonly ledger: Ledger
  readonly connectors: Connectors
  /** Work that is queued, or done at times. */
  readonly jobs: readonly ComposedJob[]
  readonly mails: readonly ComposedMail[]
  /** Plugins that were left out. */
  readonly disabled: readonly Disabled[]
  readonly remarks: Remarks
  /** Closes the services that were made, those made last first. */
  close(): Promise<void>
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

/** A plugin that was left out, as its settings say, because it can't be composed or started. */
export interface Disabled {
  readonly name: string
  readonly reason: string
}
