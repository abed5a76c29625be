import type { Services } from '@platform/plugin-sdk'
import { readBody } from '../request/body.ts'
import type { RequestContext } from '../request/state.ts'
import { sharedKey } from './serve-shared.ts'

/** Headers that belong to one request, and not to a shared answer. */
const OWN_HEADERS = [
  'x-request-id',
  'set-cookie',
  'content-length',
  'date',
  'connection',
  'keep-alive',
  'access-control-allow-origin',
]

/** Runs a route, and keeps its answer for other anonymous readers if the request's context allows it. */
export async function share(ctx: RequestContext, services: Services, route: () => Promise<void>): Promise<void> {
  const { caller, context } = ctx.state
  const plain = caller.source === null && caller.staleCookie === null && (ctx.method === 'GET' || ctx.method === 'POST')
  if (!plain) return route()
  const body = ctx.method === 'POST' ? await readBody(ctx.req) : null
  const finish = services.sharedAnswers.begin(sharedKey(ctx.req, ctx.originalUrl, body))
  try {
    await route()
  } catch (error) {
    finish()
    throw error
  }
  if (ctx.status !== 200 || typeof ctx.body !== 'string') return finish()
  const bytes = Buffer.from(ctx.body)
  const headers = Object.entries(ctx.res.getHeaders())
    .filter(([name]) => !OWN_HEADERS.includes(name) && !ctx.state.ahead?.has(name))
    .flatMap(([name, value]) => [name, String(value)])
  finish({ status: 200, headers, body: bytes }, context.sharing)
  ctx.body = bytes
}
