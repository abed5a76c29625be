import { parseExpiry, parseStep } from '../arguments.ts'
import { warnOfListener } from '../deliver.ts'
import type { Expiry, Increment, Kvstore, KvstoreOptions, MessageListener } from '../kvstore.ts'
import { KvstoreError } from '../kvstore-error.ts'
import { Channels } from './channels.ts'

const SWEEP_INTERVAL = 30_000

interface Entry {
  readonly value: string
  /** On the monotonic clock; Infinity for a key that stays. */
  readonly expiresAt: number
}

/** The store in the memory of one process. Expired keys are never returned, and a sweep frees their memory. */
class MemoryKvstore implements Kvstore {
  readonly kind = 'memory'
  readonly description = 'memory of this process'
  readonly #entries = new Map<string, Entry>()
  readonly #channels: Channels
  readonly #now: () => number
  readonly #sweep: NodeJS.Timeout
  #closed = false

  constructor({ now = () => performance.now(), onListenerError = warnOfListener }: KvstoreOptions) {
    this.#now = now
    this.#channels = new Channels(onListenerError)
    this.#sweep = setInterval(() => this.#dropExpired(), SWEEP_INTERVAL).unref()
  }

  get ready(): boolean {
    return !this.#closed
  }

  async get(key: string): Promise<string | null> {
    return this.#live(key)?.value ?? null
  }

  async set(key: string, value: string, options: Expiry = {}): Promise<void> {
    this.#assertOpen()
    this.#write(key, value, parseExpiry(options.expiresIn))
  }

  async setIfAbsent(key: string, value: string, options: Expiry = {}): Promise<boolean> {
    const expiresIn = parseExpiry(options.expiresIn)
    if (this.#live(key) !== undefined) return false
    this.#write(key, value, expiresIn)
    return true
  }

  async delete(...keys: string[]): Promise<number> {
    this.#assertOpen()
    return keys.filter(key => this.#live(key) !== undefined && this.#entries.delete(key)).length
  }

  async increment(key: string, { by, expiresIn }: Increment = {}): Promise<number> {
    const [step, lifetime] = [parseStep(by), parseExpiry(expiresIn)]
    const entry = this.#live(key)
    const value = Number(entry?.value ?? 0) + step
    if (!/^(0|-?[1-9]\d*)$/.test(entry?.value ?? '0') || !Number.isSafeInteger(value)) {
      throw new KvstoreError('KVSTORE_REFUSED', 'the value to increment is not a whole number, or too large')
    }
    if (entry === undefined) this.#write(key, String(value), lifetime)
    else this.#entries.set(key, { ...entry, value: String(value) })
    return value
  }

  async expiresIn(key: string): Promise<number | null> {
    const { expiresAt = Infinity } = this.#live(key) ?? {}
    return expiresAt === Infinity ? null : Math.ceil(expiresAt - this.#now())
  }

  async publish(channel: string, message: string): Promise<void> {
    this.#assertOpen()
    this.#channels.publish(channel, message)
  }

  async subscribe(channel: string, listener: MessageListener): Promise<() => Promise<void>> {
    this.#assertOpen()
    const leave = this.#channels.subscribe(channel, listener)
    return async () => leave()
  }

  /** The memory is never away, so the listener is never called. */
  onReconnect(): () => void {
    return () => {}
  }

  async ping(): Promise<void> {
    this.#assertOpen()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#sweep)
    this.#entries.clear()
    this.#channels.clear()
  }

  #assertOpen(): void {
    if (this.#closed) throw new KvstoreError('KVSTORE_CLOSED', 'the key-value store has been closed')
  }

  #live(key: string): Entry | undefined {
    this.#assertOpen()
    const entry = this.#entries.get(key)
    if (entry === undefined || entry.expiresAt > this.#now()) return entry
    this.#entries.delete(key)
    return undefined
  }

  #write(key: string, value: string, expiresIn = Infinity): void {
    this.#entries.set(key, { value, expiresAt: this.#now() + expiresIn })
  }

  #dropExpired(): void {
    const now = this.#now()
    for (const [key, { expiresAt }] of this.#entries) if (expiresAt <= now) this.#entries.delete(key)
  }
}

export function createMemoryKvstore(options: KvstoreOptions): Kvstore {
  return new MemoryKvstore(options)
}
