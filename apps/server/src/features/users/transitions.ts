import type { Permission } from '@platform/auth'
import type { UsernameStatus, UserRole } from '@platform/plugin-sdk'

interface Common {
  /** The person themself, or somebody who decides about them, see `authority.ts`. */
  readonly by: 'self' | 'moderator'
  readonly needs: Permission
  /** What is published, with the user's id. */
  readonly event: string
  /** Whether tokens given until then are refused, and open connections closed. */
  readonly endsSessions: boolean
  /** What the person is sent: of a ban or suspension, when there is a message for them. */
  readonly mail?: 'banned' | 'suspended' | 'username-rejected'
}

/** A change of `status.username`. */
export interface UsernameTransition extends Common {
  readonly of: 'username'
  readonly from: readonly (UsernameStatus | undefined)[]
  readonly to: UsernameStatus
}
/** A change of `status.banned` or `status.alwaysPremod`; starts from the other value. */
export interface SwitchTransition extends Common {
  readonly of: 'banned' | 'alwaysPremod'
  readonly to: boolean
}
/** A change of `status.suspension`: to a moment to come, or to none. */
export interface SuspensionTransition extends Common {
  readonly of: 'suspension'
  readonly to: 'a moment' | 'none'
}
/** A change of `roles`; there is no history of it. */
export interface RoleTransition extends Common {
  readonly of: 'roles'
  readonly to: readonly UserRole[] | 'a role'
}

export type UserTransition = UsernameTransition | SwitchTransition | SuspensionTransition | RoleTransition

const moderator = { by: 'moderator', endsSessions: false } as const
const self = { by: 'self', endsSessions: false } as const

/** Every way the standing of an account changes. A change to what it is already is none: nothing is stored or published. */
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

/** How an account begins. */
export interface UserCreation {
  /** The first status of its username, and the first entry of the history, in nobody's name. */
  readonly username: UsernameStatus
  /** What is published, with the user's id. */
  readonly event: string | null
}

/** Every way an account comes to be; nobody is banned, suspended or moderated first from the beginning. */
export const USER_CREATIONS = {
  /** Somebody registers with e-mail and password. */
  registered: { username: 'SET', event: 'userCreated' },
  /** Whoever runs the site makes it: the set-up, the command line. */
  appointed: { username: 'SET', event: null },
  /** Another service vouches for them, and for their name. */
  vouchedFor: { username: 'SET', event: 'userCreated' },
  /** They come from a provider, or by a name that nobody may have here: they are asked to choose one. */
  unnamed: { username: 'UNSET', event: 'userCreated' },
  /** Their comments were imported. */
  imported: { username: 'SET', event: null },
} as const satisfies Readonly<Record<string, UserCreation>>

export type UserCreationName = keyof typeof USER_CREATIONS
