import type { AccessTable } from '../../contract/access.ts'

/** Who flags, disagrees, and takes that back. */
export const actionPermissions: AccessTable = {
  'RootMutation.createFlag': 'CREATE_ACTION',
  'RootMutation.createDontAgree': 'CREATE_ACTION',
  'RootMutation.deleteAction': 'DELETE_ACTION',
}
