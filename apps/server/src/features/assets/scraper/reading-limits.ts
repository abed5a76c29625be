/**
 * The limits of reading one page: the time of its process from start to end; the memory of that process, with what
 * Node.js itself needs; and the memory of the page's objects, above which reading fails.
 */
export const LIMITS = { milliseconds: 5_000, megabytes: 256, heapMegabytes: 128 } as const
