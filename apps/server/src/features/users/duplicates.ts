import { PlatformError } from '@platform/plugin-sdk'

/** Which of the two unique names was taken; any other error as it is. */
export function nameTaken(error: unknown): unknown {
  const { code, keyPattern } = error as { code?: unknown; keyPattern?: object }
  if (code !== 11000) return error
  return keyPattern && 'lowercaseUsername' in keyPattern
    ? new PlatformError('USERNAME_IN_USE', 'This username is taken')
    : new PlatformError('EMAIL_IN_USE', 'There is an account with this e-mail address')
}
