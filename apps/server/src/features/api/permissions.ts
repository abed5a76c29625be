import type { AccessTable } from '../../perms/access.ts'

export const apiPermissions: AccessTable = {
  'GET /api/v1': 'ANYBODY',
  'GET /api/v2': 'ANYBODY',
  'POST /api/v1/csp': 'ANYBODY',
}
