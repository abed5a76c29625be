import type { UserRecord } from '@platform/plugin-sdk'
import { withoutCredentials } from '../../runtime/user-record.ts'
import { newUser } from './model.ts'

/** The user in whose name the platform acts by itself or by the command line. It is not stored. */
export const SYSTEM_USER: UserRecord & { readonly system: true } = Object.freeze(
  Object.assign(
    withoutCredentials(newUser({ id: 'system', username: 'system', roles: ['ADMIN'], profiles: [] }, new Date(0))),
    { system: true as const },
  ),
)
