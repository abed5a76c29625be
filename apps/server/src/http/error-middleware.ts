import type { Services } from '@platform/plugin-sdk'
import type { Context, Middleware } from 'koa'
import { graphContentType, graphError, isForGraph } from '../graphql/refusal.ts'
import { GRAPHQL_RESPONSE, mediaType } from '../graphql/serve-shared.ts'
import { withoutToken } from '../request/access-token.ts'
import type { RequestContext } from '../request/state.ts'
import { renderErrorPage } from '../web/error-page.tsx'
import { type AboutError, answerError, type ErrorAnswer } from './error-answer.ts'

/**
 * Turns every error of a route into an answer: JSON, or a page for a browser outside `/api`. A client that asks the
 * GraphQL endpoint for the media type of GraphQL gets the error in that form.
 */
export function errorMiddleware(services: Services): Middleware {
  return async (ctx, next) => {
    try {
      await next()
      if (ctx.status === 404 && ctx.body === undefined && ctx.respond !== false) ctx.throw(404, 'There is nothing here')
      if (ctx.status === 405 && !ctx.body) ctx.throw(405, `Use ${ctx.response.get('allow')}`)
    } catch (error) {
      if (isClosedByClient(error, ctx)) {
        services.log.debug({ reason: (error as Error).message }, 'a client went away before it was answered')
        return void ctx.res.destroy()
      }
      if (ctx.headerSent || !ctx.writable) {
        // This logs the error; the answer has begun already.
        answerError(error, errorContextOf(services, (ctx as RequestContext).state.id))
        // The client must notice that the answer is incomplete.
        ctx.res.destroy()
        return
      }
      const { id } = (ctx as RequestContext).state
      await answer(ctx as RequestContext, answerError(error, errorContextOf(services, id)), services)
    }
  }
}

function errorContextOf({ log, config }: Services, request: string): AboutError {
  return { log, request, showsCauses: config.showsCauses }
}

const CONNECTION_ERRORS = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE'])

/** Whether the client closed its connection, so that its request could not be read or its answer not be written. */
function isClosedByClient(error: unknown, { req, res }: Context): boolean {
  const { code, type } = (error ?? {}) as { code?: unknown; type?: unknown }
  if (!req.destroyed && !res.destroyed) return false
  return type === 'request.aborted' || CONNECTION_ERRORS.has(String(code))
}

async function answer(ctx: RequestContext, error: ErrorAnswer, services: Services): Promise<void> {
  ctx.status = error.status
  if (error.status === 401) ctx.set('WWW-Authenticate', 'Bearer')
  const retryAfter = error.metadata['retryAfter']
  if (typeof retryAfter === 'number') ctx.set('Retry-After', String(retryAfter))
  ctx.set('Cache-Control', 'no-store')
  if (!ctx.path.startsWith(`${services.config.mountPath}/api/`) && ctx.accepts('json', 'html') === 'html') {
    ctx.type = 'html'
    // The page links to its own address, which must not contain a token.
    const { mountPath, rootPath } = services.config
    const path = ctx.method === 'GET' ? rootPath + withoutToken(ctx.path.slice(mountPath.length) + ctx.search) : null
    ctx.body = await renderErrorPage(error, { services, ctx, path })
    return
  }
  const { code, message, metadata, cause } = error
  if (isForGraph(ctx.req) && mediaType(ctx.req.headers.accept) === GRAPHQL_RESPONSE) {
    ctx.type = graphContentType(ctx.req.headers.accept)
    ctx.body = graphError(message, { ...metadata, code, requestId: ctx.state.id, ...(cause ? { cause } : {}) })
    return
  }
  ctx.body = {
    error: {
      code,
      translation_key: code,
      message,
      requestId: ctx.state.id,
      ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
      ...(cause ? { cause } : {}),
    },
  }
}
