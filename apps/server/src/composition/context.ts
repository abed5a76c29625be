import { randomUUID } from 'node:crypto'
import { defineRoleGuard, type Permission, type VerifiedToken } from '@platform/auth'
import type {
  CoreLoaders,
  CoreMutators,
  GraphContext,
  Logger,
  Publisher,
  SortMethod,
  User,
  UserRole,
} from '@platform/plugin-sdk'
import { type ExecutionResult, graphql } from 'graphql'
import type { Platform } from '../main/platform.ts'

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

/** The context as the core sees it: a plugin's, and the platform behind it. */
export interface ServerContext extends GraphContext {
  /** The caller's address; `null` for the platform itself. */
  readonly address: string | null
  /** What the client calls this request, to send it again without doing it twice; `null` when it did not say. */
  readonly idempotencyKey: string | null
  /** What the caller is signed in by; `null` for nobody, and for the platform itself. */
  readonly credential: Credential | null
  readonly platform: Platform
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

/** The lazily made parts of a context, built once per composition. */
export interface ContextParts {
  readonly Loaders: new (context: ServerContext) => object
  readonly Mutators: new (context: ServerContext) => object
  readonly Plugins: new (context: ServerContext) => Record<string, unknown>
  readonly connectors: Connectors
}

/** Makes one context a request, or one an event. */
export type CreateContext = (init?: ContextInit) => ServerContext

export function contextFactory(platform: Platform, parts: ContextParts): CreateContext {
  return init => new RequestContext(platform, parts, init ?? {})
}

class RequestContext implements ServerContext {
  readonly id: string
  readonly user: User | null
  readonly address: string | null
  readonly idempotencyKey: string | null
  readonly credential: Credential | null
  readonly platform: Platform
  readonly #parts: ContextParts
  readonly #tags = new Set<string>()
  readonly #since: number
  #expires = Number.POSITIVE_INFINITY
  #shared = true
  #loaders: object | undefined
  #mutators: object | undefined
  #plugins: Record<string, unknown> | undefined
  #log: Logger | undefined

  constructor(platform: Platform, parts: ContextParts, { id, user, address, idempotencyKey, credential }: ContextInit) {
    this.id = id ?? randomUUID()
    this.user = user ?? null
    this.address = address ?? null
    this.idempotencyKey = idempotencyKey ?? null
    this.credential = credential ?? null
    this.platform = platform
    this.#parts = parts
    // Taken before anything is read, so that a change in the middle of reading is not missed.
    this.#since = platform.revisions.latest
  }

  get loaders(): ServerContext['loaders'] {
    return (this.#loaders ??= new this.#parts.Loaders(this)) as CoreLoaders & Record<string, unknown>
  }
  get mutators(): ServerContext['mutators'] {
    return (this.#mutators ??= new this.#parts.Mutators(this)) as CoreMutators & Record<string, unknown>
  }
  get plugins(): ServerContext['plugins'] {
    return (this.#plugins ??= new this.#parts.Plugins(this)) as GraphContext['plugins']
  }
  get pubsub(): Publisher {
    return this.platform.events
  }
  get log(): Logger {
    return (this.#log ??= this.platform.log.child({ request: this.id }))
  }

  get connectors(): Connectors {
    return this.#parts.connectors
  }

  graphql(query: string, variables: Record<string, unknown> = {}): Promise<ExecutionResult> {
    this.unshared()
    return graphql({
      schema: this.platform.composition.schema,
      source: query,
      variableValues: variables,
      contextValue: this,
    })
  }

  can(...permissions: string[]): boolean {
    return this.platform.permits(this.user, ...(permissions as Permission[]))
  }

  hasRole(...roles: UserRole[]): boolean {
    return defineRoleGuard(...roles)(this.user, this.platform.clock.now().getTime())
  }

  sortMethod(type: string, sortBy: string): SortMethod | undefined {
    const sorts = this.plugins['Sort'] as unknown as Record<string, Record<string, SortMethod>> | undefined
    return sorts?.[type]?.[sortBy]
  }

  get sharing(): Sharing {
    return {
      tags: this.#tags,
      since: this.#since,
      expires: this.#expires,
      allowed: this.#shared && this.#tags.size > 0,
    }
  }

  dependsOn(tag: string): void {
    this.#tags.add(tag)
  }

  expiresAt(time: Date): void {
    this.#expires = Math.min(this.#expires, time.getTime())
  }

  unshared(): void {
    this.#shared = false
  }
}
