import type { RetryLimits } from './redis/retry-schedule.ts'

export interface Expiry {
  /** Milliseconds from now, above 0; fractions are rounded up. Without it the key stays. */
  readonly expiresIn?: number
}

export interface Increment extends Expiry {
  /** Default 1; may be negative. */
  readonly by?: number
}

export type MessageListener = (message: string) => void

/** A store of texts under keys, with expiry, and messages on channels. Any method may reject with a `KvstoreError`. */
export interface Kvstore {
  readonly kind: 'memory' | 'redis'
  /** Names the store in the log at boot, without credentials. */
  readonly description: string
  /** `false` from the loss of the connection until it is restored. */
  readonly ready: boolean
  get(key: string): Promise<string | null>
  /** Replaces value and expiry. */
  set(key: string, value: string, options?: Expiry): Promise<void>
  /** Resolves to `true` when the key was absent and is now set. */
  setIfAbsent(key: string, value: string, options?: Expiry): Promise<boolean>
  /** Resolves to the number of keys that existed. */
  delete(...keys: string[]): Promise<number>
  /** Atomic; resolves to the new value. The expiry counts only when this call creates the key: no window slides. */
  increment(key: string, options?: Increment): Promise<number>
  /** Milliseconds left; null for a key that is absent or stays. */
  expiresIn(key: string): Promise<number | null>
  /** Delivers a message at most once, to the listeners of this moment. */
  publish(channel: string, message: string): Promise<void>
  /**
   * Listens until the returned function is called. Messages of a channel arrive in order; a listener
   * that throws does not keep a message from the others. During an outage the subscription is kept
   * and takes effect with the next connection.
   */
  subscribe(channel: string, listener: MessageListener): Promise<() => Promise<void>>
  /** Called when a lost connection is back: messages may have been missed, so caches should be dropped. */
  onReconnect(listener: () => void): () => void
  /** Resolves when the store answers. */
  ping(): Promise<void>
  /** Idempotent; every later call rejects with `KVSTORE_CLOSED`. */
  close(): Promise<void>
}

/** One failed attempt to connect that will be followed by another. */
export interface Retry {
  /** 1 for the first failure of this outage; 0 when the connection was just lost. */
  readonly failures: number
  /** Milliseconds until the next attempt. */
  readonly delay: number
  readonly error: Error
}

/** All times in milliseconds; the retry limits default to 100 attempts, 1 min, 500 ms and 1 s. */
export interface KvstoreOptions extends Partial<RetryLimits> {
  /** Longest wait for an answer. Default 1000. */
  readonly commandTimeout?: number
  /** Longest a single attempt to connect may take. Default 5000. */
  readonly connectTimeout?: number
  /** Time between checks that the server still answers, which find connections that died silently. Default 2000. */
  readonly heartbeatInterval?: number
  /** Called once when a lost connection could not be restored within the limits; the process should end. */
  readonly onFatal?: (error: Error) => void
  /** Called before each wait for the next attempt; for logs. */
  readonly onRetry?: (retry: Retry) => void
  /** Called with what a listener threw. Default: a process warning. */
  readonly onListenerError?: (error: unknown) => void
  /** Monotonic clock in milliseconds that `memory:` measures expiry by. */
  readonly now?: () => number
}
