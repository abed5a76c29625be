import { AuthError } from './errors.ts'

/**
 * Resolves to the result of `work`. Every failure becomes the error `UNAVAILABLE`.
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
