import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** How a client leaves: by a reset (RST), or by closing its own direction only. */
export type Leaving = 'a reset' | 'a half-close'

/** A connection whose bytes the test chooses. */
export interface Wire {
  readonly socket: Socket
  /** What has come back so far, one character a byte. */
  readonly received: string
  /** Resolves when this text has come back, or the connection is over. */
  until(text: string): Promise<void>
  /** Resolves when the server has closed its direction. */
  readonly ended: Promise<void>
  leave(how: Leaving): Promise<void>
}

/** Connects to a port of this machine, or to the path of a socket. @param from the address of the client */
export async function openWire(place: number | string, from = '127.0.0.1'): Promise<Wire> {
  // Such a client does not close its direction because the server has closed the other one.
  const socket = connect({
    ...(typeof place === 'number' ? { port: place, host: '127.0.0.1', localAddress: from } : { path: place }),
    allowHalfOpen: true,
  })
  let received = ''
  // How a connection ends is what these tests are about, so an error of it is no failure of the test.
  socket
    .on('error', () => {})
    .on('data', data => {
      received += data.toString('latin1')
    })
  const ended = new Promise<void>(resolve => {
    socket.once('end', resolve).once('close', () => resolve())
  })
  await once(socket, 'connect')
  return {
    socket,
    ended,
    get received() {
      return received
    },
    async until(text) {
      while (!received.includes(text) && !socket.destroyed && !socket.readableEnded)
        await Promise.race([once(socket, 'data'), ended])
    },
    async leave(how) {
      if (how === 'a half-close') return void socket.end()
      if (socket.closed) return
      const closed = once(socket, 'close')
      // Only TCP knows resets; the other end of a local socket sees that its peer is gone.
      if (typeof place === 'number') socket.resetAndDestroy()
      else socket.destroy()
      await closed
    },
  }
}

/** The head of a websocket handshake, without the empty line that ends it. */
export function upgradeHead(path: string, headers: readonly string[] = []): string {
  return [
    `GET ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    'Sec-WebSocket-Protocol: graphql-transport-ws',
    ...headers,
  ].join('\r\n')
}

/** A frame as a client sends it, of less than 64 KiB. The mask of zeros leaves the text as it is. */
export function frame(opcode: number, text: string): Buffer {
  const length = text.length < 126 ? [text.length] : [126, text.length >> 8, text.length & 0xff]
  return Buffer.concat([
    Buffer.from([0x80 | opcode, 0x80 | length[0]!, ...length.slice(1), 0, 0, 0, 0]),
    Buffer.from(text),
  ])
}
