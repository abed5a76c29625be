/** The end of a title that says why a test or a group of tests is skipped. */
export const because = (reason: string): string => ` (SKIPPED: ${reason})`

/** The reason in a test's full name, where the titles of its groups stand before its own. */
export const reasonIn = (fullName: string): string | undefined => /\(SKIPPED: (.*?)\)(?: > |$)/.exec(fullName)?.[1]
