import type { ApartLimits } from '../../../runtime/run-apart.ts'

/** The limits of reading one page. */
export const LIMITS: ApartLimits = { milliseconds: 5_000, megabytes: 256, heapMegabytes: 128 }
