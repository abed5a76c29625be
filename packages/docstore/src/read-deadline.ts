/** How long a store works on a read which names no time itself. Milliseconds. */
export const READ_DEADLINE = 30_000

/**
 * The longest time that a read may name on every store, in milliseconds. MongoDB's answers are awaited a little longer,
 * so that it ends such a read before the connection is given up and the read is sent again.
 *
 * @example
 * await comments.find(filter, { maxTimeMS: LONGEST_READ }).toArray()
 */
export const LONGEST_READ = 120_000
