import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createHttpServer } from '../http/server.ts'
import type { Platform } from '../main/platform.ts'

/** The HTTP server of a platform, which tests reach by a socket file instead of a port. */
export interface Door {
  request(path: string, init: RequestInit): Promise<Response>
  close(): Promise<void>
}

/** The statuses of answers that have no body. */
const BODILESS = [204, 304]

/** Starts the HTTP server of the platform on a socket file in the directory. */
export async function openDoor(platform: Platform, directory: string): Promise<Door> {
  const socketPath = process.platform === 'win32' ? `\\\\.\\pipe\\${platform.serverId}` : join(directory, 'http.sock')
  // Tests send hundreds of requests at a time, to race them.
  const any = Number.POSITIVE_INFINITY
  const mostInFlight = { requests: any, posts: any, mutations: any }
  const server = createHttpServer(platform, undefined, { mostInFlight })
  const agent = new Agent({ keepAlive: true })
  // A process that was killed has not removed its socket file.
  rmSync(socketPath, { force: true })
  server.listen(socketPath)
  await once(server, 'listening')
  return {
    async request(path, init) {
      const headers = Object.fromEntries(
        new Headers({ host: new URL(platform.config.rootUrl).host, ...Object.fromEntries(new Headers(init.headers)) }),
      )
      const body = init.body === undefined || init.body === null ? undefined : Buffer.from(String(init.body))
      const sent = request({
        socketPath,
        agent,
        path,
        method: init.method ?? 'GET',
        headers: { ...headers, ...(body ? { 'content-length': body.length } : {}) },
      })
      // The server may answer before it has read a body it refuses, and closes the connection on the rest of it.
      sent.on('error', () => undefined)
      sent.end(body)
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      const { rawHeaders, statusCode: status = 0 } = answer
      const received = new Headers(
        rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [[name, rawHeaders[i + 1]!] as [string, string]] : [])),
      )
      const bytes = await buffer(answer)
      return new Response(BODILESS.includes(status) ? null : new Uint8Array(bytes), { status, headers: received })
    },
    async close() {
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
