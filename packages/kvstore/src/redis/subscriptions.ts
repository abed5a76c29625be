import { deliver } from '../deliver.ts'
import type { MessageListener } from '../kvstore.ts'
import { kvstoreErrorFrom } from './client-error.ts'
import type { RedisClient } from './connection-pair.ts'
import { answerInTime } from './deadline.ts'

interface Channel {
  readonly listeners: Set<MessageListener>
  /**
   * The function that the client library calls. Each subscription to a channel has its own, so an old one can be ended.
   */
  readonly receive: MessageListener
  /** The subscription at Redis that the listeners share. */
  subscribed: Promise<void>
}

/** The listeners of each channel. They outlive a connection: each new connection subscribes to every channel. */
export class Subscriptions {
  readonly #channels = new Map<string, Channel>()
  readonly #report: (error: unknown) => void
  readonly #timeout: number
  #client: RedisClient | undefined

  constructor(report: (error: unknown) => void, timeout: number) {
    this.#report = report
    this.#timeout = timeout
  }

  async attach(client: RedisClient): Promise<void> {
    this.#client = client
    for (const [name, channel] of this.#channels) channel.subscribed = this.#listen(name, channel)
    await Promise.all([...this.#channels.values()].map(({ subscribed }) => subscribed))
  }

  detach(): void {
    this.#client = undefined
  }

  async add(name: string, listener: MessageListener): Promise<() => Promise<void>> {
    // Each call makes its own subscription, also when two calls pass the same function.
    const own: MessageListener = message => listener(message)
    const channel = this.#channels.get(name) ?? this.#open(name)
    channel.listeners.add(own)
    try {
      await channel.subscribed
    } catch (error) {
      const reason = kvstoreErrorFrom(error, 'SUBSCRIBE')
      if (reason.code === 'KVSTORE_REFUSED') {
        await this.#remove(name, channel, own)
        throw reason
      }
      // The connection was lost; the next one subscribes to this channel.
    }
    return () => this.#remove(name, channel, own)
  }

  #open(name: string): Channel {
    const listeners = new Set<MessageListener>()
    const receive = (message: string) => deliver(listeners, message, this.#report)
    const channel: Channel = { listeners, receive, subscribed: Promise.resolve() }
    this.#channels.set(name, channel)
    channel.subscribed = this.#listen(name, channel)
    return channel
  }

  async #listen(name: string, { receive }: Channel): Promise<void> {
    const subscribing = this.#client?.subscribe(name, receive)
    if (subscribing !== undefined) await answerInTime(subscribing, this.#timeout, 'SUBSCRIBE')
  }

  async #remove(name: string, channel: Channel, listener: MessageListener): Promise<void> {
    channel.listeners.delete(listener)
    if (channel.listeners.size > 0 || this.#channels.get(name) !== channel) return
    this.#channels.delete(name)
    // Without a connection there is no subscription at the server, also when the connection breaks now.
    await this.#client?.unsubscribe(name, channel.receive).catch((error: unknown) => {
      const reason = kvstoreErrorFrom(error, 'UNSUBSCRIBE')
      if (reason.code === 'KVSTORE_REFUSED') throw reason
    })
  }
}
