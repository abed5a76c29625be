/** The longest that a store works on a read which names no time itself. Milliseconds. */
export const READ_DEADLINE = 30_000
