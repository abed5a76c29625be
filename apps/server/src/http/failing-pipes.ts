import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'

interface Piped {
  /** Whether koa sends this stream, and answers its error in its own form. */
  isBody(source: Readable): boolean
  fail(error: unknown): void
}

/** Tells of streams that fail, or end early, while they are piped into an answer: `pipe` itself leaves it open. */
export function watchPipes(res: ServerResponse, { isBody, fail }: Piped): void {
  let current: Readable | null = null
  res.on('pipe', (source: Readable) => {
    current = source
    const failed = (error: unknown) => {
      // By now the plugin may have answered, or may send something else in its place.
      setImmediate(() => {
        if (current === source) fail(error)
      })
    }
    // First of all listeners, so that those of the plugin are still counted.
    source.prependListener('error', error => {
      if (isBody(source)) return fail(error)
      const isHandled = source.listenerCount('error') > 1
      if (!isHandled || res.headersSent) failed(error)
    })
    source.once('close', () => {
      if (!source.readableEnded && !source.errored) failed(new Error('a stream was closed before its end'))
    })
  })
  res.on('unpipe', (source: Readable) => {
    if (current === source && !source.destroyed) current = null
  })
}
