import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'

/** Checks a host name before it is looked up; an error prevents the look-up. */
export type Refuse = (name: unknown) => Error | null

type Ask = (...args: unknown[]) => unknown
type Holder = Record<string, unknown>

/** The functions of `node:dns` that ask another machine. */
const ASKING = /^(?:lookup|lookupService|reverse|resolve.*)$/

/** Refuses look-ups of names, by callback and by promise. @returns a function that allows them again. */
export function guardNames(refuse: Refuse): () => void {
  const undo = [dns, dns.Resolver.prototype]
    .flatMap(holder => replace(holder as unknown as Holder, refuse, later))
    .concat(
      [dns.promises, dns.promises.Resolver.prototype].flatMap(holder =>
        replace(holder as unknown as Holder, refuse, rejected),
      ),
    )
  syncBuiltinESMExports()
  return () => {
    for (const step of undo) step()
    syncBuiltinESMExports()
  }
}

function replace(
  holder: Holder,
  refuse: Refuse,
  answer: (error: Error, args: readonly unknown[]) => unknown,
): (() => void)[] {
  return Object.getOwnPropertyNames(holder)
    .filter(name => ASKING.test(name) && typeof holder[name] === 'function')
    .map(name => {
      const ask = holder[name] as Ask
      holder[name] = function guarded(this: unknown, ...args: unknown[]) {
        const refused = refuse(args[0])
        return refused ? answer(refused, args) : ask.apply(this, args)
      }
      return () => {
        holder[name] = ask
      }
    })
}

function later(error: Error, args: readonly unknown[]): object {
  const callback = args.findLast(arg => typeof arg === 'function') as ((error: Error) => void) | undefined
  process.nextTick(() => callback?.(error))
  return {}
}

function rejected(error: Error): Promise<never> {
  return Promise.reject(error)
}
