import type { CommentSort } from '@platform/client-sdk'
import type { CommentsQuery } from '../documents/types.ts'

/** The order in which readers see comments unless they choose another one. */
export const FIRST_SORT = 'newest'

/** The orders that addresses name by a word of their own. */
const NAMED: Readonly<Record<string, CommentSort>> = {
  newest: { sortBy: 'CREATED_AT', sortOrder: 'DESC' },
  oldest: { sortBy: 'CREATED_AT', sortOrder: 'ASC' },
}

/** The name of an order in the address of a page: `newest`, `replies`, `respects`, `respects-asc`. */
export function sortNameOf({ sortBy, sortOrder }: CommentSort): string {
  const named = Object.entries(NAMED).find(([, sort]) => sort.sortBy === sortBy && sort.sortOrder === sortOrder)
  return named?.[0] ?? `${sortBy.toLowerCase()}${sortOrder === 'ASC' ? '-asc' : ''}`
}

/** The order of a name; `null` when the comments can't be sorted so. */
export function sortOf(name: string, values: readonly string[]): CommentSort | null {
  const [, by = '', ascending] = /^([a-z][a-z0-9_]*?)(-asc)?$/.exec(name) ?? []
  const sort: CommentSort = NAMED[name] ?? { sortBy: by.toUpperCase(), sortOrder: ascending ? 'ASC' : 'DESC' }
  return values.includes(sort.sortBy) && sortNameOf(sort) === name ? sort : null
}

/** The same for the variables of a document, whose type knows the values of the core only. */
export function sortVariables(name: string, values: readonly string[]): Pick<CommentsQuery, 'sortBy' | 'sortOrder'> {
  const { sortBy, sortOrder } = sortOf(name, values) ?? NAMED[FIRST_SORT]!
  return { sortBy: sortBy as NonNullable<CommentsQuery['sortBy']>, sortOrder }
}
