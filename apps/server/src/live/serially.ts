/** Runs steps one after the other. */
export interface Serially {
  /** @param size - how much the step holds. @returns `false` when too much waits already: the step never runs. */
  add(step: () => Promise<void>, size: number): boolean
}

/** @param most - how much the steps that wait may hold together. After a step that fails, the next one runs. */
export function serially(most: number, onError: (error: unknown) => void): Serially {
  let last: Promise<void> = Promise.resolve()
  let waiting = 0
  return {
    add(step, size) {
      if (waiting > 0 && waiting + size > most) return false
      waiting += size
      last = last
        .then(step)
        .catch(onError)
        .finally(() => {
          waiting -= size
        })
      return true
    },
  }
}
