import type { Services } from '@platform/plugin-sdk'
import { readBody } from '../request/body.ts'
import type { RequestContext } from '../request/state.ts'
import { encode, encodingFor, etagHeader, etagOf, isKnown } from './encodings.ts'
import { sharedKey } from './serve-shared.ts'
import type { SharedAnswer } from './shared-answers.ts'

/** Headers that belong to one request, and not to a shared answer. */
const OWN_HEADERS = ['x-request-id', 'set-cookie', 'content-length', 'date', 'connection', 'keep-alive']

/** Whether a header says which site may read the answer. `*` is for every site, so it belongs to the answer. */
const namesSite = (name: string, value: unknown) => name === 'access-control-allow-origin' && value !== '*'

/** Runs a route, and keeps its answer for other anonymous readers if the request's context allows it. */
export async function share(ctx: RequestContext, services: Services, route: () => Promise<void>): Promise<void> {
  const { caller, context } = ctx.state
  const plain = caller.source === null && caller.staleCookie === null && (ctx.method === 'GET' || ctx.method === 'POST')
  if (!plain) return route()
  const body = ctx.method === 'POST' ? await readBody(ctx.req) : null
  const finish = services.sharedAnswers.begin(
    sharedKey(ctx.req, { url: ctx.originalUrl, body, languages: services.languages }),
  )
  try {
    await route()
  } catch (error) {
    finish()
    throw error
  }
  if (ctx.status !== 200 || typeof ctx.body !== 'string') return finish()
  const bytes = Buffer.from(ctx.body)
  ctx.vary('Accept-Encoding')
  if (context.sharing.allowed && ctx.method === 'GET')
    ctx.set('Cache-Control', cacheControl(services.config.sharedMaxAge))
  const headers = Object.entries(ctx.res.getHeaders())
    .filter(([name, value]) => !OWN_HEADERS.includes(name) && !namesSite(name, value) && !ctx.state.ahead?.has(name))
    .flatMap(([name, value]) => [name, String(value)])
  const answer: SharedAnswer = { status: 200, headers, body: bytes, etag: etagOf(bytes), encoded: new Map() }
  finish(answer, context.sharing)
  if (!context.sharing.allowed) ctx.body = bytes
  else await answerShared(ctx, answer)
}

/** Browsers ask each time; a content delivery network may keep the answer for as long as the operator allows. */
const cacheControl = (seconds: number) => `public, max-age=0, s-maxage=${seconds}`

/** Gives the answer to the request that it was made for, as later ones get it. */
async function answerShared(ctx: RequestContext, answer: SharedAnswer): Promise<void> {
  const encoding = encodingFor(ctx.req.headers['accept-encoding'], answer)
  ctx.set('ETag', etagHeader(answer.etag, encoding))
  if (isKnown(ctx.req.headers['if-none-match'], answer.etag)) {
    ctx.status = 304
    return
  }
  if (encoding !== null) ctx.set('Content-Encoding', encoding)
  ctx.body = encoding === null ? answer.body : await encode(answer, encoding, 'fast')
}

/**
 * Compresses the answer to a request that a session has made. Only the platform's own pages can make a `POST` with a
 * session, so no other site can find out secrets from the lengths of answers with words of its choice.
 */
export async function compressOwn(ctx: RequestContext): Promise<void> {
  if (ctx.method !== 'POST' || ctx.status !== 200 || typeof ctx.body !== 'string') return
  const answer = { body: Buffer.from(ctx.body), encoded: new Map() }
  ctx.vary('Accept-Encoding')
  const encoding = encodingFor(ctx.req.headers['accept-encoding'], answer)
  if (encoding === null) return
  ctx.set('Content-Encoding', encoding)
  ctx.body = await encode(answer, encoding, 'fast')
}
