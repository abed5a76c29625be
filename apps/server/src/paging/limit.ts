import { BadUserInputError } from '@platform/plugin-sdk'

/** The most items of a list in one page. */
export const MAX_LIMIT = 100

/**
 * A page's size: more than {@link MAX_LIMIT} is cut to it, as clients that ask for everything expect.
 *
 * @throws BadUserInputError for less than 1.
 */
export function pageLimit(asked: number | null | undefined, otherwise = 10): number {
  if (asked === null || asked === undefined) return otherwise
  if (!Number.isInteger(asked) || asked < 1)
    throw new BadUserInputError(`limit is ${asked}; ask for 1 to ${MAX_LIMIT} items`)
  return Math.min(asked, MAX_LIMIT)
}
