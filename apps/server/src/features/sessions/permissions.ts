import type { AccessTable } from '../../contract/access.ts'

export const sessionPermissions: AccessTable = {
  'DELETE /api/v1/auth': 'SIGNED_IN',
}
