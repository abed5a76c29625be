/** A comment that somebody posted, and everything that was done to it. */
export interface Posted {
  /** Stands in its text, which no other comment has. */
  readonly mark: string
  readonly asset: string
  readonly parent: string | null
  /** The id with which it was acknowledged; `null` before that. */
  id: string | null
  /** How often the request was sent. */
  sent: number
  /** Changes that were begun, in their order, each with whether it was acknowledged. */
  readonly edits: Change[]
  readonly decisions: Change[]
  readonly reactions: Change[]
}

export interface Change {
  /** The new text, the new status, or the id of the user who reacts. */
  readonly to: string
  isAcknowledged: boolean
}

/** What visitors did, and what the servers acknowledged of it. */
export interface Ledger {
  readonly posts: Posted[]
  /** Answers by their status, and requests that got none. */
  readonly answers: Map<string, number>
  /** The longest time until an answer, in milliseconds. */
  longest: number
}

export const newLedger = (): Ledger => ({ posts: [], answers: new Map(), longest: 0 })

/** How many posts were acknowledged. */
export const acknowledged = ({ posts }: Ledger): number => posts.filter(({ id }) => id !== null).length
