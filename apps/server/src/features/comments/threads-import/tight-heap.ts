import { type HeapGrowth, SERVING, setHeapGrowth } from '../../../runtime/heap-growth.ts'

/** The growth while the import starts, and afterwards. */
export interface HeapPolicy {
  readonly begin: HeapGrowth
  readonly settled: HeapGrowth
}

/** Keeps the memory of a process small while it reads much. */
export interface TightHeap extends Disposable {
  settle(): void
}

/**
 * Applies a policy until it is disposed of, and then that of a server. Collecting garbage more often takes little time
 * and saves a quarter of the memory.
 */
export function tightHeap({ begin, settled }: HeapPolicy): TightHeap {
  setHeapGrowth(begin)
  return {
    settle: () => {
      setHeapGrowth(settled)
    },
    [Symbol.dispose]: () => {
      setHeapGrowth(SERVING)
    },
  }
}
