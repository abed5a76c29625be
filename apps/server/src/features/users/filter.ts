import { ROLES, type Role } from '@platform/auth'
import type { UsersQuery } from '@platform/plugin-sdk'

/** The store filter for users with a role and an account status. */
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

/** Two store filters: there are as many users of a query as meet the first one and not the second one. */
export interface UserCounting {
  readonly among: Record<string, unknown>
  readonly but: Record<string, unknown> | null
}

/**
 * How users are counted. Nearly all users have the commonest role and are not banned, and no index helps to find those
 * who don't meet a condition; so those who do are counted by an index, and subtracted.
 */
export function userCounting(query: UsersQuery, now: Date): UserCounting {
  const { role, status } = query.state ?? {}
  const withState = (more: Partial<NonNullable<UsersQuery['state']>>) =>
    userFilter({ ...query, state: { ...query.state, ...more } }, now)
  if (role) {
    const others = withState({ role: null })
    const stronger = strongerThan(role)
    const but = { ...others, roles: { $in: stronger }, $and: [{ roles: role }] }
    return { among: { ...others, roles: role }, but: stronger.length > 0 ? but : null }
  }
  const negated = (['banned', 'alwaysPremod', 'suspended'] as const).find(name => status?.[name] === false)
  if (!negated) return { among: userFilter(query, now), but: null }
  const having = (value: boolean | null) => withState({ status: { ...status, [negated]: value } })
  return { among: having(null), but: having(true) }
}

/** The store filter for the literal beginning of a username, a local e-mail address, or a name in another service. */
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

/** The filter for users whose strongest role is this one. */
function strongest(role: Role): Record<string, unknown> {
  const stronger = strongerThan(role)
  return stronger.length === 0 ? { roles: role } : { $and: [{ roles: role }, { roles: { $nin: stronger } }] }
}

const strongerThan = (role: Role) => ROLES.slice(0, ROLES.indexOf(role))

/** The filter for suspended users, or for the others. A suspension ends exactly at its time. */
function suspension(suspended: boolean, now: Date): Record<string, unknown> {
  return suspended
    ? { 'status.suspension.until': { $gt: now } }
    : { $nor: [{ 'status.suspension.until': { $gt: now } }] }
}

function isGiven(value: boolean | null | undefined): value is boolean {
  return value !== null && value !== undefined
}
