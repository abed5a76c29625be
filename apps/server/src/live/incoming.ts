import { ownTurn } from '../request/own-turn.ts'
import { CLOSE, type Connection, floodGuard } from './connection.ts'
import type { Slices } from './slices.ts'

/** A message of more characters may take milliseconds to parse. */
const LONG = 16 * 1024

/** How messages are handed on. */
interface Reading {
  /** The time for short messages, which all connections share. */
  readonly slices: Slices
  /** Handles a message; it never fails. */
  take(text: string): void
}

/**
 * Hands the messages of a client on, in the order in which they came. When those of all clients take long, one waits
 * for its slice of the time, and a long one for a turn of its own. Until then nothing more is read from the client, so
 * that no more than what was read already waits with it.
 */
export function readMessages({ socket, address }: Connection, { slices, take }: Reading): void {
  const flooding = floodGuard()
  const waiting: string[] = []
  let isPaused = false

  const takeFirst = (): void => {
    if (socket.readyState !== socket.OPEN) waiting.length = 0
    const text = waiting.shift()
    if (text !== undefined) take(text)
  }
  const takeWaiting = async (): Promise<void> => {
    for (let text = waiting[0]; text !== undefined; text = waiting[0]) {
      const isLong = text.length > LONG
      await (isLong ? ownTurn(address).then(takeFirst) : slices.run(takeFirst))
    }
    isPaused = false
    // Also for a socket that is closing, because the close frame of the client is read from it.
    socket.resume()
  }

  socket.on('message', (data, binary) => {
    if (binary) return socket.close(4400, 'Send text')
    if (flooding()) return socket.close(CLOSE.policy, 'Too many messages')
    const text = String(data)
    if (!isPaused && text.length <= LONG && !slices.isFull) return void slices.run(() => take(text))
    waiting.push(text)
    if (isPaused) return
    isPaused = true
    socket.pause()
    void takeWaiting()
  })
}
