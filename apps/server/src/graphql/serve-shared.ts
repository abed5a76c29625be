import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Services } from '@platform/plugin-sdk'
import { isPermittedOrigin } from '../features/assets/permitted-origin.ts'
import { credentials } from '../http/identify.ts'
import { MAX_BODY, readBody } from '../request/body.ts'
import type { SharedAnswer } from './shared-answers.ts'

/** Path of the GraphQL endpoint, below the mount path. */
export const GRAPH_PATH = '/api/v1/graph/ql'

const GRAPHQL_RESPONSE = 'application/graphql-response+json'

/** What two requests have to have in common to get the same answer. */
export function sharedKey({ method, headers }: IncomingMessage, url: string, body: Buffer | null): string {
  return `${method} ${url} ${mediaType(headers.accept)} ${body === null ? '' : body.toString('latin1')}`
}

/** GraphQL's own media type for whoever names it, JSON for everybody else: no answer takes any other form. */
export function mediaType(accept: string | undefined): string {
  return accept?.includes(GRAPHQL_RESPONSE) ? GRAPHQL_RESPONSE : 'application/json'
}

/**
 * Answers an anonymous reader from what was computed before, in front of everything else.
 * `false` when this request is none for that; otherwise it is answered here, or handed to `otherwise`.
 */
export function serveShared(
  req: IncomingMessage,
  res: ServerResponse,
  services: Services,
  otherwise: () => void,
): boolean {
  const url = req.url ?? '/'
  const post =
    req.method === 'POST' &&
    url === `${services.config.mountPath}${GRAPH_PATH}` &&
    req.headers['content-type'] === 'application/json'
  if ((!post && req.method !== 'GET') || !isPlain(req, url, services)) return false
  const { origin } = req.headers
  if (!post)
    return origin === undefined && answer({ key: sharedKey(req, url, null), allow: null }, res, services, otherwise)
  if (Number(req.headers['content-length'] ?? Number.NaN) <= MAX_BODY) {
    Promise.all([readBody(req), origin !== undefined && isPermittedOrigin(origin, services)]).then(
      ([body, permitted]) =>
        answer({ key: sharedKey(req, url, body), allow: permitted ? origin! : null }, res, services, otherwise),
      otherwise,
    )
    return true
  }
  return false
}

/** Nothing in the request tells its sender from anybody else. */
function isPlain(req: IncomingMessage, url: string, services: Services): boolean {
  if (req.headers.authorization !== undefined) return false
  if (req.headers.cookie === undefined && !url.includes('access_token')) return true
  try {
    return services.authentication.isAnonymous(credentials(req, url.split('?', 2)[1] ?? ''))
  } catch {
    // What is wrong with it is told where requests are answered.
    return false
  }
}

/** How often a reader waits for an answer that is out of date again by the time it is there. */
const WAITS = 3

/** @param asked `allow`: the foreign origin whose scripts may read the answer */
function answer(
  { key, allow }: { readonly key: string; readonly allow: string | null },
  res: ServerResponse,
  { sharedAnswers }: Services,
  otherwise: () => void,
): true {
  const attempt = (waits: number): void => {
    const ready = sharedAnswers.fresh(key)
    if (ready) return send(ready, res, allow)
    const pending = waits < WAITS ? sharedAnswers.pending(key) : undefined
    if (pending) return void pending.then(() => attempt(waits + 1))
    // Claimed before anything is awaited, so that of all who wait one computes it.
    const release = sharedAnswers.claim(key)
    if (release) res.once('close', release)
    otherwise()
  }
  attempt(0)
  return true
}

function send({ status, headers, body }: SharedAnswer, res: ServerResponse, allow: string | null): void {
  res.writeHead(status, [
    ...headers,
    ...(allow === null ? [] : ['access-control-allow-origin', allow]),
    'x-request-id',
    randomUUID(),
    'content-length',
    String(body.length),
  ])
  res.end(body)
}
