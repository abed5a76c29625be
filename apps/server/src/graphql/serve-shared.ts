import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Services } from '@platform/plugin-sdk'
import { isPermittedOrigin } from '../features/assets/permitted-origin.ts'
import { API } from '../http/cross-origin.ts'
import { credentials } from '../http/identify.ts'
import { preferredLanguage } from '../http/language.ts'
import { readBody } from '../request/body.ts'
import { type Encoding, encode, encodingFor, etagHeader, isKnown } from './encodings.ts'
import type { SharedAnswer } from './shared-answers.ts'

/** Path of the GraphQL endpoint, below the mount path. */
export const GRAPH_PATH = '/api/v1/graph/ql'

/** The media type of GraphQL over HTTP, in which a wrong document has status 400. */
export const GRAPHQL_RESPONSE = 'application/graphql-response+json'

/** The key of a shared answer: requests with the same key get the same answer. */
export function sharedKey(
  req: IncomingMessage,
  { url, body, languages }: { readonly url: string; readonly body: Buffer | null } & Pick<Services, 'languages'>,
): string {
  const isPage = req.method === 'GET' && req.headers.accept?.toLowerCase().includes('text/html') === true
  const form = `${isPage ? 'text/html' : mediaType(req.headers.accept)} ${preferredLanguage(req, languages.offered)}`
  return `${req.method} ${url} ${form} ${body === null ? '' : body.toString('latin1')}`
}

/** The media type of an answer: GraphQL's own for a client that names it, JSON for all others. */
export function mediaType(accept: string | undefined): string {
  return accept?.toLowerCase().includes(GRAPHQL_RESPONSE) ? GRAPHQL_RESPONSE : 'application/json'
}

/** Any number of requests may send their body and wait for a shared answer, so these have at most so many bytes. */
const LONGEST = 32 * 1024
/** How often a reader waits for an answer that has become out of date when it is ready. */
const WAITS = 3

/** What is done with a request that no ready answer fits. */
interface Then {
  otherwise(): void
  /** Called when the request only waits for the answer to another one. */
  wait(): void
}

/**
 * Answers an anonymous reader with a shared answer, before the application sees the request. Gives `false` for a
 * request that can't have a shared answer; any other request is answered here, or given to `otherwise`.
 */
export function serveShared(req: IncomingMessage, res: ServerResponse, services: Services, then: Then): boolean {
  const url = req.url ?? '/'
  const { languages } = services
  const post =
    req.method === 'POST' &&
    url === `${services.config.mountPath}${GRAPH_PATH}` &&
    req.headers['content-type'] === 'application/json'
  if ((!post && req.method !== 'GET') || !isPlain(req, url, services)) return false
  if (post && !(Number(req.headers['content-length'] ?? Number.NaN) <= LONGEST)) return false
  const found = (body: Buffer | null, allow: string | null = null) =>
    answer({ key: sharedKey(req, { url, body, languages }), allow }, res, services, then)
  const reading = post ? readBody(req) : null
  if (req.headers.origin !== undefined)
    Promise.all([reading, allowedOrigin(req, url, services)]).then(
      ([body, allow]) => found(body, allow),
      then.otherwise,
    )
  else if (reading) reading.then(body => found(body), then.otherwise)
  else found(null)
  return true
}

/** The foreign origin whose scripts may read the answer; `null` for none. Pages are read by no foreign script. */
async function allowedOrigin(
  { headers: { origin } }: IncomingMessage,
  url: string,
  services: Services,
): Promise<string | null> {
  if (origin === undefined || !url.startsWith(`${services.config.mountPath}${API}`)) return null
  return (await isPermittedOrigin(origin, services)) ? origin : null
}

/** Whether a request has no credentials, so that every anonymous reader would get its answer. */
function isPlain(req: IncomingMessage, url: string, services: Services): boolean {
  if (req.headers.authorization !== undefined) return false
  if (req.headers.cookie === undefined && !url.includes('access_token')) return true
  try {
    return services.authentication.isAnonymous(credentials(req, url.split('?', 2)[1] ?? ''))
  } catch {
    // The application answers wrong credentials with an error.
    return false
  }
}

/** Answers from the cache. `allow` is the foreign origin whose scripts may read the answer. */
function answer(
  { key, allow }: { readonly key: string; readonly allow: string | null },
  res: ServerResponse,
  { sharedAnswers }: Services,
  { otherwise, wait }: Then,
): true {
  const attempt = (waits: number): void => {
    // A client that left while its request waited needs no answer, and would never give a place back.
    if (res.closed) return
    const ready = sharedAnswers.fresh(key)
    if (ready) {
      send(ready, res, allow)
      return
    }
    const pending = waits < WAITS ? sharedAnswers.pending(key) : undefined
    if (pending) {
      wait()
      void pending.then(() => attempt(waits + 1))
      return
    }
    // The claim comes before anything is awaited, so that only one of the waiting requests computes the answer.
    const release = sharedAnswers.claim(key)
    if (release) res.once('close', release)
    otherwise()
  }
  attempt(0)
  return true
}

/** Sends the answer in the encoding that the client accepts, or 304 when the client has it already. */
function send(ready: SharedAnswer, res: ServerResponse, allow: string | null): void {
  const { 'accept-encoding': accepted, 'if-none-match': known } = res.req.headers
  const encoding = encodingFor(accepted, ready)
  const form = { res, allow, encoding }
  if (isKnown(known, ready.etag)) write(ready, { ...form, bytes: null })
  else if (encoding === null) write(ready, { ...form, bytes: ready.body })
  else
    encode(ready, encoding, 'fast').then(
      bytes => write(ready, { ...form, bytes }),
      () => write(ready, { ...form, encoding: null, bytes: ready.body }),
    )
}

interface Form {
  readonly res: ServerResponse
  readonly allow: string | null
  readonly encoding: Encoding | null
  /** `null` for a client that has the bytes already. */
  readonly bytes: Buffer | null
}

function write({ status, headers, etag }: SharedAnswer, { res, allow, encoding, bytes }: Form): void {
  const id = res.getHeader('x-request-id')
  const named = headers.includes('access-control-allow-origin')
  res.writeHead(bytes === null ? 304 : status, [
    ...headers,
    ...(allow === null || named ? [] : ['access-control-allow-origin', allow]),
    'etag',
    etagHeader(etag, encoding),
    ...(encoding === null ? [] : ['content-encoding', encoding]),
    'x-request-id',
    id === undefined ? randomUUID() : String(id),
    ...(bytes === null ? [] : ['content-length', String(bytes.length)]),
  ])
  res.end(bytes ?? undefined)
}
