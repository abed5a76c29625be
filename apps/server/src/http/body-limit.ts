import type { IncomingMessage, ServerResponse } from 'node:http'
import { MAX_BODY } from '../request/body.ts'
import { refuse } from './refuse.ts'

const TOO_LARGE = {
  status: 413,
  code: 'PAYLOAD_TOO_LARGE',
  message: `A body has at most ${MAX_BODY / 1024} KiB`,
}

/** A client that still sends has this time to read the answer. Milliseconds. */
const LINGER = 500

/**
 * Refuses a body beyond the limit, before routes of the server or of plugins read it. A body with a Content-Length is
 * refused unread, a body in chunks at the chunk that passes the limit. @returns whether the body was refused unread.
 */
export function refuseLargeBody(req: IncomingMessage, res: ServerResponse): boolean {
  if (Number(req.headers['content-length'] ?? 0) > MAX_BODY) {
    stopReading(req)
    refuse(req, res, TOO_LARGE)
    return true
  }
  if (req.headers['transfer-encoding'] === undefined) return false
  let bytes = 0
  const { push } = req
  // Node hands the parts of a body to this method of the stream, whichever way the stream is read.
  req.push = (part: Buffer | null, encoding?: BufferEncoding) => {
    bytes += part?.length ?? 0
    if (bytes <= MAX_BODY) return push.call(req, part, encoding)
    stopReading(req)
    if (res.headersSent) res.destroy()
    else refuse(req, res, TOO_LARGE)
    return false
  }
  return false
}

/** Takes nothing more from the connection, and closes it once the answer is sent. */
function stopReading(req: IncomingMessage): void {
  const { socket } = req
  req.push = () => false
  // Once the answer is sent, Node would read the rest of the body by this method.
  Object.assign(req, { _dump() {} })
  // Closed at the same moment, the connection would be reset for what is unread, and the answer could be lost.
  socket.destroySoon = () => {
    socket.end()
    setTimeout(() => socket.destroy(), LINGER)
  }
}
