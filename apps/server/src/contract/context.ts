import type { VerifiedToken } from '@platform/auth'
import type { GraphContext, Services, SortMethod, User } from '@platform/plugin-sdk'
import type { ExecutionResult } from 'graphql'

/** The tree that `context.connectors` and the `connect` hook hand to plugins: the server's parts by name. */
export type Connectors = Readonly<Record<string, unknown>>

/** What is known of a request when its context is made. */
export interface ContextInit {
  readonly id?: string
  readonly user?: User | null
  /** Where the request comes from. */
  readonly address?: string
  /** The client's name for this request, the same when it is sent again. */
  readonly idempotencyKey?: string | null
  /** What shows who the user is. */
  readonly credential?: Credential | null
}

/** Of what kind a caller's token is, and since when there is it. */
export type Credential = Pick<VerifiedToken, 'kind' | 'issuedAt'>

/** The context as the core sees it: a plugin's, and what it knows of the request. */
export interface ServerContext extends GraphContext {
  /** All services. A plugin is given a part of some, see `PluginServices`. */
  readonly services: Services
  /** The caller's address; `null` for the platform itself. */
  readonly address: string | null
  /** What the client calls this request, to send it again without doing it twice; `null` when it did not say. */
  readonly idempotencyKey: string | null
  /** What the caller is signed in by; `null` for nobody, and for the platform itself. */
  readonly credential: Credential | null
  /** The server's parts by name, as older plugins reach them. */
  readonly connectors: Connectors
  /** Runs an operation as this caller. */
  graphql(query: string, variables?: Record<string, unknown>): Promise<ExecutionResult>
  /** Answers of this operation depend on `tag`, and may be shared until its revision changes. */
  dependsOn(tag: string): void
  /** The answer is right until then at the latest. */
  expiresAt(time: Date): void
  /** The sort method a plugin gives for `Comments` and a lower-case `sortBy`. */
  sortMethod(type: string, sortBy: string): SortMethod | undefined
  readonly sharing: Sharing
}

/** Whether, and how long, an answer can be given to other anonymous readers. */
export interface Sharing {
  readonly tags: ReadonlySet<string>
  /** The revision that everything was read at, or later. */
  readonly since: number
  readonly expires: number
  readonly allowed: boolean
}

/** Makes one context a request, or one an event. */
export type CreateContext = (init?: ContextInit) => ServerContext
