import { ClientClosedError, createClient } from '@redis/client'
import { answerInTime } from './deadline.ts'

/** The number of commands that may wait before a frozen server is noticed. */
const LONGEST_QUEUE = 10_000

function createConnection(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: LONGEST_QUEUE,
    // ReconnectingConnection reconnects, because the library does not notice a server that accepts and never answers.
    socket: { reconnectStrategy: false },
  })
}

export type RedisClient = ReturnType<typeof createConnection>

/** Two connections that open and close together, because a subscribed connection can send no commands. */
export class ConnectionPair {
  readonly commands: RedisClient
  readonly subscriber: RedisClient
  /** Settles when either connection is gone, with the reason. */
  readonly lost: Promise<Error>
  #destroyed = false

  constructor(url: string) {
    this.commands = createConnection(url)
    this.subscriber = createConnection(url)
    const { promise, resolve } = Promise.withResolvers<Error>()
    this.lost = promise
    for (const client of [this.commands, this.subscriber]) client.on('error', resolve)
  }

  /** Connects both and waits until the server answers; a server still loading its file refuses the ping. */
  async open(): Promise<void> {
    await this.commands.connect()
    // The pair was destroyed meanwhile, and a second connection would stay open for ever.
    if (this.#destroyed) throw new ClientClosedError()
    await this.subscriber.connect()
    await Promise.all([this.commands.ping(), this.subscriber.ping()])
  }

  /** Rejects when either connection stays silent. */
  async checkAlive(within: number): Promise<void> {
    await answerInTime(Promise.all([this.commands.ping(), this.subscriber.ping()]), within, 'a heartbeat')
  }

  /** Waits a short time for the answers to commands that were sent, then closes both connections. */
  async close(within: number): Promise<void> {
    const closing = Promise.all([this.commands, this.subscriber].map(async client => client.close()))
    await answerInTime(closing, within, 'before closing').catch(() => {})
    this.destroy()
  }

  destroy(): void {
    this.#destroyed = true
    this.commands.destroy()
    this.subscriber.destroy()
  }
}
