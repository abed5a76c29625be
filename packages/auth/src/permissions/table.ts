import type { PermissionUser } from './account-status.ts'
import type { Role } from './roles.ts'

const DAY = 24 * 60 * 60 * 1000
/** The least time between two changes of a username. */
const USERNAME_COOL_DOWN = 14 * DAY

/**
 * A condition on the user, beside the role.
 *
 * @example
 * ```ts
 * const hasProfile: PermissionCondition = user => (user.profiles?.length ?? 0) > 0
 * ```
 */
export type PermissionCondition = (user: PermissionUser, now: number) => boolean

/**
 * One permission: the weakest role that has it, and a condition.
 *
 * @example
 * ```ts
 * const rule: PermissionRule = PERMISSIONS.SET_COMMENT_STATUS
 * ```
 */
export interface PermissionRule {
  readonly from: Role
  readonly when?: PermissionCondition
  /** The condition in words. */
  readonly says?: string
}

/** The user has a username, which is not rejected and does not wait for a decision. */
const usernameUsable: PermissionCondition = user => {
  const status = user.status?.username?.status
  return status !== 'UNSET' && status !== 'REJECTED' && status !== 'CHANGED'
}

const usernameRejected: PermissionCondition = user => user.status?.username?.status === 'REJECTED'

/**
 * Returns the time from which a user may change the username; `null` when this does not depend on time.
 *
 * @example
 * ```ts
 * usernameSettableFrom(user) // 14 days after the last change
 * ```
 */
export function usernameSettableFrom({ status }: PermissionUser): Date | null {
  const { status: state, history = [] } = status?.username ?? {}
  if (state === 'UNSET' || state === 'REJECTED' || state === 'CHANGED' || history.length === 0) return null
  return new Date(Math.max(...history.map(entry => entry.created_at.getTime())) + USERNAME_COOL_DOWN)
}

/** A rejected username is changed by another permission, and a waiting one can't be changed. */
const usernameUnsetOrOld: PermissionCondition = (user, now) => {
  const { status, history = [] } = user.status?.username ?? {}
  if (status === 'REJECTED' || status === 'CHANGED') return false
  return status === 'UNSET' || history.every(entry => entry.created_at.getTime() < now - USERNAME_COOL_DOWN)
}

/** A user with a local profile signs in here. The password itself is verified later, when it is changed. */
const signsInHere: PermissionCondition = user => user.profiles?.some(profile => profile.provider === 'local') === true

const commenter: PermissionRule = {
  from: 'COMMENTER',
  when: usernameUsable,
  says: 'with a username that is not rejected and does not wait for a moderator',
}
const staff: PermissionRule = { from: 'STAFF' }
const moderator: PermissionRule = { from: 'MODERATOR' }
const admin: PermissionRule = { from: 'ADMIN' }

/**
 * All permissions of the platform, and who has them. Bans, suspensions and the system user are checked before this
 * table.
 *
 * @example
 * ```ts
 * PERMISSIONS.SET_COMMENT_STATUS.from // 'MODERATOR'
 * ```
 */
export const PERMISSIONS = {
  CREATE_COMMENT: commenter,
  EDIT_COMMENT: commenter,
  DELETE_OWN_COMMENT: { from: 'COMMENTER' },
  CREATE_ACTION: commenter,
  DELETE_ACTION: commenter,

  CHANGE_USERNAME: { from: 'COMMENTER', when: usernameRejected, says: 'whose username was rejected' },
  SET_USERNAME: {
    from: 'COMMENTER',
    when: usernameUnsetOrOld,
    says: 'without a username yet, or who has had it for 14 days',
  },
  CHANGE_PASSWORD: { from: 'COMMENTER', when: signsInHere, says: 'with a password here' },

  ADD_COMMENT_TAG: staff,
  REMOVE_COMMENT_TAG: staff,

  OPEN_ADMIN: moderator,
  SET_COMMENT_STATUS: moderator,
  SET_USER_USERNAME_STATUS: moderator,
  SET_USER_BAN_STATUS: moderator,
  SET_USER_SUSPENSION_STATUS: moderator,
  SET_USER_ALWAYS_PREMOD_STATUS: moderator,
  WRITE_USER_NOTES: moderator,
  UPDATE_ASSET_SETTINGS: moderator,
  UPDATE_ASSET_STATUS: moderator,

  UPDATE_CONFIG: admin,
  UPDATE_SETTINGS: admin,
  UPDATE_USER_ROLES: admin,
  INVITE_USERS: admin,
  MERGE_ASSETS: admin,
  END_OTHER_SESSIONS: admin,
  CREATE_TOKEN: admin,
  REVOKE_TOKEN: admin,
  LIST_OWN_TOKENS: admin,
  DELETE_OTHER_USER: admin,
  DOWNLOAD_OTHER_USER: admin,

  SEARCH_ASSETS: moderator,
  SEARCH_OTHER_USERS: moderator,
  SEARCH_ACTIONS: moderator,
  SEARCH_NON_NULL_OR_ACCEPTED_COMMENTS: moderator,
  SEARCH_OTHERS_COMMENTS: moderator,
  SEARCH_COMMENT_STATUS_HISTORY: moderator,
  VIEW_USER_STATUS: moderator,
  VIEW_USER_NOTES: moderator,
  VIEW_PROTECTED_SETTINGS: moderator,
  VIEW_STATISTICS: moderator,
  VIEW_USER_ROLE: moderator,
  VIEW_USER_EMAIL: moderator,
  VIEW_BODY_HISTORY: moderator,
  VIEW_COMMENT_DELETED_AT: moderator,

  SUBSCRIBE_ALL_COMMENT_ACCEPTED: moderator,
  SUBSCRIBE_COMMENT_REJECTED: moderator,
  SUBSCRIBE_COMMENT_FLAGGED: moderator,
  SUBSCRIBE_COMMENT_RESET: moderator,
  SUBSCRIBE_ALL_COMMENT_ADDED: moderator,
  SUBSCRIBE_ALL_COMMENT_EDITED: moderator,
  SUBSCRIBE_ALL_USER_SUSPENDED: moderator,
  SUBSCRIBE_ALL_USER_BANNED: moderator,
  SUBSCRIBE_ALL_USERNAME_REJECTED: moderator,
  SUBSCRIBE_ALL_USERNAME_APPROVED: moderator,
  SUBSCRIBE_ALL_USERNAME_FLAGGED: moderator,
  SUBSCRIBE_ALL_USERNAME_CHANGED: moderator,
  SUBSCRIBE_ALL_USER_CREATED: moderator,
} as const satisfies Readonly<Record<string, PermissionRule>>

/**
 * The name of a permission.
 *
 * @example
 * ```ts
 * const permission: Permission = 'SET_COMMENT_STATUS'
 * ```
 */
export type Permission = keyof typeof PERMISSIONS
