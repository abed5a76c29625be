import { setTimeout as wait } from 'node:timers/promises'
import type { KvstoreOptions } from '../kvstore.ts'
import { KvstoreError } from '../kvstore-error.ts'
import { ConnectionPair } from './connection-pair.ts'
import { answerInTime } from './deadline.ts'
import type { RetryLimits } from './retry-schedule.ts'
import { defaultLimits, RetrySchedule } from './retry-schedule.ts'

/** Called when a pair of connections is open (before it is used), lost, and open again after a loss. */
export interface ConnectionEvents {
  opened(pair: ConnectionPair): Promise<void>
  lost(): void
  reopened(): void
}

function asError(error: unknown): Error {
  // A host with several addresses, such as localhost, fails by an error without a message, in which each has its own.
  if (error instanceof AggregateError && error.message === '')
    return new Error(error.errors.map(each => asError(each).message).join(', '), { cause: error })
  return error instanceof Error ? error : new Error(String(error))
}

/** The address of the store without its credentials. */
function addressOf(url: string): string {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}

/** Keeps a pair of connections open, by reconnecting. After the retry limits it makes no further attempt. */
export class ReconnectingConnection {
  readonly #url: string
  readonly #options: KvstoreOptions
  readonly #limits: RetryLimits
  readonly #events: ConnectionEvents
  readonly #stop = new AbortController()
  #pair: ConnectionPair | undefined
  #end: KvstoreError | undefined

  constructor(url: string, options: KvstoreOptions, events: ConnectionEvents) {
    const { maxAttempts, maxRetryTime, backoffFactor, backoffMinimum } = { ...defaultLimits, ...options }
    this.#url = url
    this.#options = options
    this.#limits = { maxAttempts, maxRetryTime, backoffFactor, backoffMinimum }
    this.#events = events
  }

  get ready(): boolean {
    return this.#pair !== undefined
  }

  /** @throws {KvstoreError} while there is no connection, after the last attempt failed, and after closing */
  get pair(): ConnectionPair {
    if (this.#pair !== undefined) return this.#pair
    throw (
      this.#end ?? new KvstoreError('KVSTORE_UNAVAILABLE', 'the key-value store is unreachable; the server reconnects')
    )
  }

  /** Throws after the last attempt failed, and after closing. While the store is unreachable it returns. */
  assertUsable(): void {
    if (this.#end !== undefined) throw this.#end
  }

  /** Opens the first connection; rejects when the limits are reached. */
  async start(): Promise<void> {
    await this.#connect(new RetrySchedule(this.#limits))
  }

  async close(within: number): Promise<void> {
    if (this.#stop.signal.aborted) return
    this.#end = new KvstoreError('KVSTORE_CLOSED', 'the key-value store has been closed')
    this.#stop.abort()
    const pair = this.#pair
    this.#pair = undefined
    this.#events.lost()
    await pair?.close(within)
  }

  async #connect(schedule: RetrySchedule): Promise<void> {
    for (;;) {
      try {
        return this.#setCurrent(await this.#attempt(schedule.timeLeft))
      } catch (error) {
        this.#stop.signal.throwIfAborted()
        schedule.countFailure()
        await this.#pause(schedule, asError(error))
      }
    }
  }

  async #attempt(timeLeft: number): Promise<ConnectionPair> {
    const pair = new ConnectionPair(this.#url)
    const abandon = () => pair.destroy()
    this.#stop.signal.addEventListener('abort', abandon, { once: true })
    try {
      const opening = pair.open().then(() => this.#events.opened(pair))
      await answerInTime(opening, Math.min(this.#options.connectTimeout ?? 5000, timeLeft), 'an attempt to connect')
      this.#stop.signal.throwIfAborted()
      return pair
    } catch (error) {
      this.#events.lost()
      pair.destroy()
      throw error
    } finally {
      this.#stop.signal.removeEventListener('abort', abandon)
    }
  }

  /** Waits for the next attempt, or throws when the limits are reached. */
  async #pause(schedule: RetrySchedule, error: Error): Promise<void> {
    if (!schedule.exhausted) {
      const delay = schedule.nextDelay()
      this.#options.onRetry?.({ failures: schedule.failures, delay, error })
      await wait(delay, undefined, { signal: this.#stop.signal })
    }
    if (!schedule.exhausted) return
    const message =
      `the key-value store at ${addressOf(this.#url)} is unreachable (${error.message}): no further attempt is made after ` +
      `${schedule.failures} failed attempts (limits: ${this.#limits.maxAttempts} attempts, ` +
      `${this.#limits.maxRetryTime} ms)`
    this.#end = new KvstoreError('KVSTORE_UNAVAILABLE', message, { cause: error })
    throw this.#end
  }

  #setCurrent(pair: ConnectionPair): void {
    this.#pair = pair
    const heartbeat = new AbortController()
    void pair.lost.then(error => {
      heartbeat.abort()
      if (this.#pair === pair) void this.#restore(pair, error)
    })
    void this.#watch(pair, heartbeat.signal)
  }

  /** Finds a frozen server, or a network that drops all packets, which no socket reports. */
  async #watch(pair: ConnectionPair, lost: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([lost, this.#stop.signal])
    const { heartbeatInterval = 2000, commandTimeout = 1000 } = this.#options
    try {
      for (;;) {
        await wait(heartbeatInterval, undefined, { signal, ref: false })
        await pair.checkAlive(commandTimeout)
      }
    } catch (error) {
      if (!signal.aborted && this.#pair === pair) await this.#restore(pair, asError(error))
    }
  }

  async #restore(pair: ConnectionPair, reason: Error): Promise<void> {
    this.#pair = undefined
    this.#events.lost()
    pair.destroy()
    const schedule = new RetrySchedule(this.#limits)
    try {
      await this.#pause(schedule, reason)
      await this.#connect(schedule)
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#options.onFatal?.(asError(error))
      return
    }
    this.#events.reopened()
  }
}
