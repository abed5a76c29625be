/**
 * What a caller needs: nothing; a session, whatever became of the account since; or a permission, of several any one.
 * A ban, a suspension and a rejected username take permissions away, not the session.
 *
 * @example
 * const needs: PermissionNeeds = ['ADD_COMMENT_TAG', 'EDIT_COMMENT']
 */
export type PermissionNeeds<Permission extends string = string> =
  | 'ANYBODY'
  | 'SIGNED_IN'
  | Permission
  | readonly Permission[]

/**
 * Who may use one place, in full.
 *
 * @example
 * const email: PermissionRow = { needs: 'VIEW_USER_EMAIL', own: 'person' }
 */
export interface PermissionRow<Permission extends string = string> {
  readonly needs: PermissionNeeds<Permission>
  /** Of a field of an object: the caller has it without that on an object of their own. `person` is the object itself, `author` its author. */
  readonly own?: 'person' | 'author'
  /** Refused with `null` instead of an error. Fields of objects always are. */
  readonly silent?: true
  /** The route refuses in a form of its own, such as a page. */
  readonly itself?: true
  /** What of it needs more, in words, and what that needs; the resolver or mutator decides that. */
  readonly beyond?: Readonly<Record<string, PermissionNeeds<Permission>>>
}

/**
 * Rows by the place they are about, which is the plugin's own: a field it defines, or a route it mounts.
 *
 * @example
 * const permissions: PermissionTable = { 'RootMutation.closePoll': 'UPDATE_ASSET_STATUS', 'GET /api/v1/polls': 'ANYBODY' }
 */
export type PermissionTable<Permission extends string = string> = Readonly<
  Record<string, PermissionNeeds<Permission> | PermissionRow<Permission>>
>
