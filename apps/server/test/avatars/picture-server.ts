import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The server from which a provider lets pictures be read. */
export interface PictureServer extends AsyncDisposable {
  /** Its host and port, as the operator allows them. */
  readonly host: string
  /** Has a path answer with bytes, or in a way of its own. @returns the address */
  put(path: string, answer: Uint8Array | ((response: ServerResponse) => void), type?: string): string
  /** How often a path was asked for. */
  times(path: string): number
}

export async function startPictureServer(): Promise<PictureServer> {
  const answers = new Map<string, (response: ServerResponse) => void>()
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    const answer = answers.get(url)
    if (answer) answer(response)
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    put(path, answer, type = 'image/jpeg') {
      answers.set(
        path,
        typeof answer === 'function'
          ? answer
          : response => {
              response.writeHead(200, { 'content-type': type }).end(answer)
            },
      )
      return `http://${host}${path}`
    },
    times: path => asked.filter(url => url === path).length,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
