/** Work of many clients that is done in slices, so that others are served between them. */
export interface Slices {
  /** Whether work that comes now has to wait. */
  readonly isFull: boolean
  /** Begins work now, or after other clients were served when much was done just before. */
  run<T>(work: () => T | Promise<T>): Promise<T>
  /** Goes on with work that has begun, before other work begins, so that little is in memory at a time. */
  goOn<T>(work: () => T | Promise<T>): Promise<T>
}

/** For how long messages are handled, or events executed, before other clients are served. Milliseconds. */
const SLICE = 5

export function createSlices(): Slices {
  const waiting: (() => void)[] = []
  /** What goes on with work that has begun. The last is the first to be done, and with it what it began. */
  const begun: (() => void)[] = []
  let used = 0
  let scheduled = false

  const perform = (step: () => void): void => {
    const since = performance.now()
    step()
    used += performance.now() - since
  }
  /** Begins a new slice after everything else that was ready has been done. */
  const schedule = (): void => {
    if (scheduled) return
    scheduled = true
    setImmediate(async () => {
      scheduled = false
      used = 0
      const since = performance.now()
      while (used < SLICE) {
        const step = begun.pop() ?? waiting.shift()
        if (!step) break
        step()
        // What follows on the steps, such as to send an answer, is part of the slice.
        await null
        used = performance.now() - since
      }
      if (used > 0) schedule()
    })
  }
  const isFull = () => begun.length > 0 || waiting.length > 0 || used >= SLICE
  const doOrWait = <T>(work: () => T | Promise<T>, queue: (() => void)[]): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const step = () => {
      try {
        resolve(work())
      } catch (error) {
        reject(error)
      }
    }
    if (isFull()) queue.push(step)
    else perform(step)
    schedule()
    return promise
  }
  return {
    get isFull() {
      return isFull()
    },
    run: work => doOrWait(work, waiting),
    goOn: work => doOrWait(work, begun),
  }
}
