/**
 * Facts of a {@link PlatformError} beside its code and message.
 *
 * @example
 * const options: PlatformErrorOptions = { status: 409, metadata: { closedAt: poll.closedAt } }
 */
export interface PlatformErrorOptions extends ErrorOptions {
  /** HTTP status for REST routes. @defaultValue 400 */
  readonly status?: number
  /** Facts that a client may show: a length, a limit, a message of the site. Clients get them, so never a secret. */
  readonly metadata?: Readonly<Record<string, unknown>>
}

const BRAND = Symbol.for('@platform/error')

/**
 * An expected failure, whose code and message clients get. Every other error is masked for clients.
 *
 * Thrown while a mutation resolves, it becomes `{ errors: [{ translation_key }] }`; thrown in a query
 * it is a GraphQL error with `extensions.code`; thrown in a route it is a JSON answer with its status.
 * `instanceof` also recognises errors made by another copy of this package.
 *
 * @example
 * throw new PlatformError('POLL_CLOSED', 'This poll ended yesterday', { status: 409 })
 */
export class PlatformError extends Error {
  /** Name of the failure in upper case. It never changes, because clients and translations look it up. */
  readonly code: string
  readonly status: number
  readonly metadata: Readonly<Record<string, unknown>>

  constructor(code: string, message: string, options: PlatformErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = new.target.name
    this.code = code
    this.status = options.status ?? 400
    this.metadata = options.metadata ?? {}
    Object.defineProperty(this, BRAND, { value: true })
  }

  /** The same as {@link PlatformError.code}, under the name existing clients read. */
  get translation_key(): string {
    return this.code
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore-start lint/complexity/noThisInStatic: subclasses inherit this, and `this` is that class.
    if (this !== PlatformError) return Function.prototype[Symbol.hasInstance].call(this, value)
    // biome-ignore-end lint/complexity/noThisInStatic: see above
    return typeof value === 'object' && value !== null && BRAND in value
  }
}

/**
 * The caller may not do this. HTTP status 403; give `{ status: 401 }` where signing in would help.
 *
 * @example
 * if (!context.user) throw new NotAuthorizedError('Sign in first', { status: 401 })
 */
export class NotAuthorizedError extends PlatformError {
  constructor(message = 'You are not allowed to do this', options: PlatformErrorOptions = {}) {
    super('NOT_AUTHORIZED', message, { status: 403, ...options })
  }
}

/**
 * The item does not exist, or the caller may not know that it does. HTTP status 404.
 *
 * @example
 * if (!poll) throw new NotFoundError('The poll')
 */
export class NotFoundError extends PlatformError {
  constructor(what = 'The item', options: PlatformErrorOptions = {}) {
    super('NOT_FOUND', `${what} was not found`, { status: 404, ...options })
  }
}

/**
 * The item exists already; `metadata.existing` is the item, when the caller may see it. HTTP status 409.
 *
 * @example
 * throw new AlreadyExistsError(vote, 'You have voted')
 */
export class AlreadyExistsError extends PlatformError {
  constructor(existing: unknown, message = 'This exists already') {
    super('ALREADY_EXISTS', message, { status: 409, metadata: { existing } })
  }
}

/**
 * An argument is out of range, malformed or contradicts another, which GraphQL types can't refuse. HTTP status 400.
 *
 * @example
 * if (input.options.length < 2) throw new BadUserInputError('A poll needs two options or more')
 */
export class BadUserInputError extends PlatformError {
  constructor(message: string, options: PlatformErrorOptions = {}) {
    super('BAD_USER_INPUT', message, { status: 400, ...options })
  }
}
