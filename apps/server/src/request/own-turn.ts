const waiting: (() => void)[] = []
let isScheduled = false

/**
 * Waits for a turn of the event loop in which no other caller of this function goes on. What takes milliseconds and
 * can't be interrupted begins with it, such as parsing a long text: a short request that arrives meanwhile, such as one
 * for the server's health, then waits for one such piece of work and not for those of all clients.
 *
 * @example
 * await ownTurn()
 * const value = JSON.parse(text)
 */
export function ownTurn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  waiting.push(resolve)
  schedule()
  return promise
}

function schedule(): void {
  if (isScheduled) return
  isScheduled = true
  setImmediate(() => {
    isScheduled = false
    waiting.shift()?.()
    if (waiting.length > 0) schedule()
  })
}
