import { AuthError } from './errors.ts'

/**
 * The result of `work`; whatever it fails with, the error says that nothing is known. @throws AuthError `UNAVAILABLE`
 */
export async function orUnavailable<Result>(work: () => Promise<Result>, message: string): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    throw new AuthError('UNAVAILABLE', message, { cause })
  }
}
