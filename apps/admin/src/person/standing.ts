import type { AdminComment } from '../app/comments.ts'

/** What holds for a user, as far as this moderator may decide about it. */
export interface Standing {
  readonly id: string
  readonly username: string
  readonly banned: boolean
  /** ISO 8601; `null` when the user is not suspended. */
  readonly suspendedUntil: string | null
  readonly alwaysPremod: boolean
  readonly usernameRejected: boolean
}

/** A decision about a user that needs more than a click. */
export type PersonDialogKind = 'ban' | 'suspend' | 'reject-name' | 'reject-written'

/** What holds for the author of a comment; `null` when this moderator may not decide about that user. */
export function standingOf({ moderation, user }: AdminComment): Standing | null {
  if (!user || !moderation?.author) return null
  const { id, username, state } = user
  return { id, username, ...moderation.author, usernameRejected: state?.status?.username.status === 'REJECTED' }
}
