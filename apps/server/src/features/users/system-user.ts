import type { User } from '@platform/plugin-sdk'
import { newUser } from './model.ts'

/** The platform acting for itself, or for whoever has its shell. It is in no store. */
export const SYSTEM_USER: User & { readonly system: true } = Object.freeze({
  ...newUser({ id: 'system', username: 'system', roles: ['ADMIN'], profiles: [] }, new Date(0)),
  system: true as const,
})
