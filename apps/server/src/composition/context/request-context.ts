import { randomUUID } from 'node:crypto'
import { defineRoleGuard, type Permission } from '@platform/auth'
import type {
  ContextRequest,
  CoreMutators,
  GraphContext,
  Logger,
  Publisher,
  Services,
  SortMethod,
  UserRecord,
} from '@platform/plugin-sdk'
import { graphql } from 'graphql'
import type {
  Connectors,
  ContextInit,
  CreateContext,
  Credential,
  ServerContext,
  Sharing,
} from '../../contract/context.ts'
import { asRecord } from '../../runtime/user-record.ts'
import { CallerRequest } from './caller-request.ts'

/** Classes of the parts that a context makes when they are first read; they are the same for all requests. */
export interface ContextParts {
  readonly Loaders: new (context: ServerContext) => object
  readonly Mutators: new (context: ServerContext) => object
  readonly Plugins: new (context: ServerContext) => Record<string, unknown>
  readonly connectors: Connectors
  readonly pluginHooks: ServerContext['pluginHooks']
}

/** Makes a function that makes one context for each request. */
export function contextFactory(services: Services, parts: ContextParts): CreateContext {
  return init => new RequestContext(services, parts, init ?? {})
}

class RequestContext implements ServerContext {
  readonly id: string
  readonly address: string | null
  readonly idempotencyKey: string | null
  readonly credential: Credential | null
  readonly services: Services
  readonly #parts: ContextParts
  readonly #init: ContextInit
  readonly #parent: ServerContext | null
  readonly #user: UserRecord | null
  #request: ContextRequest | null | undefined
  readonly #tags = new Set<string>()
  readonly #since: number
  #expires = Number.POSITIVE_INFINITY
  #shared = true
  #readsUser = false
  #loaders: object | undefined
  #mutators: object | undefined
  #plugins: Record<string, unknown> | undefined
  #log: Logger | undefined
  #made: Map<unknown, unknown> | undefined
  #loaded: Map<unknown, unknown> | undefined

  // Authors take methods off the context, as in `({ can }) => ...`, so these know their context without `this`.
  readonly can: ServerContext['can'] = (...permissions) =>
    this.services.permits(this.user, ...(permissions as Permission[]))
  readonly hasRole: ServerContext['hasRole'] = (...roles) =>
    defineRoleGuard(...roles)(this.user, this.services.clock.now().getTime())
  readonly graphql: ServerContext['graphql'] = (source, variableValues = {}) => {
    this.preventSharing()
    return graphql({ schema: this.services.composition.schema, source, variableValues, contextValue: this })
  }
  readonly within: ServerContext['within'] = () => new RequestContext(this.services, this.#parts, this.#init, this)
  readonly sortMethod: ServerContext['sortMethod'] = (type, sortBy) => {
    const sorts = this.plugins['Sort'] as unknown as Record<string, Record<string, SortMethod>> | undefined
    return sorts?.[type]?.[sortBy]
  }
  readonly pluginHooks: ServerContext['pluginHooks'] = name => this.#parts.pluginHooks(name)
  readonly dependsOn: ServerContext['dependsOn'] = tag => {
    this.#tags.add(tag)
  }
  readonly expiresAt: ServerContext['expiresAt'] = time => {
    this.#expires = Math.min(this.#expires, time.getTime())
  }
  readonly preventSharing: ServerContext['preventSharing'] = () => {
    this.#shared = false
  }

  constructor(services: Services, parts: ContextParts, init: ContextInit, parent: ServerContext | null = null) {
    const { id, user, address, idempotencyKey, credential } = init
    this.#init = init
    this.#parent = parent
    this.id = id ?? randomUUID()
    this.#user = asRecord(user ?? null)
    this.address = address ?? null
    this.idempotencyKey = idempotencyKey ?? null
    this.credential = credential ?? null
    this.services = services
    this.#parts = parts
    // The revision is read before everything else, so that a change in the middle of reading is not missed.
    this.#since = services.revisions.latest
  }

  once<Value>(make: (context: ServerContext) => Value): Value {
    this.#made ??= new Map()
    return onceIn(this.#made, make, this)
  }

  onceLoaded<Value>(make: (context: ServerContext) => Value): Value {
    this.#loaded ??= new Map()
    return onceIn(this.#loaded, make, this)
  }

  forgetLoaded(): void {
    this.#loaders = undefined
    this.#loaded = undefined
  }

  get user(): UserRecord | null {
    this.#readsUser = true
    return this.#parent ? this.#parent.user : this.#user
  }
  get loaders(): ServerContext['loaders'] {
    this.#loaders ??= new this.#parts.Loaders(this)
    return this.#loaders as ServerContext['loaders']
  }
  get mutators(): ServerContext['mutators'] {
    this.#mutators ??= new this.#parts.Mutators(this)
    return this.#mutators as CoreMutators & Record<string, unknown>
  }
  get plugins(): ServerContext['plugins'] {
    this.#plugins ??= new this.#parts.Plugins(this)
    return this.#plugins as GraphContext['plugins']
  }
  get pubsub(): Publisher {
    return this.services.events
  }
  get log(): Logger {
    this.#log ??= this.services.log.child({ request: this.id })
    return this.#log
  }

  get connectors(): Connectors {
    return this.#parts.connectors
  }

  get request(): ContextRequest | null {
    // What a plugin reads of the request may decide its answer.
    this.preventSharing()
    if (this.#parent) return this.#parent.request
    const { request } = this.#init
    this.#request ??= request ? new CallerRequest(request, { id: this.id, address: this.address ?? '' }) : null
    return this.#request
  }
  // Who reads a parent may read the request from it.
  get parent(): ServerContext | ContextRequest | null {
    this.preventSharing()
    return this.#parent ?? this.request
  }
  get rootParent(): ContextRequest | null {
    this.preventSharing()
    return this.#parent ? this.#parent.rootParent : this.request
  }
  get sharing(): Sharing {
    return {
      tags: this.#tags,
      since: this.#since,
      expires: this.#expires,
      allowed: this.#shared && this.#tags.size > 0,
      isForAll: this.#shared && !this.#readsUser,
    }
  }
}

function onceIn<Value>(
  made: Map<unknown, unknown>,
  make: (context: ServerContext) => Value,
  context: ServerContext,
): Value {
  if (!made.has(make)) made.set(make, make(context))
  return made.get(make) as Value
}
