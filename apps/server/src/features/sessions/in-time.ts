import { AuthError } from '@platform/auth'
import { withDeadline } from '../../runtime/with-deadline.ts'

/** How long a store may take to say which user a request comes from. Milliseconds. */
const DEADLINE = 3_000

/**
 * Limits how long the caller of a request is looked up.
 *
 * @throws AuthError UNAVAILABLE when the store does not answer in time, because a frozen store never answers.
 */
export function inTime<T>(work: Promise<T>): Promise<T> {
  return withDeadline(work, DEADLINE, refuse)
}

/** An error costs a stack, so it is made only when it is thrown. */
function refuse(): never {
  throw new AuthError('UNAVAILABLE', 'The account cannot be looked up at the moment; try again soon')
}
