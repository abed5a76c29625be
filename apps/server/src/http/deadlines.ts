/** How long the server waits for clients, and for the routes of plugins. In milliseconds. */
export interface Deadlines {
  /** A connection that sends nothing is closed after this time. */
  readonly firstRequest: number
  /** A message on a live connection has to be complete after this time. */
  readonly message: number
  /** A live connection that the server closes has to be closed by the client within this time. */
  readonly farewell: number
  /** The first byte of an answer has to be sent within this time, unless its route declares another time. */
  readonly firstByte: number
  /** An answer has to send another byte within this time, unless its route declares another time. */
  readonly silence: number
}

/** The deadlines of a server; tests set shorter ones. */
export const DEADLINES: Deadlines = {
  firstRequest: 15_000,
  message: 10_000,
  farewell: 2_000,
  firstByte: 30_000,
  silence: 60_000,
}
