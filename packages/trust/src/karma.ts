/**
 * The change of karma of a comment's author, and of each user who flagged it.
 *
 * @example
 * const { author, flaggers }: KarmaDifference = karmaDifference(null, 'REJECTED') // -1, 1
 */
export interface KarmaDifference {
  readonly author: number
  readonly flaggers: number
}

/** The worth of a moderator's decision to the author. */
const worth = (decision: string | null): number => (decision === 'ACCEPTED' ? 1 : decision === 'REJECTED' ? -1 : 0)

/**
 * Gives the change of karma by a moderator's decision, after the previous decision (`null` for the first). Each comment
 * counts once, by its last decision: the same decision again changes nothing, a reversed one takes back the worth of
 * the first. Statuses given by moderation phases are no decisions and never move karma.
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
