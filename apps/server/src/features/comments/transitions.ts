import { COMMENT_STATUSES } from '@platform/core-schema/enums'
import type { Comment, CommentStatus } from '@platform/plugin-sdk'

/** One way a comment changes its status. */
export interface CommentTransition {
  /**
   * Whether the history entry names a moderator, or no user because phases decided. An erasure, and an author who
   * deletes the comment, empty the history.
   */
  readonly by: 'moderator' | 'phases' | 'erasure' | 'author'
  /** Statuses it may start from; `null` is a comment that does not exist yet. */
  readonly from: readonly (CommentStatus | null)[]
  /** Whether a moderator decided about the comment, so karma moves. */
  readonly decides: boolean
  /** The event that is published, by the status of the comment afterwards; `null` for none. */
  readonly event: Readonly<Record<CommentStatus, string | null>>
}

const always = <E extends string>(event: E) =>
  Object.fromEntries(COMMENT_STATUSES.map(status => [status, event])) as Record<CommentStatus, E>

/** Every way a comment changes its status. Counters follow each of them, see `counters.ts`. */
export const COMMENT_TRANSITIONS = {
  /** The author posts the comment. */
  post: { by: 'phases', from: [null], decides: false, event: always('commentAdded') },
  /**
   * The author changes the text, and the moderation phases run again. A rejected or withheld comment can't be changed;
   * the status that a moderator gave becomes stricter at most, see {@link afterEdit}.
   */
  edit: { by: 'phases', from: ['NONE', 'PREMOD', 'ACCEPTED'], decides: false, event: always('commentEdited') },
  /** A moderator decides about the comment. */
  decide: {
    by: 'moderator',
    from: COMMENT_STATUSES,
    decides: true,
    event: {
      ACCEPTED: 'commentAccepted',
      REJECTED: 'commentRejected',
      NONE: 'commentReset',
      PREMOD: 'commentHeld',
      SYSTEM_WITHHELD: 'commentHeld',
    },
  },
  /**
   * The account of the author is deleted, see `tombstones.ts`. The status stays, and with it every count; the karma is
   * deleted with the account. Readers of the discussion get the comment without its text.
   */
  erase: { by: 'erasure', from: COMMENT_STATUSES, decides: false, event: always('commentEdited') },
  /**
   * The author deletes the comment, see `remove.ts`. It leaves the same tombstone as an erasure. A rejected comment
   * stays, so that its author can't remove what a moderator decided about.
   */
  remove: {
    by: 'author',
    from: ['NONE', 'ACCEPTED', 'PREMOD', 'SYSTEM_WITHHELD'],
    decides: false,
    event: always('commentEdited'),
  },
} as const satisfies Readonly<Record<string, CommentTransition>>

export type CommentTransitionName = keyof typeof COMMENT_TRANSITIONS

/** Whether a transition may start from the status of a comment. */
export function isAllowed(name: CommentTransitionName, comment: Pick<Comment, 'status'> | null): boolean {
  const { from }: CommentTransition = COMMENT_TRANSITIONS[name]
  return from.includes(comment?.status ?? null)
}

/** The statuses from the most lenient to the strictest; an approved comment comes before one that no moderator saw. */
const STRICTNESS: readonly CommentStatus[] = ['ACCEPTED', 'NONE', 'PREMOD', 'SYSTEM_WITHHELD', 'REJECTED']

/** The stricter one of two statuses. */
export function stricter(one: CommentStatus, other: CommentStatus): CommentStatus {
  return STRICTNESS.indexOf(one) > STRICTNESS.indexOf(other) ? one : other
}

/** The status of an edited comment: that of the phases, but no more lenient one than a moderator's last decision. */
export function afterEdit(
  { status, verdict }: Pick<Comment, 'status' | 'verdict'>,
  moderated: CommentStatus,
): CommentStatus {
  return verdict === status ? stricter(status, moderated) : moderated
}
