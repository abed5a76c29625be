import type { AccessTable } from '../../contract/access.ts'

/** What people may do about their own accounts. */
export const accountPermissions: AccessTable = {
  'RootMutation.attachLocalAuth': 'SIGNED_IN',
  'RootMutation.changePassword': 'CHANGE_PASSWORD',
  'RootMutation.changeEmail': 'CHANGE_PASSWORD',
  'RootMutation.signOutEverywhere': 'SIGNED_IN',
  'RootMutation.requestDeletion': 'SIGNED_IN',
  'RootMutation.cancelDeletion': 'SIGNED_IN',
  'RootMutation.createToken': 'CREATE_TOKEN',
  'RootMutation.revokeToken': 'REVOKE_TOKEN',
  'User.deletionAt': { needs: 'VIEW_USER_STATUS', own: 'person' },
  'POST /api/v1/account/email/verify': 'ANYBODY',
  'POST /api/v1/account/password/reset': 'ANYBODY',
  'PUT /api/v1/account/password/reset': 'ANYBODY',
  'POST /api/v1/users/resend-verify': 'ANYBODY',
  'POST /api/v1/users/:user_id/email/confirm': 'SEARCH_OTHER_USERS',
}
