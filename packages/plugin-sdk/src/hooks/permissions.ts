/**
 * What a caller needs: nothing (`'ANYBODY'`), a session (`'SIGNED_IN'`), a permission, or any one of several
 * permissions. A ban, a suspension and a rejected username take permissions away, but a session remains.
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
 * Who may use one field or route, with all options.
 *
 * @example
 * const email: PermissionRow = { needs: 'VIEW_USER_EMAIL', own: 'person' }
 */
export interface PermissionRow<Permission extends string = string> {
  /** What the caller needs. */
  readonly needs: PermissionNeeds<Permission>
  /**
   * For a field of an object: a caller may always read it on their own object. With `person` the object is the caller's
   * own user, with `author` the caller is its author.
   */
  readonly own?: 'person' | 'author'
  /** A refused caller gets `null` instead of an error. For fields of objects this is always so. */
  readonly silent?: true
  /** The route itself answers callers that it refuses, for example by a page. */
  readonly itself?: true
  /** Parts that need more, each described in words, and what they need. The resolver or mutator checks this. */
  readonly beyond?: Readonly<Record<string, PermissionNeeds<Permission>>>
}

/**
 * Field or route → who may use it. A plugin names only fields that it defines and routes that it mounts.
 *
 * @example
 * const permissions: PermissionTable = {
 *   'RootMutation.closePoll': 'UPDATE_ASSET_STATUS',
 *   'GET /api/v1/polls': 'ANYBODY',
 * }
 */
export type PermissionTable<Permission extends string = string> = Readonly<
  Record<string, PermissionNeeds<Permission> | PermissionRow<Permission>>
>
