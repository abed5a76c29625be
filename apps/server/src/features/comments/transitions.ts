import { COMMENT_STATUSES } from '@platform/core-schema/enums'
import type { Comment, CommentStatus } from '@platform/plugin-sdk'

/** One way a comment changes its status. */
export interface CommentTransition {
  /** Whose name the entry in the history carries: a moderator's, or nobody's when the pipeline decides. An erasure leaves no history. */
  readonly by: 'moderator' | 'pipeline' | 'erasure'
  /** Statuses it may start from; `null` is a comment that does not exist yet. */
  readonly from: readonly (CommentStatus | null)[]
  /** Whether a person decided about the comment: karma follows. */
  readonly decides: boolean
  /** What is published when the comment ended up with a status; `null` for nothing. */
  readonly event: Readonly<Record<CommentStatus, string | null>>
}

const always = <E extends string>(event: E) =>
  Object.fromEntries(COMMENT_STATUSES.map(status => [status, event])) as Record<CommentStatus, E>

/** Every way a comment changes its status. Counters follow each of them, see `counters.ts`. */
export const COMMENT_TRANSITIONS = {
  /** Somebody posts it. */
  post: { by: 'pipeline', from: [null], decides: false, event: always('commentAdded') },
  /**
   * Its author changes the text, and the pipeline looks at it anew. What is rejected or withheld can't be changed; what a
   * moderator decided becomes stricter at most, see {@link afterEdit}.
   */
  edit: { by: 'pipeline', from: ['NONE', 'PREMOD', 'ACCEPTED'], decides: false, event: always('commentEdited') },
  /** A moderator decides. */
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
   * The account of its author is deleted, see `tombstones.ts`: the status stays, and with it every count; karma went with
   * the account. Whoever reads along gets the comment as it is then, without a text.
   */
  erase: { by: 'erasure', from: COMMENT_STATUSES, decides: false, event: always('commentEdited') },
} as const satisfies Readonly<Record<string, CommentTransition>>

export type CommentTransitionName = keyof typeof COMMENT_TRANSITIONS

/** Whether a transition may be made from where the comment stands. */
export function isAllowed(name: CommentTransitionName, comment: Pick<Comment, 'status'> | null): boolean {
  return (COMMENT_TRANSITIONS[name].from as CommentTransition['from']).includes(comment?.status ?? null)
}

/** From what everybody reads to what nobody does; what a moderator approved comes before what nobody looked at. */
const STRICTNESS: readonly CommentStatus[] = ['ACCEPTED', 'NONE', 'PREMOD', 'SYSTEM_WITHHELD', 'REJECTED']

/** The stricter one of two statuses. */
export function stricter(one: CommentStatus, other: CommentStatus): CommentStatus {
  return STRICTNESS.indexOf(one) > STRICTNESS.indexOf(other) ? one : other
}

/** The status of an edited comment: the pipeline's, but where a moderator had the last word nothing more lenient than that. */
export function afterEdit(
  { status, verdict }: Pick<Comment, 'status' | 'verdict'>,
  judged: CommentStatus,
): CommentStatus {
  return verdict === status ? stricter(status, judged) : judged
}
