import { LONGEST_READ } from '@platform/docstore'

/**
 * The deadline of reads that may be long: searches, lists of which most items may have to be passed over, and what
 * plugins read by models. The embedded store goes on with a long one in a thread of its own. The deadline comes before
 * that of the operation, which would tell the client to try the same again.
 */
export const SEARCH = { maxTimeMS: 8_000 } as const

/** The deadline of each read of a recount, which nobody waits for in a browser. */
export const RECOUNT = { maxTimeMS: LONGEST_READ } as const
