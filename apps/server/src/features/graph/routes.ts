import type { PluginRouter } from '@platform/plugin-sdk'
import type { Engine } from '../../graphql/endpoint.ts'
import { GRAPH_PATH, mediaType } from '../../graphql/serve-shared.ts'
import { share } from '../../graphql/share.ts'
import type { Platform } from '../../boot/platform.ts'
import { parseBody, readJson } from '../../http/body.ts'
import type { RequestContext } from '../../http/state.ts'
import { z } from 'zod'

const operation = z.object({
  query: z.string().min(1),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
  extensions: z.record(z.string(), z.unknown()).nullish(),
})

const engines = new WeakMap<Platform, Promise<Engine>>()

/** Loaded with the first request: commands that answer none start without it. */
function engineOf(platform: Platform): Promise<Engine> {
  let engine = engines.get(platform)
  if (!engine) engines.set(platform, engine = import('../../graphql/endpoint.ts').then(({ createEngine }) => createEngine(platform)))
  return engine
}

export function graphRoutes(router: PluginRouter): void {
  router.koa.post(GRAPH_PATH, ctx => {
    const request = ctx as unknown as RequestContext
    const { platform } = request.state.context
    return share(request, platform, async () => execute(request, { method: 'POST', body: JSON.stringify(parseBody(operation, await readJson(request))) }))
  })
  router.koa.get(GRAPH_PATH, ctx => {
    const request = ctx as unknown as RequestContext
    const { platform } = request.state.context
    const console = !platform.config.production && request.accepts('json', 'html') === 'html'
    return share(request, platform, () => execute(request, { method: 'GET', console }))
  })
  router.koa.get('/api/v1/graph/iql', ctx => execute(ctx as unknown as RequestContext, { method: 'GET', console: true }))
}

interface Execution { readonly method: 'GET' | 'POST'; readonly body?: string; readonly console?: boolean }

async function execute(ctx: RequestContext, { method, body, console = false }: Execution): Promise<void> {
  const { context } = ctx.state
  const { platform } = context
  const engine = await engineOf(platform)
  const headers = { accept: console ? 'text/html' : mediaType(ctx.req.headers.accept), ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  const url = `${new URL(platform.config.rootUrl).origin}${engine.graphqlEndpoint}${ctx.querystring ? `?${ctx.querystring}` : ''}`
  const response = await engine.fetch(url, { method, headers, ...(body === undefined ? {} : { body }) }, { graph: context })
  ctx.status = response.status
  ctx.type = response.headers.get('content-type') ?? 'application/json'
  const retryAfter = response.headers.get('retry-after')
  if (retryAfter !== null) ctx.set('Retry-After', retryAfter)
  const allow = response.headers.get('allow')
  if (allow) ctx.set('Allow', allow)
  ctx.body = await response.text()
  if (ctx.response.is('html')) ctx.set('Content-Security-Policy', CONSOLE_POLICY)
}

/** GraphiQL carries its scripts and styles within its page; it is served outside production only. */
const CONSOLE_POLICY = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; frame-ancestors 'none'"
