import type { SlotViewer } from './records.ts'
import { useViewer } from './use.ts'

/** Who has each permission at least. A commenter of the first list needs a username that is not rejected or waiting. */
const NAMED = ['CREATE_COMMENT', 'EDIT_COMMENT', 'CREATE_ACTION', 'DELETE_ACTION'] as const
const STAFF = ['ADD_COMMENT_TAG', 'REMOVE_COMMENT_TAG'] as const
const MODERATOR = [
  'SET_COMMENT_STATUS',
  'SET_USER_USERNAME_STATUS',
  'SET_USER_BAN_STATUS',
  'SET_USER_SUSPENSION_STATUS',
  'SET_USER_ALWAYS_PREMOD_STATUS',
  'UPDATE_ASSET_SETTINGS',
  'UPDATE_ASSET_STATUS',
  'VIEW_USER_STATUS',
] as const
const ADMIN = ['UPDATE_CONFIG', 'UPDATE_SETTINGS', 'UPDATE_USER_ROLES'] as const

/** A permission that decides what a client part shows. */
export type ViewerPermission =
  | 'DELETE_OWN_COMMENT'
  | (typeof NAMED | typeof STAFF | typeof MODERATOR | typeof ADMIN)[number]

/** The roles, the weakest first. */
const ROLES = ['COMMENTER', 'STAFF', 'MODERATOR', 'ADMIN']
const UNUSABLE = ['UNSET', 'REJECTED', 'CHANGED']

/**
 * Whether a user may do something, as far as the browser knows: use it to decide what is shown. The server checks every
 * request by itself.
 *
 * @param now - milliseconds.
 * @example
 * can(viewer, 'SET_COMMENT_STATUS')
 */
export function can(viewer: SlotViewer | null, permission: ViewerPermission, now = Date.now()): boolean {
  if (!viewer) return false
  const { banned, suspension, username } = viewer.state?.status ?? {}
  const until = suspension?.until
  if (banned?.status || (until && Date.parse(until) > now)) return false
  const has = (list: readonly string[]) => list.includes(permission)
  if (has(NAMED)) return !UNUSABLE.includes(username?.status ?? '')
  const least = has(STAFF) ? 'STAFF' : has(MODERATOR) ? 'MODERATOR' : has(ADMIN) ? 'ADMIN' : 'COMMENTER'
  return ROLES.indexOf(viewer.role ?? '') >= ROLES.indexOf(least)
}

/**
 * The same for the reader, in a component. In a page that all readers share nobody may do anything.
 *
 * @example
 * if (!useCan('SET_COMMENT_STATUS')) return null
 */
export const useCan = (permission: ViewerPermission): boolean => can(useViewer(), permission)
