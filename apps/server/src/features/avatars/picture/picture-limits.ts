import type { ApartLimits } from '../../../runtime/run-apart.ts'

/** The limits of decoding one picture and writing it again. */
export const LIMITS: ApartLimits = { milliseconds: 10_000, megabytes: 384, heapMegabytes: 64 }

/** The most pixels of a picture: those of a common phone's camera. */
export const MOST_PIXELS = 12_500_000

/** The width and the height of an avatar in pixels. */
export const SIZE = 256
