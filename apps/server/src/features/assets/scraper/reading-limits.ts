/**
 * What reading one page may take: time from the start of its process to the end; memory that this process has in all,
 * with what Node.js itself needs; and objects of the page, above which reading fails at once.
 */
export const LIMITS = { milliseconds: 5_000, megabytes: 256, heapMegabytes: 128 } as const
