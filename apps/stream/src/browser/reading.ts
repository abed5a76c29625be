/** For how long after reading an event may be about something that was read already. Milliseconds. */
const DOUBTFUL = 3_000
/** How long a page waits for further events before it reads once more. Milliseconds. */
const PAUSE = 500

/** How a page reads what it has missed, and what may have been counted twice. */
export interface Reading {
  /** @returns whether that was possible. */
  readNews(): Promise<boolean>
  /** An event has come whose effect may have been read before, so that the page reads once more. */
  again(): void
}

/** @param readMissed reads what the page has missed, and never rejects */
export function readingOf(readMissed: () => Promise<boolean>): Reading {
  let timer: ReturnType<typeof setTimeout> | undefined
  let doubtful = DOUBTFUL
  /** Until when an event is doubtful: always before the first reading has ended, and during each. */
  let until = Number.POSITIVE_INFINITY
  let running = 0
  const read = async () => {
    running++
    const isRead = await readMissed()
    running--
    until = performance.now() + doubtful
    return isRead
  }
  return {
    readNews() {
      doubtful = DOUBTFUL
      return read()
    },
    again() {
      // A later event, which is certain, must not take back that an earlier one is in doubt.
      if (running === 0 && performance.now() >= until) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        // It becomes shorter with each reading, so that a busy discussion does not make its pages read for ever.
        doubtful /= 2
        void read()
      }, PAUSE)
    },
  }
}
