import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a server that can freeze: connections stay open, and nothing comes through. */
export interface FreezingProxy extends AsyncDisposable {
  /** The address of the server, as it is reached by this way. */
  readonly url: string
  freeze(): void
  thaw(): void
}

export async function proxyTo(target: string): Promise<FreezingProxy> {
  const address = new URL(target)
  const { hostname, port } = address
  const sockets = new Set<Socket>()
  let isFrozen = false
  const follow = (socket: Socket): Socket => {
    sockets.add(socket)
    if (isFrozen) socket.pause()
    // How a connection ends is passed on by closing the other one.
    return socket.on('error', () => {}).once('close', () => sockets.delete(socket))
  }
  const server = createServer(client => {
    const upstream = connect(Number(port), hostname)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      follow(from)
      from.on('data', data => to.write(data)).once('close', () => to.destroy())
    }
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
    thaw() {
      isFrozen = false
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
