import { ownTurn } from '../request/own-turn.ts'
import { CLOSE, type Connection, floodGuard } from './connection.ts'

/** A message of more characters may take milliseconds to parse. */
const LONG = 16 * 1024

/**
 * Hands the messages of a client on, in the order in which they came. A long one waits for a turn of its own, and until
 * then nothing more is read from the client, so that no more than what was read already waits with it.
 */
export function readMessages({ socket, address }: Connection, take: (text: string) => void): void {
  const flooding = floodGuard()
  const waiting: string[] = []

  const takeWaiting = async (): Promise<void> => {
    for (let text = waiting[0]; text !== undefined; text = waiting[0]) {
      if (text.length > LONG) await ownTurn(address)
      // The close frame of a client can only be read once the socket goes on.
      if (socket.readyState !== socket.OPEN) waiting.length = 0
      else take(text)
      waiting.shift()
    }
    socket.resume()
  }

  socket.on('message', (data, binary) => {
    if (binary) return socket.close(4400, 'Send text')
    if (flooding()) return socket.close(CLOSE.policy, 'Too many messages')
    const text = String(data)
    if (waiting.length === 0 && text.length <= LONG) return take(text)
    waiting.push(text)
    if (waiting.length > 1) return
    socket.pause()
    void takeWaiting()
  })
}
