import type { AccessTable } from '../../perms/access.ts'

export const sessionPermissions: AccessTable = {
  'DELETE /api/v1/auth': 'SIGNED_IN',
}
