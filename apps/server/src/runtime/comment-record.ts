import type { BodyHistoryEntry, Comment } from '@platform/plugin-sdk'

/** A comment as it is stored: its history of texts begins with the first edit. Older records have it from the start. */
export type StoredComment = Omit<Comment, 'body_history'> & Partial<Pick<Comment, 'body_history'>>

/** A new comment as it is stored: with its history it would have its text twice. */
export function forStore({ body_history: _own, ...comment }: Comment): StoredComment {
  return comment
}

/** Gives a comment that was read its whole history, as plugins get it. */
export function withHistory<Read extends StoredComment>(comment: Read): Read & Pick<Comment, 'body_history'> {
  return Object.assign(comment, { body_history: bodyHistoryOf(comment) })
}

/** Every text of a comment, the oldest first. */
export function bodyHistoryOf({ body_history: stored, body, created_at }: StoredComment): BodyHistoryEntry[] {
  return stored ?? (body === null ? [] : [{ body, created_at }])
}
