import type { CoreContext } from './context.ts'
import type { UserRole } from './enums.ts'
import { NotAuthorizedError, type PlatformError } from './errors.ts'

/** From the strongest to the weakest. */
const ROLES: readonly UserRole[] = ['ADMIN', 'MODERATOR', 'STAFF', 'COMMENTER']

/**
 * The part of koa's `ctx` that {@link needed} reads.
 *
 * @example
 * const isSignedIn = ({ state }: KoaLike) => Boolean(state.context?.user)
 */
export interface KoaLike {
  readonly state: RequestLike
}

/**
 * The part of an Express request that {@link needed} reads.
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
 * Makes a guard that passes requests of users who have one of the roles, and are neither banned nor suspended. Without
 * roles every such user passes. Anonymous readers are answered 401, and all other callers 403. A stronger role does not
 * pass: `needed('MODERATOR')` refuses an administrator who is no moderator. Use {@link needed.atLeast} to let stronger
 * roles in.
 *
 * @throws Error for a name that is no role, when the guard is made.
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

/**
 * Makes a guard as {@link needed} does, for a role and all stronger ones. From the strongest to the weakest they are
 * `ADMIN`, `MODERATOR`, `STAFF` and `COMMENTER`; every signed-in user is at least a `COMMENTER`.
 *
 * @throws Error for a name that is no role, when the guard is made.
 * @example
 * router.post('/api/v1/digest', needed.atLeast('MODERATOR'), (req, res) => res.json({ sent: true }))
 */
needed.atLeast = (role: UserRole): Guard => {
  const at = ROLES.indexOf(role)
  if (at === -1) throw new Error(`needed.atLeast(${role}): no such role; known are ${ROLES.join(', ')}`)
  return role === 'COMMENTER' ? needed() : needed(...ROLES.slice(0, at + 1))
}

/** A registered symbol, so that every copy of this package recognises the guards of the others. */
const NEEDED = Symbol.for('@platform/needed')

/**
 * The roles of a guard made by {@link needed}; an empty list when every role passes, `null` for any other handler.
 *
 * @example
 * neededRoles(needed('ADMIN')) // ['ADMIN']
 */
export function neededRoles(handler: unknown): readonly UserRole[] | null {
  return typeof handler === 'function' ? ((handler as { [NEEDED]?: readonly UserRole[] })[NEEDED] ?? null) : null
}

/** The context decides, as it does for resolvers, so that bans and suspensions apply to routes too. */
function refusal({ context }: RequestLike, roles: readonly UserRole[]): PlatformError | null {
  if (!context?.user) return new NotAuthorizedError('Sign in first', { status: 401 })
  return context.hasRole(...roles) ? null : new NotAuthorizedError()
}
