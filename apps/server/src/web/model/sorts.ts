/** The orders a discussion can be read in, by their name in the address. */
export const SORTS = {
  newest: { label: 'Newest', sortBy: 'CREATED_AT', sortOrder: 'DESC' },
  oldest: { label: 'Oldest', sortBy: 'CREATED_AT', sortOrder: 'ASC' },
  replies: { label: 'Most replies', sortBy: 'REPLIES', sortOrder: 'DESC' },
} as const

export type SortName = keyof typeof SORTS

/** The order asked for; newest first when none, or no such, is. */
export function sortNamed(name: string | null | undefined): SortName {
  return name === 'oldest' || name === 'replies' ? name : 'newest'
}
