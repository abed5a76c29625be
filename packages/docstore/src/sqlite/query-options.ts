import type { Sort } from '../contract/filter.ts'
import { invalidFilter } from './operands.ts'

const DIRECTIONS: Readonly<Record<string, 1 | -1>> = {
  '1': 1,
  '-1': -1,
  asc: 1,
  ascending: 1,
  desc: -1,
  descending: -1,
}

/**
 * Reads a sort, in the forms that the driver of MongoDB accepts.
 *
 * @throws DocstoreError `DOCSTORE_FILTER_INVALID` for a direction that is none
 */
export function requireSort(sort: unknown): Sort {
  if (typeof sort !== 'object' || sort === null || Array.isArray(sort))
    throw invalidFilter('A sort needs an object of fields, each with 1 or -1')
  const fields = Object.entries(sort)
  if (fields.every(([, direction]) => direction === 1 || direction === -1)) return sort as Sort
  return Object.fromEntries(
    fields.map(([path, direction]: [string, unknown]) => {
      const known = Object.hasOwn(DIRECTIONS, String(direction)) ? DIRECTIONS[String(direction)] : undefined
      if (known === undefined)
        throw invalidFilter(`A sort needs 1 or -1 for each field; ${path} has ${JSON.stringify(direction)}`)
      return [path, known]
    }),
  )
}

/** Reads how many documents are left out. @throws DocstoreError `DOCSTORE_FILTER_INVALID` for a negative number */
export function requireSkip(skip: unknown): number {
  const count = wholeNumber(skip, 'skip')
  if (count < 0) throw invalidFilter(`skip needs a number from 0 on, not ${count}`)
  return count
}

/** Reads the limit of a find: 0 means none, and a negative one its absolute value. */
export function requireLimit(limit: unknown): number {
  return Math.abs(wholeNumber(limit, 'limit')) || Number.POSITIVE_INFINITY
}

/** Reads the limit of a stage. @throws DocstoreError `DOCSTORE_FILTER_INVALID` for 0 and negative numbers */
export function requireStageLimit(limit: unknown): number {
  if (Number.isSafeInteger(limit) && (limit as number) > 0) return limit as number
  throw invalidFilter(`$limit needs a whole number from 1 on, not ${String(limit)}`)
}

/** A number without what comes behind its point, which MongoDB cuts off. */
function wholeNumber(value: unknown, name: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw invalidFilter(`${name} needs a number, not ${String(value)}`)
  return Math.trunc(value)
}
