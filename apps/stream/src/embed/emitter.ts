/** Gets the value of an event and its name. */
export type Listener = (value: unknown, name: string) => void
/** Gets the name of an event and its value. */
export type AnyListener = (name: string, value: unknown) => void

/** Tells the events of a stream to the listeners of a site. */
export interface Events {
  /**
   * Listens to the events whose names fit the pattern: names have parts between dots, `*` fits one part, `**` any
   * number of parts.
   *
   * @example
   * events.on('mutation.*.success', (value, name) => console.log(name, value))
   */
  on(pattern: string, listener: Listener): void
  off(pattern: string, listener: Listener): void
  /** Listens to every event. */
  onAny(listener: AnyListener): void
  offAny(listener: AnyListener): void
}

export interface Emitter extends Events {
  emit(name: string, value: unknown): void
}

export function createEmitter(): Emitter {
  let entries: { pattern: string; listener: Listener | AnyListener; tell: Listener }[] = []
  const remove = (pattern: string, listener: Listener | AnyListener) => {
    entries = entries.filter(entry => entry.pattern !== pattern || entry.listener !== listener)
  }
  return {
    on(pattern, listener) {
      if (typeof listener !== 'function')
        throw new TypeError(`on("${pattern}", …): the second argument is no function; give the listener`)
      entries.push({ pattern, listener, tell: listener })
    },
    off: remove,
    onAny(listener) {
      entries.push({ pattern: '**', listener, tell: (value, name) => listener(name, value) })
    },
    offAny: listener => remove('**', listener),
    emit(name, value) {
      const parts = name.split('.')
      for (const { pattern, tell } of entries) if (fits(pattern.split('.'), parts)) call(tell, value, name)
    },
  }
}

function fits(pattern: readonly string[], parts: readonly string[]): boolean {
  const [first, ...rest] = pattern
  if (first === undefined) return parts.length === 0
  if (first === '**') return fits(rest, parts) || (parts.length > 0 && fits(pattern, parts.slice(1)))
  return parts.length > 0 && (first === '*' || first === parts[0]) && fits(rest, parts.slice(1))
}

/** Calls a listener. Its error is reported as an error of the page, and does not keep the other listeners from it. */
function call(tell: Listener, value: unknown, name: string): void {
  try {
    tell(value, name)
  } catch (error) {
    setTimeout(() => {
      throw error
    })
  }
}
