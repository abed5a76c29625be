import type { Context } from 'koa'
import type { ServerContext } from '../contract/context.ts'
import type { Caller } from '../contract/identity.ts'

/** What the middleware has found out about a request by the time a route sees it. */
export interface RequestState {
  /** Id of the request: in the log and in the answer. */
  id: string
  caller: Caller
  /** The GraphQL context of the request. */
  context: ServerContext
}

export type RequestContext = Context & { state: RequestState }
