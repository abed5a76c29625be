/** A comment that somebody posted, and everything that was done to it. */
export interface Posted {
  /** Stands in its text, which no other comment has. */
  readonly mark: string
  /** The id of the user who posted it. */
  readonly author: string
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
  readonly flags: Flag[]
}

/** A flag of one user, which may be taken back. */
export interface Flag {
  /** The id of the user. */
  readonly by: string
  readonly changes: Change[]
}

export interface Change {
  /** The new text, the new status, the id of the user who reacts, or whether a flag is `there` or `gone`. */
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
