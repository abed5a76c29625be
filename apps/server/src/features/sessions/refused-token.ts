import { TokenError } from '@platform/auth'
import type { Services } from '@platform/plugin-sdk'
import { inTime } from './in-time.ts'

/** An id that no user has. */
const UNKNOWN_ID = ''

/** Makes the function that throws the error of a token that is refused. */
export function createRefused({ users, log }: Pick<Services, 'users' | 'log'>): (error: unknown) => Promise<never> {
  let saidOfClocks = false
  return async error => {
    const reason = error instanceof TokenError ? error.reason : null
    // A forged token takes as long as a signed one, so an attacker learns nothing from the time of an answer.
    if (reason === 'signature') await inTime(users.findById(UNKNOWN_ID))
    // Only who has the secret makes a token that begins more than a minute from now.
    if (reason === 'early' && !saidOfClocks) {
      saidOfClocks = true
      log.warn('signed tokens that begin in the future are refused: the clocks of the servers differ by over a minute')
    }
    throw error
  }
}
