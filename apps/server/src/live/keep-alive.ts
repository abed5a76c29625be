import type { Connection } from './connection.ts'
import { type Outgoing, textFrame } from './outgoing.ts'

const PING = textFrame('{"type":"ping"}')

/**
 * Pings a client at an interval, and ends a connection that does not answer before the next ping. Every client answers
 * the frame by itself; by the protocol's own message a page notices when the server stops.
 *
 * @returns a function that ends it.
 */
export function keepAlive(connection: Connection, outgoing: Outgoing, interval: number): () => void {
  const { socket } = connection
  let answered = true
  socket.on('pong', () => {
    answered = true
  })
  const timer = setInterval(() => {
    if (!answered) return socket.terminate()
    answered = false
    socket.ping()
    outgoing.sendFrame(connection, PING)
  }, interval)
  return () => clearInterval(timer)
}
