import { EventEmitter } from 'node:events'
import { type Attribution, isThenable, runAs, runningNow } from '@platform/plugin-host'

/** Is told of a listener that failed, with the plugin that added it. */
export type OnListenerError = (error: unknown, plugin: Attribution | undefined) => void

type Listener = (...args: unknown[]) => unknown

/**
 * The events of this server. Each has happened before its listeners are called, so a listener that fails keeps neither
 * the event from being published nor the other listeners from being called.
 */
export class LocalEvents extends EventEmitter {
  readonly #onError: OnListenerError
  /** The plugin that added a listener; of a function that several add, the last one. */
  readonly #plugins = new WeakMap<object, Attribution>()

  constructor(onError: OnListenerError) {
    super()
    this.#onError = onError
    this.setMaxListeners(0)
    this.on('newListener', (event: string | symbol, listener: object) => {
      const plugin = runningNow()
      if (plugin) this.#plugins.set(listener, { ...plugin, at: `event ${String(event)}` })
    })
  }

  override emit(event: string | symbol, ...args: unknown[]): boolean {
    if (event === 'newListener' || event === 'removeListener') return super.emit(event, ...args)
    const listeners = this.rawListeners(event) as (Listener & { readonly listener?: Listener })[]
    for (const listener of listeners) this.#call(listener, this.#plugins.get(listener.listener ?? listener), args)
    return listeners.length > 0
  }

  #call(listener: Listener, plugin: Attribution | undefined, args: readonly unknown[]): void {
    const failed = (error: unknown) => this.#onError(error, plugin)
    const run = () => listener.apply(this, [...args])
    try {
      const answer = plugin ? runAs(plugin, run) : run()
      if (isThenable(answer)) answer.then(undefined, failed)
    } catch (error) {
      failed(error)
    }
  }
}
