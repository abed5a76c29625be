import type { Operation } from '../operation.ts'
import { createUser } from './create-user.ts'

/** Every operation by the words that call it. */
export const operations = {
  'users create': createUser,
} satisfies Record<string, Operation>

export type OperationName = keyof typeof operations
