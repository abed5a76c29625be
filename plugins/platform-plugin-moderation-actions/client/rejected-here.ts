/** The comments that were rejected in this tab. The focus goes to what takes their place. */
export const rejectedHere = new Set<string>()
