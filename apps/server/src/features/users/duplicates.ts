import { type DuplicateKeyError, isDuplicateKeyError } from '@platform/docstore'
import { PlatformError } from '@platform/plugin-sdk'

/** Says whether the username or the e-mail address of a user is a duplicate; returns any other error as it is. */
export function duplicateError(error: unknown): unknown {
  if (!isDuplicateKeyError(error)) return error
  return isUsernameDuplicate(error)
    ? new PlatformError('USERNAME_IN_USE', 'This username is taken')
    : new PlatformError('EMAIL_IN_USE', 'There is an account with this e-mail address')
}

/** Whether the duplicate is a username. */
export function isUsernameDuplicate({ keyPattern }: DuplicateKeyError): boolean {
  return keyPattern !== undefined && 'lowercaseUsername' in keyPattern
}
