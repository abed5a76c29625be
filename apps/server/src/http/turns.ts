/** How long work begins in one turn of the event loop. Milliseconds. */
const LONGEST = 5

/** Begins work in turns of the event loop. */
export interface Turns {
  /** Begins the work in this turn if it is short so far, otherwise in a later one. */
  begin(work: () => void): void
}

/**
 * Spreads work over turns of the event loop, because Node accepts one new connection in each: when a burst of requests
 * began in one turn, a new client, such as a load balancer that asks for the server's health, would wait for all of
 * them.
 */
export function createTurns(): Turns {
  const later: (() => void)[] = []
  let since: number | null = null
  const isOver = () => since !== null && performance.now() - since > LONGEST
  const begin = (work: () => void): void => {
    if (since === null) {
      since = performance.now()
      setImmediate(end)
    }
    work()
  }
  const end = (): void => {
    since = null
    while (!isOver()) {
      const work = later.shift()
      if (!work) return
      begin(work)
    }
  }
  return {
    begin(work) {
      if (later.length > 0 || isOver()) later.push(work)
      else begin(work)
    },
  }
}
