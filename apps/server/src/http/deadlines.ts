/** The milliseconds after which the server stops waiting for a client or for the route of a plugin. */
export interface Deadlines {
  /**
   * A connection that sends nothing is closed after this time. It is shorter than Node's time for headers, because Node
   * answers 408 first, and a client that reads nothing does not notice the end behind an answer.
   */
  readonly firstRequest: number
  /** A message on a live connection has to be complete after this time. */
  readonly message: number
  /** The client has to confirm within this time that the server closes its live connection. */
  readonly closeConfirmation: number
  /** The first byte of an answer has to be sent within this time, unless its route declares another time. */
  readonly firstByte: number
  /** An answer has to send another byte within this time, unless its route declares another time. */
  readonly silence: number
}

/** The deadlines of a server; tests set shorter ones. */
export const DEADLINES: Deadlines = {
  firstRequest: 7_000,
  message: 10_000,
  closeConfirmation: 2_000,
  firstByte: 30_000,
  silence: 60_000,
}
