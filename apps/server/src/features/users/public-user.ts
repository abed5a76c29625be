import { strongestRole } from '@platform/auth'
import type { User } from '@platform/plugin-sdk'

/** A user's own account as REST answers it; it never has hashes, tokens or notes of moderators. */
export function ownAccount(user: User) {
  return {
    id: user.id,
    username: user.username,
    role: strongestRole(user.roles),
    roles: user.roles,
    email: user.profiles.find(profile => profile.provider === 'local')?.id ?? null,
    status: {
      username: user.status.username.status,
      banned: user.status.banned.status,
      alwaysPremod: user.status.alwaysPremod.status,
      suspendedUntil: user.status.suspension.until,
    },
    created_at: user.created_at,
  }
}
