import type { Comment, User } from '@platform/plugin-sdk'

interface Own {
  readonly stars?: unknown
}
const own = ({ metadata }: { readonly metadata: Record<string, unknown> }): Own => (metadata['example'] ?? {}) as Own

/** Ids of the comments that a user has starred, the oldest star first. */
export function starsOf(user: Pick<User, 'metadata'>): readonly string[] {
  const { stars } = own(user)
  return Array.isArray(stars) ? stars.filter(id => typeof id === 'string') : []
}

/** The number of users who have starred a comment. */
export function starCount(comment: Pick<Comment, 'metadata'>): number {
  const { stars } = own(comment)
  return typeof stars === 'number' ? stars : 0
}
