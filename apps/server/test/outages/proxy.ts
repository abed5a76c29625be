import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a server that can freeze: connections stay open, and nothing comes through. */
export interface FreezingProxy extends AsyncDisposable {
  /** The address of the server, as it is reached by this way. */
  readonly url: string
  freeze(): void
  /** Passes the next message on that has a text in it, and after it no answer to anybody. */
  loseAnswerTo(text: string): void
  thaw(): void
}

export async function proxyTo(target: string): Promise<FreezingProxy> {
  const address = new URL(target)
  const { hostname, port } = address
  const sockets = new Set<Socket>()
  let isFrozen = false
  let losing: string | undefined
  let isLost = false
  const follow = (socket: Socket): Socket => {
    sockets.add(socket)
    if (isFrozen) socket.pause()
    // How a connection ends is passed on by closing the other one.
    return socket.on('error', () => {}).once('close', () => sockets.delete(socket))
  }
  const server = createServer(client => {
    const upstream = connect(Number(port), hostname)
    const ask = (data: Buffer) => {
      isLost ||= losing !== undefined && data.includes(losing)
      upstream.write(data)
    }
    const answer = (data: Buffer) => isLost || client.write(data)
    follow(client)
      .on('data', ask)
      .once('close', () => upstream.destroy())
    follow(upstream)
      .on('data', answer)
      .once('close', () => client.destroy())
    if (isFrozen) for (const socket of [client, upstream]) socket.pause()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  address.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: address.href,
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    loseAnswerTo(text) {
      losing = text
    },
    thaw() {
      isFrozen = false
      losing = undefined
      isLost = false
      for (const socket of sockets) socket.resume()
    },
    async [Symbol.asyncDispose]() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

/** The address of a MongoDB, reached by the proxy only: the driver would otherwise go to the server's own address. */
export function directly(url: string): string {
  const address = new URL(url)
  address.searchParams.set('directConnection', 'true')
  return address.href
}

/** The address of the proxy, with options by which the driver gives up soon. */
export function impatient(url: string): string {
  const address = new URL(directly(url))
  for (const name of ['socketTimeoutMS', 'serverSelectionTimeoutMS', 'connectTimeoutMS'])
    address.searchParams.set(name, '1000')
  return address.href
}
