import type { AccessTable } from '../contract/access.ts'

/** The endpoint is everybody's; its fields have rows of their own. */
export const graphPermissions: AccessTable = {
  'GET /api/v1/graph/ql': 'ANYBODY',
  'POST /api/v1/graph/ql': 'ANYBODY',
  'GET /api/v1/graph/iql': 'ANYBODY',
}
