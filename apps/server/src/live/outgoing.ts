import { CLOSE, type Connection } from './connection.ts'

/** Bytes that a client may leave unread before its connection is closed. */
export const MOST_UNREAD = 1024 * 1024
/** Bytes that all clients together may leave unread before the connections that wait for most are closed. */
export const MOST_UNREAD_TOGETHER = 64 * 1024 * 1024

/** Sends texts to clients, and closes the connections of those that do not read. */
export interface Outgoing {
  send(connection: Connection, text: string): void
  /** Sends a frame as it is, so that many connections can be sent the same bytes. */
  sendFrame(connection: Connection, frame: Buffer): void
}

export function createOutgoing(most = { each: MOST_UNREAD, together: MOST_UNREAD_TOGETHER }): Outgoing {
  /** The connections that had something unread when they were sent something last. */
  const behind = new Set<Connection>()
  /** Bytes that were sent to them since they were counted. */
  let uncounted = 0

  function count(): void {
    uncounted = 0
    let together = 0
    for (const connection of behind) {
      const unread = connection.raw.writableLength
      together += unread
      if (unread === 0 || connection.raw.destroyed) behind.delete(connection)
    }
    const slowest = together > most.together ? [...behind].sort(byUnread) : []
    for (const connection of slowest) {
      if (together <= most.together) break
      together -= connection.raw.writableLength
      closeSlow(connection)
      behind.delete(connection)
    }
  }

  function sendFrame(connection: Connection, frame: Buffer): void {
    const { socket, raw } = connection
    if (socket.readyState !== socket.OPEN) return
    if (raw.writableLength > most.each) {
      closeSlow(connection)
      return
    }
    raw.write(frame)
    // A client that reads has taken the bytes over already.
    if (raw.writableLength === 0) return
    behind.add(connection)
    uncounted += frame.length
    if (uncounted > most.each) count()
  }

  return { send: (connection, text) => sendFrame(connection, textFrame(text)), sendFrame }
}

const byUnread = (a: Connection, b: Connection) => b.raw.writableLength - a.raw.writableLength

function closeSlow({ socket }: Connection): void {
  socket.close(CLOSE.slow, 'You read too slowly; reconnect and read what is newer')
}

const FINAL_TEXT = 0x81
/** Lengths up to this one stand in the second byte of a frame, those up to the next one in two further bytes. */
const SHORT = 125
const MEDIUM = 65_535

/** A text as one frame of a websocket, as a server sends it. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const head = length <= SHORT ? 2 : length <= MEDIUM ? 4 : 10
  const frame = Buffer.allocUnsafe(head + length)
  frame[0] = FINAL_TEXT
  if (head === 2) frame[1] = length
  else if (head === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, head)
  return frame
}
