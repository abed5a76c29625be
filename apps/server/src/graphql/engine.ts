import { isMap } from '@platform/plugin-host'
import { type ExecutionResult, GraphQLError, getOperationAST, OperationTypeNode } from 'graphql'
import { type GraphQLParams, processRegularResult } from 'graphql-yoga'
import type { ServerContext } from '../contract/context.ts'
import { OVERLOAD } from '../http/in-flight.ts'
import { ownTurn } from '../request/own-turn.ts'
import { createAnswerSizes } from './answer-size.ts'
import { createAdmit } from './costs.ts'
import { createYogaServer } from './endpoint.ts'
import type { EngineParts, EngineServices, Operation } from './engine-parts.ts'
import { maskError } from './errors.ts'
import { createExecuteDocument, withRetryAfter } from './execute-document.ts'
import { createKnownDocuments } from './known-documents.ts'

/** A request of an operation. */
export interface EngineRequest {
  readonly graph: ServerContext
  readonly method: 'GET' | 'POST'
  readonly operation: Operation
  /** Whether the server keeps the document of the operation. */
  readonly isStored?: boolean | undefined
  /** Waits until a mutation may be executed. @returns `false` when the server has too much to do */
  enterMutations(): Promise<boolean>
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
   * response of the fetch API would be made for nothing. A document that Yoga has parsed and validated is executed
   * without it, and Yoga gives errors their form.
   */
  run(request: EngineRequest): Promise<EngineAnswer>
  /** Answers with the page of GraphiQL, or in production as an endpoint without one. */
  showGraphiql(search: string, request: Omit<EngineRequest, 'type' | 'enterMutations'>): Promise<Response>
}

export function createEngine(services: EngineServices): Engine {
  const { config, log, composition, budget } = services
  const { schema } = composition
  const sizes = createAnswerSizes(schema)
  const parts: EngineParts = {
    documents: createKnownDocuments(),
    admit: createAdmit({ schema, sizes, budget }),
    execute: createExecuteDocument(services, sizes),
  }
  const yoga = createYogaServer(services, parts)
  return {
    async run(asked) {
      const executed = await executeKnown(asked, composition, parts)
      if (executed && !executed.errors) return { status: 200, headers: {}, body: JSON.stringify(executed) }
      // To parse and validate a document may take milliseconds, and so may to say what is wrong with it.
      if (!executed) await ownTurn(asked.graph.address)
      const { graph, method, operation, isStored, type } = asked
      // Of a request the library reads the method alone.
      const request = { method } as Request
      // The library checks the types of the parameters itself.
      const params = operation as GraphQLParams
      let result: Awaited<ReturnType<typeof yoga.getResultForParams>>
      try {
        result = await yoga.getResultForParams({ params, request }, { graph, operation, isStored, executed } as never)
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

/** The result of an operation whose document is known; `undefined` for one that Yoga has to look at, or to refuse. */
async function executeKnown(
  { graph, method, operation, isStored, enterMutations }: EngineRequest,
  { schema }: Pick<EngineServices['composition'], 'schema'>,
  { documents, admit, execute }: EngineParts,
): Promise<ExecutionResult | undefined> {
  const { query, variables, operationName, extensions } = operation
  const document = method === 'POST' ? documents.find(query) : undefined
  if (!document || !isMap(variables ?? {}) || !isMap(extensions ?? {})) return undefined
  const name = operationName ?? undefined
  if (name !== undefined && typeof name !== 'string') return undefined
  const asked = getOperationAST(document, name)
  if (!asked || asked.operation === OperationTypeNode.SUBSCRIPTION) return undefined
  if (asked.operation === OperationTypeNode.MUTATION && !(await enterMutations())) return overloaded()
  const variableValues = (variables ?? {}) as Record<string, unknown>
  let bytes: number
  try {
    bytes = admit(document, variableValues, { graph, isStored })
  } catch {
    return undefined
  }
  return execute({ schema, document, variableValues, operationName: name }, graph, bytes)
}

function overloaded(): ExecutionResult {
  const { code, message, retryAfter } = OVERLOAD
  return { errors: [withRetryAfter(new GraphQLError(message, { extensions: { code, retryAfter } }), retryAfter)] }
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
