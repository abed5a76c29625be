import type { CoreContext } from './context.ts'
import type { UserRole } from './enums.ts'
import { NotAuthorizedError, type PlatformError } from './errors.ts'

const ROLES: readonly string[] = ['ADMIN', 'MODERATOR', 'STAFF', 'COMMENTER'] satisfies UserRole[]

/**
 * As much of koa's `ctx` as {@link needed} reads.
 *
 * @example
 * const isSignedIn = ({ state }: KoaLike) => Boolean(state.context?.user)
 */
export interface KoaLike {
  readonly state: RequestLike
}

/**
 * As much of an Express request as {@link needed} reads.
 *
 * @example
 * const isSignedIn = ({ context }: RequestLike) => Boolean(context?.user)
 */
export interface RequestLike {
  readonly context?: Pick<CoreContext, 'user' | 'hasRole'>
}

type Next = (error?: unknown) => unknown

/**
 * A handler for both kinds of route: `(req, res, next)` and koa's `(ctx, next)`.
 *
 * @example
 * const staffOnly: Guard = needed('ADMIN', 'MODERATOR', 'STAFF')
 */
export interface Guard {
  (request: RequestLike, response: unknown, next: Next): unknown
  (context: KoaLike, next: () => Promise<unknown>): unknown
}

/**
 * Lets a request pass only for a user who holds one of the roles, and is neither banned nor suspended.
 * Without a role any such user passes. Answers 401 to nobody and 403 to everybody else.
 *
 * @throws Error at once for a name that is no role.
 * @example
 * router.get('/api/v1/people', needed('ADMIN'), (req, res) => res.json({ people }))
 */
export function needed(...roles: UserRole[]): Guard {
  const unknown = roles.filter(role => !ROLES.includes(role))
  if (unknown.length > 0) throw new Error(`needed(${unknown.join(', ')}): no such role; known are ${ROLES.join(', ')}`)
  const guard = ((first: RequestLike & Partial<KoaLike>, second: unknown, third?: Next) => {
    const express = typeof third === 'function'
    const problem = refusal(express ? first : (first.state ?? {}), roles)
    if (express) return problem ? third(problem) : third()
    if (problem) throw problem
    return (second as () => Promise<unknown>)()
  }) as Guard
  return Object.assign(guard, { [NEEDED]: roles })
}

/** Registered, so that every copy of this package knows the guards of the others. */
const NEEDED = Symbol.for('@platform/needed')

/**
 * The roles that a handler made by {@link needed} asks for; none for any role, `null` for every other handler.
 *
 * @example
 * neededRoles(needed('ADMIN')) // ['ADMIN']
 */
export function neededRoles(handler: unknown): readonly UserRole[] | null {
  return typeof handler === 'function' ? ((handler as { [NEEDED]?: readonly UserRole[] })[NEEDED] ?? null) : null
}

/** The platform decides, as it does about everything else. */
function refusal({ context }: RequestLike, roles: readonly UserRole[]): PlatformError | null {
  if (!context?.user) return new NotAuthorizedError('Sign in first', { status: 401 })
  return context.hasRole(...roles) ? null : new NotAuthorizedError()
}
