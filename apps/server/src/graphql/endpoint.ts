import type { Services } from '@platform/plugin-sdk'
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
} from 'graphql'
import { createYoga, type GraphQLParams, type Plugin, type YogaServerInstance } from 'graphql-yoga'
import pTimeout from 'p-timeout'
import { describeAttribution, unfinishedOf } from '../composition/attribution.ts'
import type { ServerContext } from '../contract/context.ts'
import { LIVE_PATH } from '../contract/live-path.ts'
import { failedScalar, maskError, withoutSuggestion } from './errors.ts'
import { assertExactIds } from './exact-ids.ts'
import { assertWithinLimits, LIMITS, parseFailure } from './limits.ts'
import { GRAPH_PATH } from './serve-shared.ts'

/** What a client asks for: the body of a POST, or the parameters of a GET. */
export type Operation = { readonly [parameter in keyof GraphQLParams]: unknown }

/** What the HTTP layer hands to the GraphQL engine with a request. */
export interface EngineContext {
  readonly graph: ServerContext
  /** Read before, so that no body is parsed twice. */
  readonly operation: Operation
}

/** What the engine is made of. */
export type EngineServices = Pick<Services, 'composition' | 'config' | 'log' | 'budget'>

export type Engine = YogaServerInstance<EngineContext, object>

/** The GraphQL engine: parsing, validation and execution, and GraphiQL outside production. */
export function createEngine(services: EngineServices): Engine {
  const { composition, config, log } = services
  return createYoga<EngineContext>({
    schema: composition.schema as never,
    graphqlEndpoint: `${config.mountPath}${GRAPH_PATH}`,
    cors: false,
    multipart: false,
    batching: false,
    landingPage: false,
    logging: false,
    graphiql: config.production
      ? false
      : { title: 'Platform GraphQL', endpoint: `${config.mountPath}${GRAPH_PATH}`, subscriptionsProtocol: 'WS' },
    // Loaded when somebody opens it: its one page is a text of many megabytes. It takes more options than its types say.
    renderGraphiQL: async options =>
      (await import('@graphql-yoga/render-graphiql')).renderGraphiQL({
        ...options,
        subscriptionsEndpoint: `${config.mountPath}${LIVE_PATH}`,
      } as typeof options),
    maskedErrors: { maskError: error => maskError(error, { log, request: 'unknown' }) },
    plugins: [documentLimits(services), ownContext(services)],
  })
}

/** Resolvers get the platform's context itself, for the engine would hand them a copy without its getters; their errors are masked with the request's id. */
function ownContext({ log, composition: { schema, authorOf } }: EngineServices): Plugin<EngineContext> {
  return {
    onExecute({ setExecuteFn }) {
      setExecuteFn(async (args: ExecutionArgs) => {
        const { graph } = args.contextValue as EngineContext
        const result = await inTime(
          Promise.resolve(execute({ ...args, contextValue: graph, hideSuggestions: true })),
          graph,
        )
        if (!result.errors) return result
        // A failure may be over in a moment: it is nobody else's answer.
        graph.unshared()
        if (!('data' in result))
          return {
            errors: result.errors.map(error =>
              failedScalar(error) ? maskError(error, { log, request: graph.id }) : bad('BAD_USER_INPUT', error.message),
            ),
          }
        const about = { log, request: graph.id, fields: { schema, authorOf, document: args.document } }
        return { ...result, errors: result.errors.map(error => maskError(error, about)) }
      })
    },
  }
}

/** The result, or after the deadline an error that says whose work was not finished. */
function inTime(work: Promise<ExecutionResult>, context: ServerContext): Promise<ExecutionResult> {
  return pTimeout(work, { milliseconds: LIMITS.milliseconds, fallback: () => tooLate(context) })
}

function tooLate(context: ServerContext): ExecutionResult {
  const unfinished = unfinishedOf(context)
  context.log.error(
    { unfinished },
    `PLUGIN_TIMEOUT ${unfinished.map(describeAttribution).join(', ') || 'nothing of a plugin'}: an operation took longer than ${LIMITS.milliseconds / 1_000} s`,
  )
  const [code, status] = unfinished.length > 0 ? (['PLUGIN_TIMEOUT', 504] as const) : (['UNAVAILABLE', 503] as const)
  context.unshared()
  return {
    data: null,
    errors: [new GraphQLError('This took too long', { extensions: { code, requestId: context.id, http: { status } } })],
  }
}

/** Limits before and after parsing, and status 400 for a document that is wrong. */
function documentLimits({ config: { production }, composition, log, budget }: EngineServices): Plugin<EngineContext> {
  return {
    onRequestParse({ serverContext, setRequestParser }) {
      const { operation } = serverContext as unknown as EngineContext
      // The engine looks at their types itself.
      setRequestParser(() => operation as GraphQLParams)
    },
    onParams({ params }) {
      if ((params.query?.length ?? 0) > LIMITS.characters)
        throw bad('QUERY_TOO_LARGE', `A document has at most ${LIMITS.characters} characters`)
    },
    onParse({ parseFn, setParseFn }) {
      setParseFn((source: unknown, options: object) =>
        (parseFn as (source: unknown, options: object) => DocumentNode)(source, {
          ...options,
          maxTokens: LIMITS.tokens,
        }),
      )
      return ({ result, replaceParseResult }) => {
        if (result instanceof Error) replaceParseResult(bad(parseFailure(result), result.message))
      }
    },
    onValidate({ addValidationRule, params, context }) {
      if (production) addValidationRule(NoSchemaIntrospectionCustomRule)
      const { graph, params: given } = context as unknown as EngineContext & {
        params?: { variables?: Record<string, unknown> }
      }
      const variables = given?.variables ?? {}
      const items = assertWithinLimits(params.documentAST, variables)
      assertExactIds(composition.schema, params.documentAST, variables)
      budget.spend(graph, items)
    },
    onSubscribe({ setResultAndStopExecution }) {
      setResultAndStopExecution({
        errors: [bad('BAD_REQUEST', 'Subscriptions go over the live endpoint, api/v1/live')],
      } as never)
    },
    onExecutionResult({ result, setResult, context }) {
      const about = { log, request: (context as Partial<EngineContext> | undefined)?.graph?.id ?? 'unknown' }
      if (result && 'errors' in result && result.errors)
        setResult({
          ...result,
          errors: result.errors.map(error => (failedScalar(error) ? maskError(error, about) : asBadRequest(error))),
        })
    },
  }
}

/** The engine answers a wrong document with 400 in one media type only; it is a bad request in every one. */
function asBadRequest(error: GraphQLError): GraphQLError {
  const { http, ...extensions } = error.extensions as { http?: { spec?: boolean } }
  if (!http?.spec) return error
  return new GraphQLError(withoutSuggestion(error.message), {
    nodes: error.nodes,
    positions: error.positions,
    source: error.source,
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED', ...extensions, http: { status: 400 } },
  })
}

function bad(code: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status: 400 } } })
}
