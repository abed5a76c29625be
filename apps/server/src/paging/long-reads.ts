/**
 * The deadline of reads that a request asks for and no index answers, such as searches. The embedded store runs them in
 * a thread of their own. It comes before that of the operation, which would tell the client to try the same again.
 */
export const SEARCH = { maxTimeMS: 8_000 } as const

/** The deadline of each read of a recount, which nobody waits for in a browser. */
export const RECOUNT = { maxTimeMS: 120_000 } as const
