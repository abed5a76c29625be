/**
 * Begins some work, unless it is still going on since the last call: a store that does not answer is asked once.
 * Failures are not told, because a store that can't be reached is logged where it is watched.
 */
export function oneAtATime(work: () => Promise<unknown>): () => void {
  let goesOn = false
  return () => {
    if (goesOn) return
    goesOn = true
    work()
      .catch(() => {})
      .finally(() => {
        goesOn = false
      })
  }
}

/** Does some work at once, and again after a number of milliseconds when it was asked for meanwhile. */
export function atMostOncePer(milliseconds: number, work: () => void): () => void {
  let pause: NodeJS.Timeout | undefined
  let isAskedFor = false
  return function ask() {
    isAskedFor = pause !== undefined
    if (isAskedFor) return
    work()
    pause = setTimeout(() => {
      pause = undefined
      if (isAskedFor) ask()
    }, milliseconds).unref()
  }
}
