import type { Permission } from '@platform/auth'
import type { ServerContext } from './context.ts'

/**
 * What a caller needs: nothing; a session, whatever became of the account since; or a permission, of several any one.
 * Permissions are what a ban, a suspension and a rejected username take away.
 */
export type Needs = 'ANYBODY' | 'SIGNED_IN' | Permission | readonly Permission[]

/** One row of the table of permissions. */
export interface Access {
  readonly needs: Needs
  /** Of a field of an object: whose own it is has it without that. `person` is the object itself, `author` its author. */
  readonly own?: 'person' | 'author'
  /** Refused with `null` instead of an error. Fields of objects always are. */
  readonly silent?: true
  /** Refused where it stands, in a form of its own: with a page. */
  readonly itself?: true
  /** What of it needs more, in words, and what that needs; decided where it is known which is meant. */
  readonly beyond?: Readonly<Record<string, Needs>>
}

/** Rows by the place they are about: `RootQuery.users`, `User.email`, `POST /api/v1/setup`. */
export type AccessTable = Readonly<Record<string, Needs | Access>>

/** Whether the caller of a context has what is needed. */
export function admits(context: Pick<ServerContext, 'user' | 'can'>, needs: Needs): boolean {
  if (needs === 'ANYBODY') return true
  if (needs === 'SIGNED_IN') return context.user !== null
  return typeof needs === 'string' ? context.can(needs) : needs.some(permission => context.can(permission))
}

/** A row in its long form. */
export function accessOf(row: Needs | Access): Access {
  return typeof row === 'object' && 'needs' in row ? row : { needs: row }
}
