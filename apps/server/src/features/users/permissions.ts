import type { AccessTable } from '../../contract/access.ts'
import { USER_EVENTS } from './live.ts'
import { USER_TRANSITIONS } from './transitions.ts'

const {
  setUsername,
  changeUsername,
  approveUsername,
  rejectUsername,
  ban,
  unban,
  suspend,
  unsuspend,
  premoderate,
  stopPremoderating,
  setRole,
} = USER_TRANSITIONS

const { userCreated: created, ...others } = USER_EVENTS

/** The permissions to read fields of users, and to decide about users. */
export const userPermissions: AccessTable = {
  'RootQuery.me': 'ANYBODY',
  'RootQuery.users': 'SEARCH_OTHER_USERS',
  'RootQuery.userCount': 'SEARCH_OTHER_USERS',
  'RootQuery.user': { needs: 'SIGNED_IN', beyond: { 'another user': 'SEARCH_OTHER_USERS' } },
  'User.role': { needs: 'VIEW_USER_ROLE', own: 'person' },
  'User.roles': { needs: 'VIEW_USER_ROLE', own: 'person' },
  'User.profiles': { needs: 'SEARCH_OTHER_USERS', own: 'person' },
  'User.email': { needs: 'VIEW_USER_EMAIL', own: 'person' },
  'User.ignoredUsers': { needs: 'SEARCH_OTHER_USERS', own: 'person' },
  'User.tokens': { needs: 'LIST_OWN_TOKENS', own: 'person' },
  'User.state': { needs: 'VIEW_USER_STATUS', own: 'person' },
  'User.actions': { needs: 'SEARCH_ACTIONS', own: 'person' },
  'User.reliable': 'SEARCH_ACTIONS',
  'RootMutation.setUsername': setUsername.needs,
  'RootMutation.changeUsername': changeUsername.needs,
  'RootMutation.approveUsername': approveUsername.needs,
  'RootMutation.rejectUsername': rejectUsername.needs,
  'RootMutation.banUser': ban.needs,
  'RootMutation.unbanUser': unban.needs,
  'RootMutation.suspendUser': suspend.needs,
  'RootMutation.unsuspendUser': unsuspend.needs,
  'RootMutation.alwaysPremodUser': premoderate.needs,
  'RootMutation.removeAlwaysPremodUser': stopPremoderating.needs,
  'RootMutation.setUserRole': setRole.needs,
  'RootMutation.ignoreUser': 'SIGNED_IN',
  'RootMutation.stopIgnoringUser': 'SIGNED_IN',
  'RootMutation.delUser': 'DELETE_OTHER_USER',
  'Subscription.userCreated': created,
  ...Object.fromEntries(
    Object.entries(others).map(([event, needs]) => [
      `Subscription.${event}`,
      { needs: 'SIGNED_IN' as const, beyond: { 'of another user': needs } },
    ]),
  ),
  'POST /api/v1/users': 'ANYBODY',
  'POST /api/v1/auth/local': 'ANYBODY',
  'GET /api/v1/auth': 'ANYBODY',
  'GET /api/v1/account': 'SIGNED_IN',
}
