import type { PluginRouter } from '@platform/plugin-sdk'
import { GraphQLError } from 'graphql'
import { z } from 'zod'
import { enterMutations } from '../http/in-flight.ts'
import { parseBody, parseJson, readJson } from '../request/body.ts'
import type { RequestContext } from '../request/state.ts'
import type { Operation } from './engine-parts.ts'
import { LIMITS, TOO_LARGE } from './limits.ts'
import { graphContentType, graphError } from './refusal.ts'
import { GRAPH_PATH, GRAPHQL_RESPONSE, mediaType } from './serve-shared.ts'
import { compressOwn, share } from './share.ts'
import { type DocumentRules, findDocument, type GivenDocument, maySendAny } from './stored-documents.ts'

const posted = z.object({
  query: z.string().min(1).optional(),
  documentId: z.string().optional(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
  extensions: z.record(z.string(), z.unknown()).nullish(),
})

/** The operation of a request, whose document may be named by id. */
type GivenOperation = Operation & GivenDocument

export function graphRoutes(router: PluginRouter): void {
  router.koa.post(GRAPH_PATH, async ctx => {
    const request = requestOf(ctx)
    const { services } = request.state.context
    await share(request, services, async () =>
      execute(request, { method: 'POST', operation: parseBody(posted, await readJson(request)) }),
    )
    await compressOwn(request)
  })
  router.koa.get(GRAPH_PATH, ctx => {
    const request = readingOf(ctx)
    const { services } = request.state.context
    const graphiql = !services.config.production && request.accepts('json', 'html') === 'html'
    return share(request, services, async () =>
      execute(request, { method: 'GET', operation: graphiql ? {} : readSearch(request), graphiql }),
    )
  })
  router.koa.get('/api/v1/graph/iql', async ctx => {
    const request = readingOf(ctx)
    const { production } = request.state.context.services.config
    await execute(request, { method: 'GET', operation: production ? readSearch(request) : {}, graphiql: true })
  })
}

/** Gives the request a context of its own for GraphQL. Its parent is the context that routes get. */
function requestOf(ctx: object): RequestContext {
  const { state } = ctx as RequestContext
  state.context = state.context.within()
  const request = ctx as RequestContext
  request.vary('Accept')
  return request
}

/** The same for a GET, whose answer no cache keeps unless it is shared. */
function readingOf(ctx: object): RequestContext {
  const request = requestOf(ctx)
  if (!request.response.get('Cache-Control')) request.set('Cache-Control', 'no-store')
  return request
}

/** The operation of a GET: its parameters, of which two are JSON. The GraphQL engine checks the others. */
function readSearch({ querystring }: RequestContext): GivenOperation {
  const search = new URLSearchParams(querystring)
  const json = (name: string) => {
    const text = search.get(name)
    return text ? parseJson(text, name) : undefined
  }
  return {
    query: search.get('query') || undefined,
    documentId: search.get('documentId') ?? undefined,
    operationName: search.get('operationName') || undefined,
    variables: json('variables'),
    extensions: json('extensions'),
  }
}

interface Execution {
  readonly method: 'GET' | 'POST'
  readonly operation: GivenOperation
  readonly graphiql?: boolean
}

async function execute(ctx: RequestContext, { method, operation: given, graphiql = false }: Execution): Promise<void> {
  const { context, caller } = ctx.state
  const { services } = context
  const { graphqlDocuments } = services.config
  const operation = await readDocument(given, {
    stored: services.clientBuilds,
    schema: services.composition.schema,
    acceptsAny: graphiql || maySendAny(graphqlDocuments, caller),
  })
  if (operation instanceof GraphQLError) return refuse(ctx, operation)
  const engine = await services.graphqlEngine()
  const request = { graph: context, method, operation, isStored: given.documentId !== undefined }
  if (graphiql) return showGraphiql(ctx, await engine.showGraphiql(ctx.querystring, request))
  const { accept } = ctx.req.headers
  const { status, headers, body } = await engine.run({
    ...request,
    type: acceptedStatuses(accept),
    enterMutations: () => enterMutations(ctx.req),
  })
  ctx.status = status
  ctx.type = graphContentType(accept)
  for (const [name, value] of Object.entries(headers)) if (PASSED_ON.has(name.toLowerCase())) ctx.set(name, value)
  const bytes = Buffer.byteLength(body)
  services.budget.correct(context, bytes)
  if (bytes > LIMITS.bytes) {
    context.preventSharing()
    ctx.status = 400
    ctx.body = graphError(TOO_LARGE, { code: 'QUERY_TOO_COMPLEX' })
    return
  }
  ctx.body = body
}

/** The headers of the engine's answer that the client gets. */
const PASSED_ON = new Set(['allow', 'retry-after'])

async function showGraphiql(ctx: RequestContext, response: Response): Promise<void> {
  ctx.status = response.status
  ctx.type = response.headers.get('content-type') ?? 'html'
  ctx.body = await response.text()
  if (ctx.response.is('html')) ctx.set('Content-Security-Policy', GRAPHIQL_POLICY)
}

/**
 * The media type that the engine is told the client accepts, by which it chooses the status of an answer. A client
 * that names `application/json` alone is told of a wrong document by a body with status 200. Every other client gets
 * JSON too, and status 400.
 */
function acceptedStatuses(accept: string | undefined): string {
  const accepted = accept?.toLowerCase().includes('application/json') ? 'application/json' : GRAPHQL_RESPONSE
  return mediaType(accept) === GRAPHQL_RESPONSE ? GRAPHQL_RESPONSE : accepted
}

/** The operation with the text of its document, or why the document is not run. */
async function readDocument(
  { documentId, ...operation }: GivenOperation,
  rules: DocumentRules,
): Promise<Operation | GraphQLError> {
  try {
    return { ...operation, query: await findDocument({ query: operation.query, documentId }, rules) }
  } catch (error) {
    if (error instanceof GraphQLError) return error
    throw error
  }
}

function refuse(ctx: RequestContext, error: GraphQLError): void {
  ctx.state.context.preventSharing()
  ctx.status = 400
  ctx.type = graphContentType(ctx.req.headers.accept)
  ctx.body = graphError(error.message, { code: error.extensions['code'] })
}

/** GraphiQL has its scripts and styles within its page; it is only served outside production. */
const GRAPHIQL_POLICY = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; frame-ancestors 'none'"
