import { parseExpiry, parseStep } from '../arguments.ts'
import { deliver, warnOfListener } from '../deliver.ts'
import type { Expiry, Increment, Kvstore, KvstoreOptions, MessageListener } from '../kvstore.ts'
import { kvstoreErrorFrom } from './client-error.ts'
import type { RedisClient } from './connection-pair.ts'
import { answerInTime } from './deadline.ts'
import { ReconnectingConnection } from './reconnecting-connection.ts'
import { Subscriptions } from './subscriptions.ts'

const DEFAULT_TIMEOUT = 1000

/** Is written to find out whether the server stores. Its lifetime is in milliseconds. */
const PROBE = 'platform:probe'
const PROBE_LIFETIME = 60_000

const lifetime = (expiresIn: number | undefined) =>
  expiresIn === undefined ? {} : { expiration: { type: 'PX' as const, value: expiresIn } }

/** One script does both steps, so that a crash can't leave a counter that never expires. */
const INCREMENT = `
local created = redis.call('EXISTS', KEYS[1]) == 0
local value = redis.call('INCRBY', KEYS[1], ARGV[1])
if created and ARGV[2] ~= '' then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return value`

/** Resolves to the new value. `expiresIn` in whole milliseconds applies only when the key is created. */
async function incrementKey(
  client: RedisClient,
  key: string,
  step: { by: number; expiresIn: number | undefined },
): Promise<number> {
  const expiry = step.expiresIn === undefined ? '' : String(step.expiresIn)
  return Number(await client.eval(INCREMENT, { keys: [key], arguments: [String(step.by), expiry] }))
}

/** Server and database of a URL, without its user, password and query. */
function describe(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`
}

/**
 * What the names of channels begin with. Redis sends a message to the listeners of all databases, so the database's
 * number is in the names; database 0 keeps them as they are.
 */
function channelPrefix(url: string): string {
  const database = Number(new URL(url).pathname.slice(1))
  return database > 0 ? `${database}:` : ''
}

/** The store on a Redis server. During an outage commands reject without waiting, and are not queued. */
class RedisKvstore implements Kvstore {
  readonly kind = 'redis'
  readonly description: string
  readonly #connection: ReconnectingConnection
  readonly #subscriptions: Subscriptions
  readonly #reconnectListeners = new Set<() => void>()
  readonly #timeout: number
  readonly #channelPrefix: string

  constructor(url: string, options: KvstoreOptions) {
    const { commandTimeout = DEFAULT_TIMEOUT, onListenerError = warnOfListener } = options
    this.description = describe(url)
    this.#channelPrefix = channelPrefix(url)
    this.#timeout = commandTimeout
    this.#subscriptions = new Subscriptions(onListenerError, commandTimeout)
    this.#connection = new ReconnectingConnection(url, options, {
      opened: pair => this.#subscriptions.attach(pair.subscriber),
      lost: () => this.#subscriptions.detach(),
      reopened: () => deliver(this.#reconnectListeners, '', onListenerError),
    })
  }

  connect(): Promise<void> {
    return this.#connection.start()
  }

  get ready(): boolean {
    return this.#connection.ready
  }

  get(key: string): Promise<string | null> {
    return this.#send('GET', client => client.get(key))
  }

  async set(key: string, value: string, options: Expiry = {}): Promise<void> {
    const expiresIn = parseExpiry(options.expiresIn)
    await this.#send('SET', client => client.set(key, value, lifetime(expiresIn)))
  }

  async setIfAbsent(key: string, value: string, options: Expiry = {}): Promise<boolean> {
    const expiresIn = parseExpiry(options.expiresIn)
    return (
      (await this.#send('SET', client => client.set(key, value, { ...lifetime(expiresIn), condition: 'NX' }))) !== null
    )
  }

  async delete(...keys: string[]): Promise<number> {
    return keys.length === 0 ? 0 : this.#send('DEL', client => client.del(keys))
  }

  async increment(key: string, { by, expiresIn }: Increment = {}): Promise<number> {
    const step = { by: parseStep(by), expiresIn: parseExpiry(expiresIn) }
    return this.#send('INCRBY', client => incrementKey(client, key, step))
  }

  async expiresIn(key: string): Promise<number | null> {
    const left = await this.#send('PTTL', client => client.pTTL(key))
    return left < 0 ? null : left
  }

  async publish(channel: string, message: string): Promise<void> {
    await this.#send('PUBLISH', client => client.publish(this.#channelPrefix + channel, message))
  }

  async subscribe(channel: string, listener: MessageListener): Promise<() => Promise<void>> {
    this.#connection.assertUsable()
    return this.#subscriptions.add(this.#channelPrefix + channel, listener)
  }

  onReconnect(listener: () => void): () => void {
    const own = () => listener()
    this.#reconnectListeners.add(own)
    return () => void this.#reconnectListeners.delete(own)
  }

  async ping(): Promise<void> {
    // A server that is full, or a replica, answers every read and refuses to store.
    await this.#send('SET', client => client.set(PROBE, '', lifetime(PROBE_LIFETIME)))
  }

  close(): Promise<void> {
    return this.#connection.close(this.#timeout)
  }

  async #send<T>(command: string, work: (client: RedisClient) => Promise<T>): Promise<T> {
    const { commands } = this.#connection.pair
    try {
      return await answerInTime(work(commands), this.#timeout, command)
    } catch (error) {
      throw kvstoreErrorFrom(error, command)
    }
  }
}

export async function connectRedisKvstore(url: string, options: KvstoreOptions): Promise<Kvstore> {
  const store = new RedisKvstore(url, options)
  await store.connect()
  return store
}
