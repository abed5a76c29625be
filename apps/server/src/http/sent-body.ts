import type { IncomingMessage } from 'node:http'

/**
 * Calls `then` when the body of a request has come, or as much of it as Node keeps for a reader. A client that sends
 * half a body and waits has no place among the requests that are answered: a few such clients would keep all others
 * from posting.
 */
export function whenSent(req: IncomingMessage, then: () => void): void {
  // Most bodies come together with their headers, and are parsed by the next tick.
  process.nextTick(() => {
    if (isSent(req)) then()
    else watch(req, then)
  })
}

const isSent = (req: IncomingMessage) => req.complete || req.readableLength >= req.readableHighWaterMark

/** A reader would start the flow of the body, so this looks at the parts as Node hands them to the stream. */
function watch(req: IncomingMessage, then: () => void): void {
  const { push } = req
  const pushAndLook = (part: Buffer | null, encoding?: BufferEncoding): boolean => {
    const goesOn = push.call(req, part, encoding)
    // A body that is too large is refused, and then its parts go nowhere.
    const isRefused = req.push !== pushAndLook
    if (!isRefused && (part === null || isSent(req))) {
      req.push = push
      then()
    }
    return goesOn
  }
  req.push = pushAndLook
}
