import type { Context } from 'koa'
import type { ServerContext } from '../contract/context.ts'
import type { Caller } from '../contract/identity.ts'

/** The values that the middleware sets on a request before a route handles it. */
export interface RequestState {
  /** The id of the request, in the log and in the answer. */
  id: string
  /** The headers of the answer that the `app` hooks of plugins have set; absent without such hooks. */
  ahead?: ReadonlySet<string>
  caller: Caller
  /** The GraphQL context of the request. */
  context: ServerContext
}

export type RequestContext = Context & { state: RequestState }

/** The request as the server's own routes see it: its middleware has set the whole state before any route runs. */
export function requestOf(ctx: object): RequestContext {
  return ctx as RequestContext
}
