import type { JobAttempts } from '@platform/plugin-sdk'

/** The waiting times before a second attempt, and between later ones at most, in milliseconds. */
const FIRST_WAIT = 5_000
const LONGEST_WAIT = 3_600_000
/** So many attempts of one job may end with their server before the next one waits. */
const UNLUCKY = 2

/**
 * The milliseconds before the next attempt: 5 s, 10 s, 20 s and so on up to an hour, or as the job defines them. Up to
 * a fifth is added, so that jobs that failed together do not run together again.
 *
 * @param attempts how many attempts have failed
 */
export function waitAfter(
  attempts: number,
  { first = FIRST_WAIT, longest = LONGEST_WAIT }: JobAttempts['backoff'] = {},
): number {
  return Math.min(longest, first * 2 ** Math.min(attempts - 1, 20)) * (1 + Math.random() / 5)
}

/**
 * The milliseconds before the next attempt of a job that was interrupted because its server ended. The first times it
 * runs again at once, because servers are updated. Then it waits, so that a server that ends again and again, whatever
 * the reason, does not use up all attempts within minutes.
 */
export const waitAfterEndOfServer = (attempts: number): number =>
  attempts <= UNLUCKY ? 0 : waitAfter(attempts - UNLUCKY)
