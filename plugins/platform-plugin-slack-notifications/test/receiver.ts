import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An HTTP server that stands where Slack would, on a free port of this machine. */
export interface Receiver {
  readonly url: string
  /** The next message, in the order they came. */
  next(): Promise<{ text: string }>
  close(): Promise<void>
}

const taken: RequestListener = (_request, response) => {
  response.end('ok')
}

/** Starts one; `answer` says how it behaves once a message has been read. */
export async function startReceiver(answer: RequestListener = taken): Promise<Receiver> {
  const arrived: { text: string }[] = []
  const waiting: ((message: { text: string }) => void)[] = []
  const server = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString()) as { text: string }
    const next = waiting.shift()
    if (next) next(body)
    else arrived.push(body)
    answer(request, response)
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/services/T0/B0/a-secret-path`,
    next: () =>
      arrived.length > 0
        ? Promise.resolve(arrived.shift()!)
        : new Promise(resolve => {
            waiting.push(resolve)
          }),
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => {
        server.close(resolve)
      })
    },
  }
}
