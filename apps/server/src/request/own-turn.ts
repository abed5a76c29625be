import { addressGroups } from '@platform/auth'

/** By household: those that wait. The first household's turn is next, and then it goes behind the others. */
const lines = new Map<string, (() => void)[]>()
let isScheduled = false

/**
 * Waits for a turn of the event loop in which no other caller of this function goes on. What takes milliseconds and
 * can't be interrupted begins with it, such as parsing a long text: a short request that arrives meanwhile, such as one
 * for the server's health, then waits for one such piece of work and not for those of all clients. Households take
 * turns, so that the clients of one address don't hold up those of others.
 *
 * @param address - the client's address; `null` for the platform itself
 * @example
 * await ownTurn(ctx.ip)
 * const value = JSON.parse(text)
 */
export function ownTurn(address: string | null): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const household = address === null ? '' : addressGroups(address).household
  const line = lines.get(household)
  if (line) line.push(resolve)
  else lines.set(household, [resolve])
  schedule()
  return promise
}

function schedule(): void {
  if (isScheduled || lines.size === 0) return
  isScheduled = true
  setImmediate(() => {
    isScheduled = false
    goOn()
    schedule()
  })
}

function goOn(): void {
  for (const [household, line] of lines) {
    line.shift()?.()
    lines.delete(household)
    if (line.length > 0) lines.set(household, line)
    return
  }
}
