import type { Heard } from './history.ts'

export type Listener = (event: Heard) => void

/** An event, and those of its listeners who are still to be told. */
interface Delivery {
  readonly event: Heard
  /** The listeners of the channel. Those who leave it meanwhile are not told. */
  readonly listeners: ReadonlySet<Listener>
  readonly left: Iterator<Listener>
}

/** For how long listeners are told before other clients are served. Milliseconds. */
const PART = 5
/** How many events may wait; those that come then are told at once. */
const MOST_WAITING = 100

/**
 * Tells listeners of events, one event after the other, in parts: thousands of subscriptions may listen to one channel.
 */
export function createDelivery(onError: (error: unknown) => void) {
  const waiting: Delivery[] = []
  let isTelling = false

  /** Tells the next listener. */
  function tellNext(first: Delivery): void {
    const { value: listener, done } = first.left.next()
    if (done) waiting.shift()
    else if (first.listeners.has(listener)) {
      try {
        listener(first.event)
      } catch (error) {
        onError(error)
      }
    }
  }

  async function tellPart(): Promise<void> {
    const until = performance.now() + PART
    for (let first = waiting[0]; first && performance.now() < until; first = waiting[0]) {
      tellNext(first)
      // What a listener begins at once is part of it.
      await null
    }
    isTelling = waiting.length > 0
    if (isTelling) setImmediate(tellPart)
  }

  return (event: Heard, listeners: ReadonlySet<Listener>): void => {
    waiting.push({ event, listeners, left: [...listeners].values() })
    for (let first = waiting[0]; first && waiting.length > MOST_WAITING; first = waiting[0]) tellNext(first)
    if (isTelling) return
    isTelling = true
    void tellPart()
  }
}
