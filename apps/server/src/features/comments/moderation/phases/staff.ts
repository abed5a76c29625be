import { isStaff } from '../../../../contract/is-staff.ts'
import type { CorePhase } from '../phase.ts'

export const staff: CorePhase = {
  name: 'staff',
  run: ({ author }, { services: { config } }) =>
    isStaff(author) && config.ignoreFlagsAgainstStaff ? { status: 'ACCEPTED' } : undefined,
}
