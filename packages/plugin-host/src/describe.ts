import { inspect } from 'node:util'

/** What a value is, for people: `null`, `a list`, `a function`. */
export function described(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return 'a list'
  if (value instanceof Promise) return 'a promise'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** Whether a value has entries by name. */
export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Promise)
}

/** What was thrown, in words; whatever it is, nothing is thrown. `TypeError: no gateway`, `no database`, `null`. */
export function saidBy(thrown: unknown): string {
  try {
    if (!(thrown instanceof Error)) return inspect(thrown, { depth: 1, breakLength: Infinity, customInspect: false })
    const { name, message } = thrown
    return name === 'Error' ? String(message) : `${String(name)}: ${String(message)}`
  } catch {
    return "something that can't be read"
  }
}

/** The same without the name of an error's class, for where a message follows what it is about. */
export function messageOf(thrown: unknown): string {
  try {
    if (thrown instanceof Error && typeof thrown.message === 'string') return thrown.message
  } catch {
    /* Its message can't be read. */
  }
  return saidBy(thrown)
}

/** Whether a value is to be waited for. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
}
