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
