import { AuthError } from './errors.ts'

/**
 * Gives the result of `work`. Every failure becomes an error that says that the answer is not known.
 *
 * @throws AuthError `UNAVAILABLE`
 */
export async function orUnavailable<Result>(work: () => Promise<Result>, message: string): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    throw new AuthError('UNAVAILABLE', message, { cause })
  }
}
