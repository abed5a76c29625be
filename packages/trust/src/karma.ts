/** One entry of a comment's status history, oldest first; `assigned_by` is `null` where no moderator decided. */
export interface StatusEntry {
  readonly type: string
  readonly assigned_by: string | null
}

/** How karma changes: that of the comment's author, and that of everybody who flagged it. */
export interface KarmaDifference {
  readonly author: number
  readonly flaggers: number
}

/** What a moderator's decision is worth to the author. */
const worth = (decision: string | null): number => decision === 'ACCEPTED' ? 1 : decision === 'REJECTED' ? -1 : 0

/**
 * What a moderator decided last about a comment; `null` when none did. What the pipeline or an edit by the
 * author decided is no decision: it never moved karma.
 *
 * @example
 * decisionBefore([{ type: 'REJECTED', assigned_by: null }]) // null: a banned word rejected it, nobody did
 */
export function decisionBefore(history: readonly StatusEntry[]): string | null {
  return history.findLast(entry => entry.assigned_by !== null)?.type ?? null
}

/**
 * The difference a decision makes after the previous one, so that each comment counts once, by the last word
 * about it: the same decision again is worth nothing, a reversed one takes back what the first was worth.
 *
 * @example
 * karmaDifference(null, 'REJECTED') // { author: -1, flaggers: 1 }
 * karmaDifference('REJECTED', 'REJECTED') // { author: 0, flaggers: 0 }
 * karmaDifference('REJECTED', 'ACCEPTED') // { author: 2, flaggers: -2 }
 */
export function karmaDifference(previous: string | null, next: string): KarmaDifference {
  const author = worth(next) - worth(previous)
  return { author, flaggers: 0 - author }
}
