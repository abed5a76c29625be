import type { AccessTable } from '../../contract/access.ts'

/** Setting a site up asks for the token that was printed, whoever sends it. */
export const setupPermissions: AccessTable = {
  'GET /api/v1/setup': 'ANYBODY',
  'POST /api/v1/setup': 'ANYBODY',
}
