/**
 * How far back before the last comment that is known a page reads again, in milliseconds. A comment may be stored later
 * than one with a later time: the clocks of two servers differ by ten seconds at most, and a post is in its transaction
 * for twenty at most.
 */
export const OVERLAP = 30_000
