import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Platform } from '../boot/platform.ts'
import { readBody, MAX_BODY } from '../http/body.ts'
import { credentials } from '../http/identify.ts'
import type { SharedAnswer } from './shared-answers.ts'

/** Path of the GraphQL endpoint, below the mount path. */
export const GRAPH_PATH = '/api/v1/graph/ql'

/** What two requests have to have in common to get the same answer. */
export function sharedKey(method: string, url: string, body: Buffer | null): string {
  return `${method} ${url} ${body === null ? '' : body.toString('latin1')}`
}

/**
 * Answers an anonymous reader from what was computed before, in front of everything else.
 * `false` when this request is none for that; otherwise it is answered here, or handed to `otherwise`.
 */
export function serveShared(req: IncomingMessage, res: ServerResponse, platform: Platform, otherwise: () => void): boolean {
  const url = req.url ?? '/'
  const post = req.method === 'POST' && url === `${platform.config.mountPath}${GRAPH_PATH}` && req.headers['content-type'] === 'application/json'
  if ((!post && req.method !== 'GET') || !isPlain(req, url, platform)) return false
  if (!post) return answer(sharedKey('GET', url, null), res, platform, otherwise)
  if (Number(req.headers['content-length'] ?? Number.NaN) <= MAX_BODY) {
    readBody(req).then(body => answer(sharedKey('POST', url, body), res, platform, otherwise), otherwise)
    return true
  }
  return false
}

/** Nothing in the request tells its sender from anybody else. */
function isPlain(req: IncomingMessage, url: string, platform: Platform): boolean {
  if (req.headers.authorization !== undefined) return false
  if (req.headers.cookie === undefined && !url.includes('access_token')) return true
  return platform.authentication.isAnonymous(credentials(req, url.split('?', 2)[1] ?? ''))
}

function answer(key: string, res: ServerResponse, platform: Platform, otherwise: () => void): true {
  const ready = platform.sharedAnswers.fresh(key)
  if (ready) { send(ready, res); return true }
  const pending = platform.sharedAnswers.pending(key)
  if (!pending) { otherwise(); return true }
  void pending.then(() => {
    const computed = platform.sharedAnswers.fresh(key)
    if (computed) send(computed, res)
    else otherwise()
  })
  return true
}

function send({ status, headers, body }: SharedAnswer, res: ServerResponse): void {
  res.writeHead(status, [...headers, 'x-request-id', randomUUID(), 'content-length', String(body.length)])
  res.end(body)
}
