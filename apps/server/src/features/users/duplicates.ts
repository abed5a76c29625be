import { isDuplicateKeyError } from '@platform/docstore'
import { PlatformError } from '@platform/plugin-sdk'

/** Which of the two unique names was taken; any other error as it is. */
export function nameTaken(error: unknown): unknown {
  if (!isDuplicateKeyError(error)) return error
  return error.keyPattern && 'lowercaseUsername' in error.keyPattern
    ? new PlatformError('USERNAME_IN_USE', 'This username is taken')
    : new PlatformError('EMAIL_IN_USE', 'There is an account with this e-mail address')
}
