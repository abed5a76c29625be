import { ROLES, type Role } from '@platform/auth'
import type { UsersQuery } from '@platform/plugin-sdk'

/** The store filter for people with a role and a standing. */
export function userFilter({ action_type: action, state }: UsersQuery, now: Date): Record<string, unknown> {
  const { role, status } = state ?? {}
  return {
    ...(role ? strongest(role) : {}),
    ...(status?.username?.length
      ? { 'status.username.status': status.username.length === 1 ? status.username[0] : { $in: [...status.username] } }
      : {}),
    ...(isGiven(status?.banned) ? { 'status.banned.status': status.banned } : {}),
    ...(isGiven(status?.alwaysPremod) ? { 'status.alwaysPremod.status': status.alwaysPremod } : {}),
    ...(isGiven(status?.suspended) ? suspension(status.suspended, now) : {}),
    ...(action ? { [`action_counts.${action.toLowerCase()}`]: { $gt: 0 } } : {}),
  }
}

/** How a name begins: the username, the local e-mail address, or the name that somebody has elsewhere. Literal. */
export function nameFilter(value: string | null | undefined): Record<string, unknown> {
  const start = value?.trim().slice(0, 256) ?? ''
  if (start === '') return {}
  const from = (text: string) => ({ $gte: text, $lt: `${text}\uffff` })
  const lower = start.toLowerCase()
  return {
    $or: [
      { lowercaseUsername: from(lower) },
      { profiles: { $elemMatch: { provider: 'local', id: from(lower) } } },
      { 'metadata.displayName': from(start) },
    ],
  }
}

/** Holding a role and none that is stronger. */
function strongest(role: Role): Record<string, unknown> {
  const stronger = ROLES.slice(0, ROLES.indexOf(role))
  return stronger.length === 0 ? { roles: role } : { $and: [{ roles: role }, { roles: { $nin: [...stronger] } }] }
}

/** A suspension ends exactly at its time. */
function suspension(suspended: boolean, now: Date): Record<string, unknown> {
  return suspended
    ? { 'status.suspension.until': { $gt: now } }
    : { $nor: [{ 'status.suspension.until': { $gt: now } }] }
}

function isGiven(value: boolean | null | undefined): value is boolean {
  return value !== null && value !== undefined
}
