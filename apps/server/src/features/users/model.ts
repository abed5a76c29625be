import type { CollectionIndexes, IndexDeclaration } from '@platform/docstore'
import type { UserProfile, UserRole } from '@platform/plugin-sdk'
import type { StoredUser } from '../../runtime/user-record.ts'
import { USER_CREATIONS, type UserCreationName } from './transitions.ts'

function decided(name: string, path: string): IndexDeclaration {
  return { name, keys: { [path]: 1 }, multikey: true, partial: { [path]: { $gt: '' } } }
}

export const userIndexes: CollectionIndexes = {
  collection: 'users',
  indexes: [
    { name: 'id', keys: { id: 1 }, unique: true },
    { name: 'username', keys: { lowercaseUsername: 1 }, unique: true },
    { name: 'profile', keys: { 'profiles.provider': 1, 'profiles.id': 1 }, unique: true, multikey: true },
    { name: 'roles', keys: { roles: 1 }, multikey: true },
    { name: 'ignores', keys: { ignoresUsers: 1 }, multikey: true, partial: { ignoresUsers: { $gt: '' } } },
    // Finds users by the moderator who decided about them; only read when an account is deleted.
    ...['username', 'banned', 'alwaysPremod', 'suspension'].map(state =>
      decided(`${state}_decided`, `status.${state}.history.assigned_by`),
    ),
    decided('tagged', 'tags.assigned_by'),
    { name: 'created', keys: { created_at: -1, id: -1 } },
    { name: 'display_name', keys: { 'metadata.displayName': 1 } },
    // Nearly every username is SET and found by its time, so this index holds only the statuses that sort before SET:
    // those that a moderator's decision gave.
    {
      name: 'username_status',
      keys: { 'status.username.status': 1, created_at: -1, id: -1 },
      partial: { 'status.username.status': { $lt: 'SET' } },
    },
    { name: 'username_unset', keys: { created_at: -1, id: -1 }, partial: { 'status.username.status': 'UNSET' } },
    { name: 'banned', keys: { created_at: -1, id: -1 }, partial: { 'status.banned.status': true } },
    { name: 'premod', keys: { created_at: -1, id: -1 }, partial: { 'status.alwaysPremod.status': true } },
    { name: 'suspended', keys: { 'status.suspension.until': 1 } },
    { name: 'flagged', keys: { created_at: -1, id: -1 }, partial: { 'action_counts.flag': { $gt: 0 } } },
  ],
}

export interface UserDraft {
  readonly id: string
  readonly username: string
  /** How the account begins. Default: an administrator makes it. */
  readonly creation?: UserCreationName
  readonly roles?: readonly UserRole[]
  readonly profiles: readonly UserProfile[]
  readonly password?: string
  readonly metadata?: Record<string, unknown>
}

export function newUser(
  { id, username, creation = 'appointed', roles = [], profiles, password, metadata }: UserDraft,
  now: Date,
): StoredUser {
  const { username: status } = USER_CREATIONS[creation]
  return {
    id,
    username,
    lowercaseUsername: username.toLowerCase(),
    ...(password ? { password } : {}),
    roles: roles.length > 0 ? [...roles] : ['COMMENTER'],
    profiles: [...profiles],
    status: {
      username: { status, history: [{ status, username, assigned_by: null, created_at: now }] },
      banned: { status: false, history: [] },
      alwaysPremod: { status: false, history: [] },
      suspension: { until: null, history: [] },
    },
    ignoresUsers: [],
    action_counts: {},
    tags: [],
    tokens: [],
    metadata: metadata ?? {},
    validAfter: null,
    created_at: now,
    updated_at: now,
  }
}
