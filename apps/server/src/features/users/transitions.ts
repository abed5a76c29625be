import type { Permission } from '@platform/auth'
import type { UsernameStatus, UserRole } from '@platform/plugin-sdk'

interface Common {
  /** Whether the user makes the transition, or a moderator who decides about the user, see `authority.ts`. */
  readonly by: 'self' | 'moderator'
  readonly needs: Permission
  /** The event that is published, with the user's record. */
  readonly event: string
  /** Whether tokens that were issued before are refused, and open connections closed. */
  readonly endsSessions: boolean
  /** The notification to the user; that of a ban or suspension is sent only with a message of the moderator. */
  readonly mail?: 'banned' | 'suspended' | 'username-rejected'
}

/** A change of `status.username`. */
export interface UsernameTransition extends Common {
  readonly of: 'username'
  readonly from: readonly (UsernameStatus | undefined)[]
  readonly to: UsernameStatus
}
/** A change of `status.banned` or `status.alwaysPremod`; it starts from the other value. */
export interface SwitchTransition extends Common {
  readonly of: 'banned' | 'alwaysPremod'
  readonly to: boolean
}
/** A change of `status.suspension`: to a time in the future, or to none. */
export interface SuspensionTransition extends Common {
  readonly of: 'suspension'
  readonly to: 'a moment' | 'none'
}
/** A change of `roles`, which has no history. */
export interface RoleTransition extends Common {
  readonly of: 'roles'
  readonly to: readonly UserRole[] | 'a role'
}

export type UserTransition = UsernameTransition | SwitchTransition | SuspensionTransition | RoleTransition

const moderator = { by: 'moderator', endsSessions: false } as const
const self = { by: 'self', endsSessions: false } as const

/** Every way an account status changes. A change to the stored value stores and publishes nothing. */
export const USER_TRANSITIONS = {
  setUsername: {
    ...self,
    of: 'username',
    needs: 'SET_USERNAME',
    from: [undefined, 'UNSET', 'SET', 'APPROVED'],
    to: 'SET',
    event: 'usernameSet',
  },
  changeUsername: {
    ...self,
    of: 'username',
    needs: 'CHANGE_USERNAME',
    from: ['REJECTED'],
    to: 'CHANGED',
    event: 'usernameChanged',
  },
  approveUsername: {
    ...moderator,
    of: 'username',
    needs: 'SET_USER_USERNAME_STATUS',
    from: [undefined, 'UNSET', 'SET', 'REJECTED', 'CHANGED'],
    to: 'APPROVED',
    event: 'usernameApproved',
  },
  rejectUsername: {
    ...moderator,
    of: 'username',
    needs: 'SET_USER_USERNAME_STATUS',
    from: [undefined, 'UNSET', 'SET', 'APPROVED', 'CHANGED'],
    to: 'REJECTED',
    event: 'usernameRejected',
    mail: 'username-rejected',
  },
  ban: {
    ...moderator,
    of: 'banned',
    needs: 'SET_USER_BAN_STATUS',
    to: true,
    event: 'userBanned',
    endsSessions: true,
    mail: 'banned',
  },
  unban: { ...moderator, of: 'banned', needs: 'SET_USER_BAN_STATUS', to: false, event: 'userUnbanned' },
  suspend: {
    ...moderator,
    of: 'suspension',
    needs: 'SET_USER_SUSPENSION_STATUS',
    to: 'a moment',
    event: 'userSuspended',
    mail: 'suspended',
  },
  unsuspend: {
    ...moderator,
    of: 'suspension',
    needs: 'SET_USER_SUSPENSION_STATUS',
    to: 'none',
    event: 'userUnsuspended',
  },
  premoderate: {
    ...moderator,
    of: 'alwaysPremod',
    needs: 'SET_USER_ALWAYS_PREMOD_STATUS',
    to: true,
    event: 'userAlwaysPremod',
  },
  stopPremoderating: {
    ...moderator,
    of: 'alwaysPremod',
    needs: 'SET_USER_ALWAYS_PREMOD_STATUS',
    to: false,
    event: 'userNotAlwaysPremod',
  },
  setRole: {
    ...moderator,
    of: 'roles',
    needs: 'UPDATE_USER_ROLES',
    to: 'a role',
    event: 'userRoleChanged',
    endsSessions: true,
  },
} as const satisfies Readonly<Record<string, UserTransition>>

export type UserTransitionName = keyof typeof USER_TRANSITIONS

/** The input of a transition of an account, beside its name. */
export interface Change {
  /** The id of the user whose account status changes. */
  readonly id: string
  /** The end of a suspension. */
  readonly until?: Date
  readonly role?: UserRole
  /** The new username, when it is set or changed. */
  readonly username?: string
  /** The moderator's message to the user; it is stored in the history. */
  readonly message?: string
}

/** How an account begins. */
export interface UserCreation {
  /** The first status of the username; the first entry of its history names no user. */
  readonly username: UsernameStatus
  /** The event that is published, with the user's record; `null` for none. */
  readonly event: string | null
}

/** Every way an account begins. No new account is banned, suspended or pre-moderated. */
export const USER_CREATIONS = {
  /** The user registers with e-mail address and password. */
  registered: { username: 'SET', event: 'userCreated' },
  /** The set-up or the command line makes the account. */
  appointed: { username: 'SET', event: null },
  /** Another service identifies the user, and its name for the user becomes the username. */
  named: { username: 'SET', event: 'userCreated' },
  /** A provider identifies the user, or the name breaks the rules: the user is asked to choose a username. */
  unnamed: { username: 'UNSET', event: 'userCreated' },
  /** An import of comments made the account. */
  imported: { username: 'SET', event: null },
} as const satisfies Readonly<Record<string, UserCreation>>

export type UserCreationName = keyof typeof USER_CREATIONS
