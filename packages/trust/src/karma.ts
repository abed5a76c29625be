/** How karma changes: that of the comment's author, and that of everybody who flagged it. */
export interface KarmaDifference {
  readonly author: number
  readonly flaggers: number
}

/** What a moderator's decision is worth to the author. */
const worth = (decision: string | null): number => (decision === 'ACCEPTED' ? 1 : decision === 'REJECTED' ? -1 : 0)

/**
 * The difference a moderator's decision makes after the previous one, `null` for the first, so that each comment
 * counts once, by the last word about it: the same decision again is worth nothing, a reversed one takes back
 * what the first was worth. What the pipeline decides is no decision, and never moved karma.
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
