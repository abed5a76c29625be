import type { AccessTable } from '../../contract/access.ts'

/** Moderators who decide about usernames decide about the pictures beside them. */
export const REMOVES_OTHER_AVATARS = 'SET_USER_USERNAME_STATUS'

export const avatarPermissions: AccessTable = {
  'RootMutation.removeAvatar': { needs: 'SIGNED_IN', beyond: { 'of another user': REMOVES_OTHER_AVATARS } },
  'Subscription.avatarRemoved': 'ANYBODY',
  'GET /avatars/:avatar': 'ANYBODY',
}
