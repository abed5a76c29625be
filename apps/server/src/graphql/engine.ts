import { type GraphQLParams, processRegularResult } from 'graphql-yoga'
import type { ServerContext } from '../contract/context.ts'
import { createYogaServer, type EngineServices, type Operation } from './endpoint.ts'
import { maskError } from './errors.ts'

/** A request of an operation. */
export interface EngineRequest {
  readonly graph: ServerContext
  readonly method: 'GET' | 'POST'
  readonly operation: Operation
  /** Whether the server keeps the document of the operation. */
  readonly isStored?: boolean | undefined
  /** The media type of the answer, by which its status is chosen. */
  readonly type: string
}

/** The answer to an operation. */
export interface EngineAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The GraphQL engine: parsing, validation and execution, and GraphiQL outside production. */
export interface Engine {
  /**
   * Runs an operation. Yoga is entered below its HTTP layer, because the body is parsed already, and a request and a
   * response of the fetch API would be made for nothing.
   */
  run(request: EngineRequest): Promise<EngineAnswer>
  /** Answers with the page of GraphiQL, or in production as an endpoint without one. */
  showGraphiql(search: string, request: Omit<EngineRequest, 'type'>): Promise<Response>
}

export function createEngine(services: EngineServices): Engine {
  const { config, log } = services
  const yoga = createYogaServer(services)
  return {
    async run({ graph, method, operation, isStored, type }) {
      // Of a request the library reads the method alone.
      const request = { method } as Request
      // The library checks the types of the parameters itself.
      const params = operation as GraphQLParams
      let result: Awaited<ReturnType<typeof yoga.getResultForParams>>
      try {
        result = await yoga.getResultForParams({ params, request }, { graph, operation, isStored } as never)
      } catch (error) {
        result = { errors: [maskError(error, { log, request: graph.id, showsCauses: config.showsCauses })] }
      }
      return processRegularResult(result as never, { Response: Answer } as never, type) as unknown as Answer
    },
    async showGraphiql(search, { graph, method, operation }) {
      const url = new URL(yoga.graphqlEndpoint, config.rootUrl)
      url.search = search
      return yoga.fetch(url.href, { method, headers: { accept: 'text/html' } }, { graph, operation })
    },
  }
}

/** What the library makes in place of a response of the fetch API. */
class Answer implements EngineAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string

  constructor(body: string | null, { status, headers }: Pick<EngineAnswer, 'status' | 'headers'>) {
    this.body = body ?? ''
    this.status = status
    this.headers = headers
  }
}
