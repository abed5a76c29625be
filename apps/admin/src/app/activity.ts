import { type ReadonlySignal, signal } from '@preact/signals'
import type { AdminComment } from './comments.ts'

/** The queue that the user looks at. */
interface Looked {
  readonly queue: string
  /** Whether the user sees a comment of this queue there, which may be that of some discussions only. */
  holds(comment: AdminComment): boolean
}

/** The queues into which something has come while the user looked at something else. */
export interface Activity {
  readonly queues: ReadonlySignal<ReadonlySet<string>>
  /** Says that a comment has come into a queue. */
  came(queue: string, comment: AdminComment): void
  /** Says what the user looks at. @returns the function that ends it. */
  look(looked: Looked): () => void
}

export function createActivity(): Activity {
  const queues = signal<ReadonlySet<string>>(new Set())
  let looked: Looked | null = null
  return {
    queues,
    came(queue, comment) {
      if (looked?.queue === queue && looked.holds(comment)) return
      queues.value = new Set([...queues.value, queue])
    },
    look(now) {
      looked = now
      queues.value = new Set([...queues.value].filter(queue => queue !== now.queue))
      return () => {
        if (looked === now) looked = null
      }
    },
  }
}
