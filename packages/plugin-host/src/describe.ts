import { inspect } from 'node:util'

/** The kind of a value, in words: `null`, `a list`, `a function`. */
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

/**
 * The text of a thrown value, which may be any value: `TypeError: no gateway`, `no database`, `null`. It never throws.
 */
export function describeThrown(thrown: unknown): string {
  try {
    if (!(thrown instanceof Error)) return inspect(thrown, { depth: 1, breakLength: Infinity, customInspect: false })
    const { name, message } = thrown
    return name === 'Error' ? String(message) : `${String(name)}: ${String(message)}`
  } catch {
    return "something that can't be read"
  }
}

/** The same without the name of the error's class, for texts such as `init: no gateway`. */
export function messageOf(thrown: unknown): string {
  try {
    if (thrown instanceof Error && typeof thrown.message === 'string') return thrown.message
  } catch {
    /* The message can't be read. */
  }
  return describeThrown(thrown)
}

/** Whether a value is a promise, or looks like one. A function may, too: clients of remote services give such. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  if ((typeof value !== 'object' || value === null) && typeof value !== 'function') return false
  return typeof Reflect.get(value, 'then') === 'function'
}
