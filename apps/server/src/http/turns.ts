/** How long work begins in one turn of the event loop. Milliseconds. */
const LONGEST = 5
/**
 * How long no work begins while connections arrive: long enough to accept a thousand, also on a slow machine. That time
 * comes back as fast as it was used, so clients that connect without end leave half of the time for work. Milliseconds.
 */
const HELD = 1_000
/** How long work begins when that time is used up. Milliseconds. */
const FREE = 100

/** Begins work in turns of the event loop. */
export interface Turns {
  /** Begins the work in this turn if it is short so far, otherwise in a later one. */
  begin(work: () => void): void
  /** Notes that a connection was accepted in this turn. */
  accepted(): void
}

/**
 * Spreads work over turns of the event loop, because Node accepts one new connection in each. When a burst of requests
 * began in one turn, a new client, such as a load balancer that asks for the server's health, would wait for all of
 * them; and when hundreds of connections wait, each for a turn with some work in it, the last one would wait for
 * seconds. So while connections arrive turn after turn, they are accepted before more work begins.
 */
export function createTurns(): Turns {
  const later: (() => void)[] = []
  let since: number | null = null
  let isAccepting = false
  let isHolding = false
  /** How long work may still be held, as of `leftAt`. */
  let left = HELD
  let leftAt = performance.now()
  let freeUntil = 0
  const isOver = () => since !== null && performance.now() - since > LONGEST
  /** Whether connections arrive just now, and work may wait for them. */
  const isHeld = (): boolean => {
    const now = performance.now()
    const passed = now - leftAt
    leftAt = now
    left = isHolding ? left - passed : Math.min(HELD, left + passed)
    if (left <= 0) {
      left = 0
      freeUntil = now + FREE
    }
    isHolding = isAccepting && now >= freeUntil
    return isHolding
  }
  const startTurn = (at: number) => {
    since = at
    setImmediate(end)
  }
  const begin = (work: () => void): void => {
    if (since === null) startTurn(performance.now())
    work()
  }
  const end = (): void => {
    since = null
    const held = isHeld()
    isAccepting = false
    // A turn that began long ago has no room for work.
    if (held) {
      startTurn(0)
      return
    }
    while (!isOver()) {
      const work = later.shift()
      if (!work) return
      begin(work)
    }
  }
  return {
    begin(work) {
      if (later.length > 0 || isOver() || isHeld()) {
        later.push(work)
        if (since === null) startTurn(0)
      } else begin(work)
    },
    accepted() {
      isAccepting = true
    },
  }
}
