import { isThenable } from '@platform/plugin-host'
import type { Services } from '@platform/plugin-sdk'
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
} from 'graphql'
import { createYoga, type GraphQLParams, type Plugin, type YogaServerInstance } from 'graphql-yoga'
import { describeAttribution, unfinishedOf } from '../composition/attribution.ts'
import type { ServerContext } from '../contract/context.ts'
import { LIVE_PATH } from '../contract/live-path.ts'
import { RETRY_AFTER } from '../http/error-answer.ts'
import { withDeadline } from '../runtime/with-deadline.ts'
import { type AnswerSizes, createAnswerSizes } from './answer-size.ts'
import { failedScalar, maskError, statusOf, withoutSuggestion } from './errors.ts'
import { assertExactIds } from './exact-ids.ts'
import { createExecute } from './execution/index.ts'
import { renderGraphiql } from './graphiql.ts'
import { assertWithinLimits, LIMITS, parseFailure, TOO_LARGE } from './limits.ts'
import { GRAPH_PATH } from './serve-shared.ts'
import { createTurns } from './turns.ts'

/** The operation of a client: the body of a POST, or the parameters of a GET. */
export type Operation = { readonly [parameter in keyof GraphQLParams]: unknown }

/** The context that the HTTP layer gives to the GraphQL engine with a request. */
export interface EngineContext {
  readonly graph: ServerContext
  /** The operation, which is parsed already, so that no body is parsed twice. */
  readonly operation: Operation
  /** Whether the server keeps the document of the operation. */
  readonly isStored?: boolean | undefined
  /** The bytes that are expected of the answer, once the operation is validated. */
  bytes?: number
}

/** The services that the engine needs. */
export type EngineServices = Pick<Services, 'composition' | 'config' | 'log' | 'budget'>

/** GraphQL Yoga with the platform's schema, limits and forms of errors. */
export function createYogaServer(services: EngineServices): YogaServerInstance<EngineContext, object> {
  const { composition, config, log } = services
  const sizes = createAnswerSizes(composition.schema)
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
    renderGraphiQL: async options => await renderGraphiql(options, `${config.mountPath}${LIVE_PATH}`),
    maskedErrors: {
      maskError: error => maskError(error, { log, request: 'unknown', showsCauses: config.showsCauses }),
    },
    plugins: [documentLimits(services, sizes), ownContext(services, sizes)],
  })
}

/**
 * Gives resolvers the platform's context itself, because the engine would give them a copy without its getters. Their
 * errors are masked with the request's id.
 */
function ownContext(
  { log, config: { showsCauses }, composition: { schema, authorOf } }: EngineServices,
  sizes: AnswerSizes,
): Plugin<EngineContext> {
  const turns = createTurns()
  const execute = createExecute(schema)
  return {
    onExecute({ setExecuteFn }) {
      setExecuteFn(async (args: ExecutionArgs) => {
        const { graph, bytes = 0 } = args.contextValue as EngineContext
        const done = await turns.enter(bytes)
        let result: ExecutionResult
        try {
          const executed = execute({ ...args, contextValue: graph, hideSuggestions: true })
          result = isThenable(executed) ? await inTime(executed, graph) : executed
        } finally {
          done()
        }
        if (result.data) sizes.learn(args.document, result.data)
        if (!result.errors) return result
        // The next request may succeed, so a failure is not shared with other readers.
        graph.preventSharing()
        if (!('data' in result))
          return {
            errors: result.errors.map(error =>
              failedScalar(error)
                ? maskError(error, { log, request: graph.id, showsCauses })
                : bad('BAD_USER_INPUT', error.message),
            ),
          }
        const about = { log, showsCauses, request: graph.id, fields: { schema, authorOf, document: args.document } }
        return { ...result, errors: result.errors.map(error => withRetryAfter(maskError(error, about))) }
      })
    },
  }
}

/** What is not available just now is answered with 503, so that clients and proxies send the request again. */
function withRetryAfter(error: GraphQLError): GraphQLError {
  if (error.extensions['code'] !== 'UNAVAILABLE') return error
  const http = { status: 503, headers: { 'retry-after': String(RETRY_AFTER) } }
  return new GraphQLError(error.message, {
    nodes: error.nodes,
    path: error.path,
    extensions: { ...error.extensions, http },
  })
}

/** The result, or after the deadline an error; the log names the plugins whose work was not finished. */
function inTime(work: Promise<ExecutionResult>, context: ServerContext): Promise<ExecutionResult> {
  return withDeadline(work, LIMITS.milliseconds, () => tooLate(context))
}

function tooLate(context: ServerContext): ExecutionResult {
  const unfinished = unfinishedOf(context)
  const names = unfinished.map(describeAttribution).join(', ') || 'no plugin'
  context.log.error(
    { unfinished },
    `PLUGIN_TIMEOUT ${names}: an operation took longer than ${LIMITS.milliseconds / 1_000} s`,
  )
  const [code, status] = unfinished.length > 0 ? (['PLUGIN_TIMEOUT', 504] as const) : (['UNAVAILABLE', 503] as const)
  context.preventSharing()
  const error = new GraphQLError('This took too long', {
    extensions: { code, requestId: context.id, http: { status } },
  })
  return { data: null, errors: [withRetryAfter(error)] }
}

/** Checks the limits before and after parsing, and gives wrong documents their status. */
function documentLimits(
  { config: { production, showsCauses }, composition, log, budget }: EngineServices,
  sizes: AnswerSizes,
): Plugin<EngineContext> {
  return {
    onRequestParse({ serverContext, setRequestParser }) {
      const { operation } = serverContext as unknown as EngineContext
      // The engine checks the types of the parameters itself.
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
        if (!(result instanceof Error)) return
        const { code, message } = parseFailure(result)
        replaceParseResult(bad(code, message))
      }
    },
    onValidate({ addValidationRule, params, context }) {
      if (production) addValidationRule(NoSchemaIntrospectionCustomRule)
      const {
        graph,
        isStored,
        params: given,
      } = context as unknown as EngineContext & {
        params?: { variables?: Record<string, unknown> }
      }
      const variables = given?.variables ?? {}
      const items = assertWithinLimits(params.documentAST, variables, { isStored })
      assertExactIds(composition.schema, params.documentAST, variables)
      const bytes = sizes.expect(params.documentAST, variables)
      if (bytes > LIMITS.bytes) throw bad('QUERY_TOO_COMPLEX', TOO_LARGE)
      budget.spend(graph, { items, bytes })
      Object.assign(context, { bytes })
    },
    onSubscribe({ setResultAndStopExecution }) {
      setResultAndStopExecution({
        errors: [bad('BAD_REQUEST', 'Subscriptions go over the live endpoint, api/v1/live')],
      } as never)
    },
    onExecutionResult({ result, setResult, context }) {
      const graph = (context as Partial<EngineContext> | undefined)?.graph
      const about = { log, showsCauses, request: graph?.id ?? 'unknown' }
      // A wrong document costs nothing, so its answer takes no place among the shared ones.
      if (result && !('data' in result)) graph?.preventSharing()
      if (result && 'errors' in result && result.errors)
        setResult({
          ...result,
          errors: result.errors.map(error => (failedScalar(error) ? maskError(error, about) : asBadRequest(error))),
        })
    },
  }
}

/** Gives an error that the engine found in a document its code and status. */
function asBadRequest(error: GraphQLError): GraphQLError {
  const {
    http,
    code = 'GRAPHQL_VALIDATION_FAILED',
    ...extensions
  } = error.extensions as {
    http?: { spec?: boolean }
    code?: string
  }
  if (!http?.spec) return error
  return new GraphQLError(withoutSuggestion(error.message), {
    nodes: error.nodes,
    positions: error.positions,
    source: error.source,
    extensions: { code, ...extensions, ...statusOf(code, { status: 400 }) },
  })
}

function bad(code: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code, ...statusOf(code, { status: 400 }) } })
}
