import type { AccessTable } from '../../contract/access.ts'
import { LIVE_PATH } from '../../contract/live-path.ts'

/** What is answered before any feature is asked: health, and the live endpoint, whose subscriptions have rows of their own. */
export const basePermissions: AccessTable = {
  'GET /livez': 'ANYBODY',
  'GET /startupz': 'ANYBODY',
  'GET /readyz': 'ANYBODY',
  [`GET ${LIVE_PATH}`]: 'ANYBODY',
}
