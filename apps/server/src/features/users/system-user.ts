import type { User } from '@platform/plugin-sdk'
import { newUser } from './model.ts'

/** The user in whose name the platform acts by itself or by the command line. It is not stored. */
export const SYSTEM_USER: User & { readonly system: true } = Object.freeze({
  ...newUser({ id: 'system', username: 'system', roles: ['ADMIN'], profiles: [] }, new Date(0)),
  system: true as const,
})
