import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type Koa from 'koa'
import { serveShared } from '../graphql/serve-shared.ts'
import { refuseLargeBody } from './body-limit.ts'
import { type AddressLimits, admitsConnection, createAddressLimits, guardConnections } from './connections.ts'
import type { Deadlines } from './deadlines.ts'
import { createHealthAnswers, type Health } from './health.ts'
import { createInFlight, createOverload, MOST_IN_FLIGHT } from './in-flight.ts'
import { owesMany } from './owed-answers.ts'
import { refuse } from './refuse.ts'
import { whenSent } from './sent-body.ts'
import { createTurns, type Turns } from './turns.ts'
import { hasUnanswered, noteUnanswered } from './unanswered.ts'
import { offersWebsocket } from './websocket-offer.ts'

/** An `import` of the module reads all of its exports, and for three of them Node loads its HTTP client: 5 MB. */
const { createServer } = process.getBuiltinModule('node:http')

/** The application and state that requests are answered with. */
export interface Serving extends Health {
  readonly app: Koa
  readonly deadlines: Deadlines
}

/**
 * The server and Node's `pipeline` listen up to ten times for the end of an answer, and plugins may listen as well.
 * More listeners than these are a leak, about which Node warns.
 */
const MOST_LISTENERS = 30

/** How many requests are answered at a time, and the turns of the server in which their work begins. */
interface Answering {
  readonly mostInFlight: typeof MOST_IN_FLIGHT
  readonly turns: Turns
}

/** Answers every request of a platform: health and shared answers first, then the application. */
export function createRequestListener(
  serving: Serving,
  limits: AddressLimits,
  { mostInFlight, turns }: Answering,
): RequestListener {
  const { services } = serving
  const app = serving.app.callback()
  const hooked = services.composition.plugins.some(({ hooks }) => hooks.app)
  const host = services.config.production ? new URL(services.config.rootUrl).host : null
  const answerHealth = createHealthAnswers(serving)
  const enter = createInFlight(mostInFlight)
  const refuseOverload = createOverload()
  const answer: RequestListener = (req, res) => {
    // Node's parser also takes requests of HTTP/0.9, which have no headers.
    if (req.httpVersionMajor < 1) return void req.socket.destroy()
    if (answerHealth(req, res) || refuseHost(req, res, host)) return
    const address = limits.addresses.ofRequest(req)
    if (!admitsConnection(limits, { req, res, address })) return refuse(req, res, TOO_MANY)
    if (refuseLargeBody(req, res)) return
    const place = enter(req, res, address)
    const refuseLate = () => refuseOverload(req, res)
    const begin = () => {
      // A client may have left while its request waited.
      if (!res.closed) void app(req, res)
    }
    const enterPlace = () => place.enter(() => turns.begin(begin), refuseLate)
    // A ready answer costs next to nothing, so a request takes a place only when it finds none.
    const then = { otherwise: enterPlace, wait: () => place.leave() }
    // Middleware of plugins sees every request, so shared answers come behind it.
    const isShared = !hooked && serveShared(req, res, services, then)
    if (!res.writableEnded) noteUnanswered(req, res)
    if (isShared) return
    if (req.method === 'GET') enterPlace()
    else whenSent(req, enterPlace)
  }
  return (req, res) => {
    res.setMaxListeners(MOST_LISTENERS)
    if (!owesMany(req.socket)) return void answer(req, res)
    noteUnanswered(req, res)
    turns.begin(() => {
      if (!res.closed) answer(req, res)
    })
  }
}

const TOO_MANY = {
  status: 429,
  code: 'RATE_LIMIT_EXCEEDED',
  message: 'Your address has too many connections to this server; close some, and try again',
  retryAfter: 5,
}

/** Node's HTTP server around the application, with limits on time and size; not listening yet. */
export function createHttpServer(
  serving: Serving,
  limits = createAddressLimits(serving.services),
  { mostInFlight = MOST_IN_FLIGHT, turns = createTurns() }: Partial<Answering> = {},
): Server {
  const server: Server = createServer(
    {
      // With the interval of Node's checks, headers have at most 10 s and a body 15 s.
      requestTimeout: 13_000,
      headersTimeout: 8_000,
      keepAliveTimeout: 10_000,
      connectionsCheckingInterval: 2_000,
      maxHeaderSize: 16 * 1024,
      // Otherwise Node gives every request with an `Upgrade` header to the live endpoint, as it does before 22.21.
      // An upgrade behind a request without an answer would be answered first, so it is not accepted.
      shouldUpgradeCallback: request =>
        server.listenerCount('upgrade') > 0 && offersWebsocket(request) && !hasUnanswered(request.socket),
    },
    createRequestListener(serving, limits, { mostInFlight, turns }),
  )
  server.maxHeadersCount = 100
  server.on('connection', turns.accepted)
  guardConnections(server, limits, serving.deadlines)
  return server
}

/** Refuses a request with several Host headers, and in production with another one than the platform's `own`. */
function refuseHost(req: IncomingMessage, res: ServerResponse, own: string | null): boolean {
  const several = countHosts(req.rawHeaders) > 1
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

/** A loop, because every request is asked. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}
