import type { JobAttempts } from '@platform/plugin-sdk'

const FIRST = 5_000
const LONGEST = 3_600_000

/**
 * Milliseconds before the next attempt: 5 s, 10 s, 20 s ... up to an hour, or as a job has it, and up to a fifth more, so
 * that what failed together does not return together.
 *
 * @param attempts that have failed so far, from 1.
 */
export function backoff(attempts: number, { first = FIRST, longest = LONGEST }: JobAttempts['backoff'] = {}): number {
  return Math.min(longest, first * 2 ** Math.min(attempts - 1, 20)) * (1 + Math.random() / 5)
}
