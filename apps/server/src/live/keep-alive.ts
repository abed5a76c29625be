import type { Connection } from './connection.ts'
import { type Outgoing, textFrame } from './outgoing.ts'

const PING = textFrame('{"type":"ping"}')

/**
 * Pings a client at an interval, and ends a connection on which nothing came before the next ping. Every client answers
 * the frame by itself; by the protocol's own message a page notices when the server stops. While the server does not
 * read, because it handles what the client sent before, the answer waits behind that.
 *
 * @returns a function that ends it.
 */
export function keepAlive(connection: Connection, outgoing: Outgoing, interval: number): () => void {
  const { socket } = connection
  let isAlive = true
  for (const sign of ['pong', 'message'])
    socket.on(sign, () => {
      isAlive = true
    })
  const timer = setInterval(() => {
    if (!isAlive && !socket.isPaused) return socket.terminate()
    isAlive = false
    socket.ping()
    outgoing.sendFrame(connection, PING)
  }, interval)
  return () => clearInterval(timer)
}
