import { once } from 'node:events'
import { createTestPlatform, type TestPlatform, type TestPlatformOptions } from '@platform/plugin-testing'
import { WebSocket } from 'ws'

/** A test platform on a free port. */
export interface LivePlatform extends AsyncDisposable {
  readonly platform: TestPlatform
  readonly listening: Awaited<ReturnType<TestPlatform['listen']>>
  readonly url: string
}

export async function startLive({ env = {}, ...options }: TestPlatformOptions = {}): Promise<LivePlatform> {
  const platform = await createTestPlatform({ ...options, env: { PORT: '0', HOST: '127.0.0.1', ...env } })
  const listening = await platform.listen()
  return {
    platform,
    listening,
    url: `ws://127.0.0.1:${listening.port}${platform.services.config.mountPath}/api/v1/live`,
    async [Symbol.asyncDispose]() {
      await listening.stop()
      await platform[Symbol.asyncDispose]()
    },
  }
}

export interface Message {
  readonly type: string
  readonly id?: string
  readonly payload?: any
}

/** A connection at the level of single messages. */
export interface RawClient {
  readonly socket: WebSocket
  /** Every message so far, pings apart. */
  readonly messages: Message[]
  send(message: object): void
  /** The next message of that type, for that subscription if one is named. */
  next(type: string, id?: string): Promise<Message>
  /** How the connection ended. */
  readonly closed: Promise<{ code: number; reason: string }>
}

export interface ConnectOptions {
  readonly protocols?: string | string[]
  readonly headers?: Record<string, string>
  readonly origin?: string
  readonly init?: object | null
  /** The address of the client, any of 127.0.0.0/8. */
  readonly from?: string
  readonly autoPong?: boolean
}

/** Connects and, unless `init` is `null`, introduces itself and waits to be let in. */
export async function connect(
  url: string,
  { protocols = 'graphql-transport-ws', headers = {}, origin, init = {}, autoPong = true, from }: ConnectOptions = {},
): Promise<RawClient> {
  const socket = new WebSocket(url, protocols, {
    headers,
    autoPong,
    ...(origin === undefined ? {} : { origin }),
    ...(from === undefined ? {} : { localAddress: from }),
  })
  const messages: Message[] = []
  const arrivals = new Set<() => void>()
  socket.on('message', data => {
    const message = JSON.parse(String(data)) as Message
    if (message.type === 'ping') return
    messages.push(message)
    for (const arrived of arrivals) arrived()
  })
  const closed = new Promise<{ code: number; reason: string }>(resolve =>
    socket.once('close', (code, reason) => {
      for (const arrived of arrivals) arrived()
      resolve({ code, reason: String(reason) })
    }),
  )
  await once(socket, 'open')
  socket.on('error', () => {
    /* How it ended is in `closed`. */
  })
  const seen = new Set<Message>()
  const client: RawClient = {
    socket,
    messages,
    closed,
    send: message => socket.send(JSON.stringify(message)),
    async next(type, id) {
      for (;;) {
        const found = messages.find(
          message => !seen.has(message) && message.type === type && (id === undefined || message.id === id),
        )
        if (found) {
          seen.add(found)
          return found
        }
        if (socket.readyState !== WebSocket.OPEN) {
          const { code, reason } = await closed
          throw new Error(`the connection ended before ${type} came: ${code} ${reason}`)
        }
        await new Promise<void>(resolve => {
          const arrived = () => {
            arrivals.delete(arrived)
            resolve()
          }
          arrivals.add(arrived)
        })
      }
    },
  }
  if (init !== null) {
    client.send({ type: 'connection_init', payload: init })
    await client.next('connection_ack')
  }
  return client
}

/** The status a handshake is refused with; `101` when it is let in. */
export async function handshake(
  url: string,
  { protocols = 'graphql-transport-ws', headers = {}, origin }: ConnectOptions = {},
): Promise<number> {
  const socket = new WebSocket(url, protocols, { headers, ...(origin === undefined ? {} : { origin }) })
  return new Promise((resolve, reject) => {
    socket.once('open', () => {
      resolve(101)
      socket.terminate()
    })
    socket.once('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0)
      response.resume()
      socket.terminate()
    })
    socket.once('error', reject)
  })
}

/** Subscribes, and waits until the server listens: what is published after that arrives. */
export async function subscribe(
  client: RawClient,
  id: string,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<void> {
  client.send({ id, type: 'subscribe', payload: { query, variables } })
  await untilListening(client)
}

/** Waits until the server listens for everything that the client subscribed to before. */
export async function untilListening(client: RawClient): Promise<void> {
  client.send({ type: 'ping' })
  await client.next('pong')
}

export const ADDED = 'subscription ($id: ID!) { commentAdded(asset_id: $id) { id body status } }'
