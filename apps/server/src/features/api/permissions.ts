import type { AccessTable } from '../../contract/access.ts'

export const apiPermissions: AccessTable = {
  'GET /api/v1': 'ANYBODY',
  'GET /api/v2': 'ANYBODY',
  'POST /api/v1/csp': 'ANYBODY',
}
