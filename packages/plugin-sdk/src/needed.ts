import { NotAuthorizedError, PlatformError } from './errors.ts'
import type { User } from './records.ts'
import type { UserRole } from './enums.ts'

const ROLES: readonly string[] = ['ADMIN', 'MODERATOR', 'STAFF', 'COMMENTER'] satisfies UserRole[]

/**
 * As much of koa's `ctx` as {@link needed} reads.
 *
 * @example
 * const ctx: KoaLike = { state: { user: null } }
 */
export interface KoaLike { readonly state: { readonly user?: User | null } }

/**
 * As much of an Express request as {@link needed} reads.
 *
 * @example
 * const req: RequestLike = { user: null }
 */
export interface RequestLike { readonly user?: User | null }

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
  return ((first: RequestLike & Partial<KoaLike>, second: unknown, third?: Next) => {
    const express = typeof third === 'function'
    const problem = refusal(express ? first.user : first.state?.user, roles)
    if (express) return problem ? third(problem) : third()
    if (problem) throw problem
    return (second as () => Promise<unknown>)()
  }) as Guard
}

function refusal(user: User | null | undefined, roles: readonly UserRole[]): PlatformError | null {
  if (!user) return new NotAuthorizedError('Sign in first', { status: 401 })
  const until = user.status.suspension.until
  const barred = user.status.banned.status || (until !== null && until > new Date())
  const holds = roles.length === 0 || roles.some(role => user.roles.includes(role))
  return barred || !holds ? new NotAuthorizedError() : null
}
