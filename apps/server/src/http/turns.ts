/** How long requests begin in one turn of the event loop. Milliseconds. */
const LONGEST = 5

/** Turns of the event loop, each of which begins only as many requests as fit into a short time. */
export interface Turns {
  /** To be called when a request begins. */
  begin(): void
  /** Whether further requests have to wait for the next turn. */
  isOver(): boolean
}

/**
 * Follows the turns of the event loop, because Node accepts one new connection in each: when a burst of requests began
 * in one turn, a new client, such as a load balancer that asks for the server's health, would wait for all of them.
 *
 * @param next called when a turn in which requests began is over
 */
export function createTurns(next: () => void): Turns {
  let began: number | null = null
  const end = (): void => {
    began = null
    next()
  }
  return {
    begin() {
      if (began !== null) return
      began = performance.now()
      setImmediate(end)
    },
    isOver: () => began !== null && performance.now() - began > LONGEST,
  }
}
