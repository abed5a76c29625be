import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type Koa from 'koa'
import { serveShared } from '../graphql/serve-shared.ts'
import { answerHealth, type Health } from './health.ts'
import { offersWebsocket } from './websocket-offer.ts'

/** The application and state that requests are answered with. */
export interface Serving extends Health {
  readonly app: Koa
}

/** Answers every request of a platform: health and shared answers first, then the application. */
export function createRequestListener(serving: Serving): RequestListener {
  const { services } = serving
  const app = serving.app.callback()
  const host = services.config.production ? new URL(services.config.rootUrl).host : null
  return (req: IncomingMessage, res: ServerResponse) => {
    if (answerHealth(req, res, serving) || refuseHost(req, res, host)) return
    if (!serveShared(req, res, services, () => void app(req, res))) void app(req, res)
  }
}

/** Node's HTTP server around the application, with limits on time and size; not listening yet. */
export function createHttpServer(serving: Serving): Server {
  const server: Server = createServer(
    {
      requestTimeout: 15_000,
      headersTimeout: 10_000,
      keepAliveTimeout: 10_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 16 * 1024,
      // Otherwise Node gives every request with an `Upgrade` header to the live endpoint, as it does before 22.21.
      shouldUpgradeCallback: request => server.listenerCount('upgrade') > 0 && offersWebsocket(request),
    },
    createRequestListener(serving),
  )
  server.maxHeadersCount = 100
  return server
}

/** Refuses a request with several Host headers, and in production with another one than the platform's `own`. */
function refuseHost(req: IncomingMessage, res: ServerResponse, own: string | null): boolean {
  const several =
    req.rawHeaders.filter((name, i) => i % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length > 1
  const foreign = own !== null && req.headers.host !== own
  if (!several && !foreign) return false
  res.writeHead(several ? 400 : 421, { 'content-type': 'application/json', connection: 'close' })
  res.end(
    JSON.stringify({
      error: { code: 'BAD_REQUEST', message: several ? 'Send one Host header' : 'This host is not served here' },
    }),
  )
  return true
}
