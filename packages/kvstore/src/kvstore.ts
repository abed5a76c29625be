import type { RetryLimits } from './redis/retry-schedule.ts'

/**
 * How long a key is kept.
 *
 * @example
 * const aMinute: Expiry = { expiresIn: 60_000 }
 */
export interface Expiry {
  /** Milliseconds from now, above 0; fractions are rounded up. Without it the key never expires. */
  readonly expiresIn?: number
}

/**
 * The step of an increment, and how long a new key is kept.
 *
 * @example
 * const twoForAMinute: Increment = { by: 2, expiresIn: 60_000 }
 */
export interface Increment extends Expiry {
  /** A whole number, which may be negative. @defaultValue 1 */
  readonly by?: number
}

/**
 * Called with each message of a channel.
 *
 * @example
 * const log: MessageListener = message => console.log(message)
 */
export type MessageListener = (message: string) => void

/**
 * A store of texts under keys with expiry, which also sends messages on channels. Every method may reject with a
 * {@link KvstoreError}.
 *
 * @example
 * const countTry = (kvstore: Kvstore, ip: string) => kvstore.increment(`tries:${ip}`, { expiresIn: 60_000 })
 */
export interface Kvstore {
  readonly kind: 'memory' | 'redis'
  /** The name of the store for the log, without credentials. */
  readonly description: string
  /** `false` from the loss of the connection until it is restored. */
  readonly ready: boolean
  /** Resolves to the text of a key; `null` when there is none. */
  get(key: string): Promise<string | null>
  /** Replaces the text and the expiry of a key. */
  set(key: string, value: string, options?: Expiry): Promise<void>
  /** Resolves to `true` when the key was absent and is now set. */
  setIfAbsent(key: string, value: string, options?: Expiry): Promise<boolean>
  /** Resolves to the number of keys that existed. */
  delete(...keys: string[]): Promise<number>
  /** Atomic; resolves to the new value. The expiry applies only when this call creates the key. */
  increment(key: string, options?: Increment): Promise<number>
  /** Resolves to the milliseconds left; `null` for a key that is absent or never expires. */
  expiresIn(key: string): Promise<number | null>
  /** Sends a message to the present listeners of a channel in this database; each gets it at most once. */
  publish(channel: string, message: string): Promise<void>
  /**
   * Listens until the returned function is called. Messages of a channel arrive in order. A listener that throws does
   * not keep a message from the others. During an outage the subscription is remembered, and the next connection
   * subscribes again.
   */
  subscribe(channel: string, listener: MessageListener): Promise<() => Promise<void>>
  /** Calls the listener after a lost connection is restored. Messages may have been missed, so clear caches then. */
  onReconnect(listener: () => void): () => void
  /** Resolves when the store answers and stores writes. */
  ping(): Promise<void>
  /** Closes the store. It may be called twice; every other later call rejects with `KVSTORE_CLOSED`. */
  close(): Promise<void>
}

/**
 * One failed attempt to connect, after which another attempt follows.
 *
 * @example
 * const onRetry = ({ failures, delay }: Retry) => console.warn(`attempt ${failures} failed; next in ${delay} ms`)
 */
export interface Retry {
  /** 1 for the first failure of this outage; 0 when the connection was just lost. */
  readonly failures: number
  /** Milliseconds until the next attempt. */
  readonly delay: number
  readonly error: Error
}

/**
 * Options of {@link connectKvstore}. Times are in milliseconds.
 *
 * @example
 * const options: KvstoreOptions = { commandTimeout: 500, onFatal: error => process.exit(69) }
 */
export interface KvstoreOptions extends Partial<RetryLimits> {
  /** Longest wait for an answer. @defaultValue 1000 */
  readonly commandTimeout?: number
  /** Longest time for one attempt to connect. @defaultValue 5000 */
  readonly connectTimeout?: number
  /**
   * Time between checks that the server still answers. They find lost connections that report no error. @defaultValue
   * 2000
   */
  readonly heartbeatInterval?: number
  /** Called once when a lost connection could not be restored within the limits; the process should end. */
  readonly onFatal?: (error: Error) => void
  /** Called before each wait for the next attempt; for logs. */
  readonly onRetry?: (retry: Retry) => void
  /** Called with an error that a listener threw. By default it becomes a process warning. */
  readonly onListenerError?: (error: unknown) => void
  /** The monotonic clock in milliseconds by which `memory:` measures expiry. */
  readonly now?: () => number
}
