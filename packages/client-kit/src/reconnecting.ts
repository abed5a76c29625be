/** The longest pause: a page without a socket asks as often as this. Seconds. */
const LONGEST = 30
/** Pages that lost their sockets at the same time do not all come back at once. Milliseconds. */
const SPREAD = 3_000

/**
 * How a page opens its socket again, as options of `createClient` of graphql-ws. It never gives up, and waits a second
 * at first, twice as long after each attempt, and half a minute to a minute after several, however long the server was
 * away.
 *
 * @example
 * createClient({ url, ...RECONNECTING })
 */
export const RECONNECTING = {
  retryAttempts: Number.POSITIVE_INFINITY,
  retryWait(attempts: number): Promise<void> {
    const pause = Math.min(2 ** attempts, LONGEST) * 1_000
    return new Promise(resolve => setTimeout(resolve, pause + Math.random() * Math.max(pause, SPREAD)))
  },
}
