import { setFlagsFromString } from 'node:v8'

/** How fast the heaps of a process grow. The engine's own values are 2 and 0. */
export interface HeapGrowth {
  /** By how much room for young objects is multiplied; 1 leaves it as it is. */
  readonly growth: number
  /** By how many per cent old objects may grow before garbage is collected; 0 lets the engine decide. */
  readonly percent: number
}

/**
 * V8 collects garbage in a server when old objects have grown by half. By its own choice it does so later, and a server
 * of 3,000 posting connections grew to 582 MB. Young objects keep the room that V8 makes for them while modules load:
 * with a quarter of it, a shared answer takes half as much processor time again.
 */
export const SERVING: HeapGrowth = { growth: 2, percent: 50 }

/** Sets the growth for all threads of the process. */
export function setHeapGrowth({ growth, percent }: HeapGrowth): void {
  setFlagsFromString(`--semi-space-growth-factor=${growth}`)
  setFlagsFromString(`--heap-growing-percent=${percent}`)
}
