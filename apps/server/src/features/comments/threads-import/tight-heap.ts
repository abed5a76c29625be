import { type HeapGrowth, SERVING, setHeapGrowth } from '../../../runtime/heap-growth.ts'

/** The growth while the import starts, and afterwards. */
export interface HeapPolicy {
  readonly begin: HeapGrowth
  readonly steady: HeapGrowth
}

/** Keeps the memory of a process small while it reads much. */
export interface TightHeap extends Disposable {
  steady(): void
}

/**
 * Applies a policy until it is disposed of, and then that of a server. Collecting garbage more often takes little time
 * and saves a quarter of the memory.
 */
export function tightHeap({ begin, steady }: HeapPolicy): TightHeap {
  setHeapGrowth(begin)
  return {
    steady: () => {
      setHeapGrowth(steady)
    },
    [Symbol.dispose]: () => {
      setHeapGrowth(SERVING)
    },
  }
}
