import { BadUserInputError } from '@platform/plugin-sdk'

/** The most items of a page. */
export const MAX_LIMIT = 100

/**
 * The size of a page: a larger one than {@link MAX_LIMIT} is reduced to it, as clients that ask for all items expect.
 *
 * @throws BadUserInputError for less than 1.
 */
export function pageLimit(limit: number | null | undefined, otherwise = 10): number {
  if (limit === null || limit === undefined) return otherwise
  if (!Number.isInteger(limit) || limit < 1)
    throw new BadUserInputError(`limit is ${limit}; ask for 1 to ${MAX_LIMIT} items`)
  return Math.min(limit, MAX_LIMIT)
}
