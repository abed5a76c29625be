/** Runs steps one after the other. */
export interface Serially {
  /** @param size - how much the step holds. @returns `false` when too much waits already: the step never runs. */
  add(step: () => Promise<void>, size: number): boolean
}

/** @param most - how much the steps that wait may hold together. After a step that fails, the next one runs. */
export function serially(most: number, onError: (error: unknown) => void): Serially {
  let last: Promise<void> = Promise.resolve()
  let waiting = 0
  const runAfter = async (before: Promise<void>, step: () => Promise<void>, size: number): Promise<void> => {
    await before
    try {
      await step()
    } catch (error) {
      onError(error)
    } finally {
      waiting -= size
    }
  }
  return {
    add(step, size) {
      if (waiting > 0 && waiting + size > most) return false
      waiting += size
      last = runAfter(last, step, size)
      return true
    },
  }
}
