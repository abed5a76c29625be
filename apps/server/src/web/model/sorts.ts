export const SORT_NAMES = ['newest', 'oldest', 'replies'] as const

/** The name of an order in the address of a page. */
export type SortName = (typeof SORT_NAMES)[number]

/** The orders in which a discussion can be read. */
export const SORTS = {
  newest: { label: 'Newest', sortBy: 'CREATED_AT', sortOrder: 'DESC' },
  oldest: { label: 'Oldest', sortBy: 'CREATED_AT', sortOrder: 'ASC' },
  replies: { label: 'Most replies', sortBy: 'REPLIES', sortOrder: 'DESC' },
} as const satisfies Record<SortName, object>

/** The order of a name; newest first for an unknown name, or none. */
export function sortNamed(name: string | null | undefined): SortName {
  return SORT_NAMES.find(known => known === name) ?? 'newest'
}
