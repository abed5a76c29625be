import type { VerifiedToken } from '@platform/auth'
import type { ContextRequest, GraphContext, Services, SortMethod, User } from '@platform/plugin-sdk'
import type { ExecutionResult } from 'graphql'
import type { Request } from 'koa'

/** The tree that `context.connectors` and the `connect` hook hand to plugins: the server's parts by name. */
export type Connectors = Readonly<Record<string, unknown>>

/** The facts of a request from which its context is made. */
export interface ContextInit {
  readonly id?: string
  readonly user?: User | null
  /** The address that the request comes from. */
  readonly address?: string
  /** The client's name for this request, the same when it is sent again. */
  readonly idempotencyKey?: string | null
  /** The token that shows who the user is. */
  readonly credential?: Credential | null
  /** The HTTP request. */
  readonly request?: Pick<Request, 'headers' | 'method' | 'originalUrl'>
}

/** A caller's token. */
export type Credential = VerifiedToken

/** The context as the core sees it: the context of plugins, and more facts of the request. */
export interface ServerContext extends GraphContext {
  /** All services. A plugin is given a part of some, see `PluginServices`. */
  readonly services: Services
  /** The caller's address; `null` for the platform itself. */
  readonly address: string | null
  /** The client's name for this request, so that it can send the request again; `null` when it gave none. */
  readonly idempotencyKey: string | null
  /** The caller's token; `null` for an anonymous reader, and for the platform itself. */
  readonly credential: Credential | null
  /** The server's parts by name, as older plugins reach them. */
  readonly connectors: Connectors
  readonly parent: ServerContext | ContextRequest | null
  /** A context of the same caller and request, whose parent is this one. */
  within(): ServerContext
  /** Runs an operation as this caller. */
  graphql(query: string, variables?: Record<string, unknown>): Promise<ExecutionResult>
  /** Notes that the answer of this operation depends on `tag`: it may be shared until the revision of `tag` changes. */
  dependsOn(tag: string): void
  /** Notes that the answer is right until this time at the latest. */
  expiresAt(time: Date): void
  /** The sort method of a plugin, for a type such as `Comments` and a lower-case `sortBy`. */
  sortMethod(type: string, sortBy: string): SortMethod | undefined
  readonly sharing: Sharing
  /**
   * What `make` gives for this context, which is made when it is first needed, and once. A `WeakMap` of contexts would
   * do the same, but V8 frees what its values refer to only with old garbage, so that all that a request has made would
   * outlive it.
   */
  once<Value>(make: (context: ServerContext) => Value): Value
  /** The same for what has read records. It is made anew once the caller has changed something. */
  onceLoaded<Value>(make: (context: ServerContext) => Value): Value
  /** Forgets what loaders have read, because a mutation may have changed it. */
  forgetLoaded(): void
}

/** Whether, and how long, an answer can be given to other anonymous readers. */
export interface Sharing {
  readonly tags: ReadonlySet<string>
  /** All records were read at this revision, or at a later one. */
  readonly since: number
  readonly expires: number
  readonly allowed: boolean
  /** Whether the answer is the same for every caller: no code has read who asks, and none may depend on it. */
  readonly isForAll: boolean
}

/** Makes a context, one for each request and one for each event. */
export type CreateContext = (init?: ContextInit) => ServerContext
