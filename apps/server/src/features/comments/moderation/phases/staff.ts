import type { User } from '@platform/plugin-sdk'
import type { CorePhase } from '../phase.ts'

/** Whether somebody is anything more than a commenter. */
export const isStaff = ({ roles }: Pick<User, 'roles'>): boolean => roles.some(role => role !== 'COMMENTER')

export const staff: CorePhase = {
  name: 'staff',
  run: ({ author }, { platform: { config } }) => isStaff(author) && config.ignoreFlagsAgainstStaff ? { status: 'ACCEPTED' } : undefined,
}
