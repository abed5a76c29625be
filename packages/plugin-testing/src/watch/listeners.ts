import type { Forgotten } from './forgotten.ts'
import { pluginFrame } from './plugin-frame.ts'

/** Records every listener that is added to the process, until `stop`. */
export interface ListenerWatch {
  /** The listeners of plugins that were not removed. @param end - whether they are removed now. */
  stop(end: boolean): readonly Forgotten[]
}

type Listener = (...args: unknown[]) => void
interface Added {
  readonly event: string | symbol
  readonly listener: Listener
  readonly place: string
}

const ADDING = ['on', 'addListener', 'once', 'prependListener', 'prependOnceListener'] as const
const watching = new Set<Added[]>()
const own = new Map<string, unknown>()

/** Starts recording. */
export function watchListeners(): ListenerWatch {
  const added: Added[] = []
  if (watching.size === 0) install()
  watching.add(added)
  return {
    stop(end) {
      watching.delete(added)
      if (watching.size === 0) restore()
      return added
        .filter(({ event, listener }) => process.listeners(event as 'exit').includes(listener as never))
        .map(({ event, listener, place }) => {
          const name = String(event)
          if (end) process.off(event as 'exit', listener as never)
          return {
            code: 'LEAKED_LISTENER' as const,
            message: `a listener of the process for ${name} was not removed when the platform stopped\n  at   ${place}`,
            fix:
              `remove it: init: ({ defer }) => { process.on('${name}', listener); ` +
              `defer(() => process.off('${name}', listener)) }`,
          }
        })
    },
  }
}

function install(): void {
  const target = process as unknown as Record<string, (event: string | symbol, listener: Listener) => unknown>
  for (const name of ADDING) {
    const add = target[name]!
    own.set(name, Object.getOwnPropertyDescriptor(process, name)?.value)
    target[name] = function added(this: unknown, event, listener) {
      const place = pluginFrame(new Error('listener').stack ?? '')
      if (place !== null) for (const list of watching) list.push({ event, listener, place })
      return add.call(this, event, listener)
    }
  }
}

function restore(): void {
  for (const [name, value] of own) {
    if (value === undefined) delete (process as unknown as Record<string, unknown>)[name]
    else (process as unknown as Record<string, unknown>)[name] = value
  }
  own.clear()
}
