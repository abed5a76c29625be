import type { Comment, User } from '@platform/plugin-sdk'

interface Own {
  readonly bookmarks?: unknown
}
const own = ({ metadata }: { readonly metadata: Record<string, unknown> }): Own => (metadata['example'] ?? {}) as Own

/** Ids of the comments a user keeps, oldest bookmark first. */
export function bookmarksOf(user: Pick<User, 'metadata'>): readonly string[] {
  const { bookmarks } = own(user)
  return Array.isArray(bookmarks) ? bookmarks.filter(id => typeof id === 'string') : []
}

/** How many people keep a comment. */
export function bookmarkCount(comment: Pick<Comment, 'metadata'>): number {
  const { bookmarks } = own(comment)
  return typeof bookmarks === 'number' ? bookmarks : 0
}
