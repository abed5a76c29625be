import { setTimeout as wait } from 'node:timers/promises'
import type { KvstoreOptions } from '../kvstore.ts'
import { KvstoreError } from '../kvstore-error.ts'
import { answerInTime } from './deadline.ts'
import type { RetryLimits } from './retry-schedule.ts'
import { defaultLimits, RetrySchedule } from './retry-schedule.ts'
import { Session } from './session.ts'

/**
 * What a user of the connection does with a session: `attach` prepares a new one, `detach` is called when it is lost,
 * and `restored` when a later one is ready.
 */
export interface SessionUse {
  attach(session: Session): Promise<void>
  detach(): void
  restored(): void
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

/** The address of the store without its credentials. */
function addressOf(url: string): string {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}

/** Keeps a session open. After the retry limits it makes no further attempt. */
export class ConnectionKeeper {
  readonly #url: string
  readonly #options: KvstoreOptions
  readonly #limits: RetryLimits
  readonly #use: SessionUse
  readonly #stop = new AbortController()
  #session: Session | undefined
  #end: KvstoreError | undefined

  constructor(url: string, options: KvstoreOptions, use: SessionUse) {
    const { maxAttempts, maxRetryTime, backoffFactor, backoffMinimum } = { ...defaultLimits, ...options }
    this.#url = url
    this.#options = options
    this.#limits = { maxAttempts, maxRetryTime, backoffFactor, backoffMinimum }
    this.#use = use
  }

  get ready(): boolean {
    return this.#session !== undefined
  }

  /** @throws {KvstoreError} while there is no connection, after the last attempt failed, and after closing */
  get session(): Session {
    if (this.#session !== undefined) return this.#session
    throw (
      this.#end ?? new KvstoreError('KVSTORE_UNAVAILABLE', 'the key-value store is unreachable; the server reconnects')
    )
  }

  assertKept(): void {
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
    const session = this.#session
    this.#session = undefined
    this.#use.detach()
    await session?.close(within)
  }

  async #connect(schedule: RetrySchedule): Promise<void> {
    for (;;) {
      try {
        return this.#adopt(await this.#attempt(schedule.timeLeft))
      } catch (error) {
        this.#stop.signal.throwIfAborted()
        schedule.countFailure()
        await this.#pause(schedule, asError(error))
      }
    }
  }

  async #attempt(timeLeft: number): Promise<Session> {
    const session = new Session(this.#url)
    const abandon = () => session.destroy()
    this.#stop.signal.addEventListener('abort', abandon, { once: true })
    try {
      const opening = session.open().then(() => this.#use.attach(session))
      await answerInTime(opening, Math.min(this.#options.connectTimeout ?? 5000, timeLeft), 'an attempt to connect')
      this.#stop.signal.throwIfAborted()
      return session
    } catch (error) {
      this.#use.detach()
      session.destroy()
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

  #adopt(session: Session): void {
    this.#session = session
    const beating = new AbortController()
    void session.lost.then(error => {
      beating.abort()
      if (this.#session === session) void this.#restore(session, error)
    })
    void this.#watch(session, beating.signal)
  }

  /** Finds a frozen server, or a network that drops all packets, which no socket reports. */
  async #watch(session: Session, lost: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([lost, this.#stop.signal])
    const { heartbeatInterval = 2000, commandTimeout = 1000 } = this.#options
    try {
      for (;;) {
        await wait(heartbeatInterval, undefined, { signal, ref: false })
        await session.checkAlive(commandTimeout)
      }
    } catch (error) {
      if (!signal.aborted && this.#session === session) await this.#restore(session, asError(error))
    }
  }

  async #restore(session: Session, reason: Error): Promise<void> {
    this.#session = undefined
    this.#use.detach()
    session.destroy()
    const schedule = new RetrySchedule(this.#limits)
    try {
      await this.#pause(schedule, reason)
      await this.#connect(schedule)
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#options.onFatal?.(asError(error))
      return
    }
    this.#use.restored()
  }
}
