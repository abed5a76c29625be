import { type DocumentNode, type ExecutionArgs, GraphQLError, NoSchemaIntrospectionCustomRule, validate } from 'graphql'
import { createYoga, type GraphQLParams, type Plugin, type YogaServerInstance } from 'graphql-yoga'
import { LIVE_PATH } from '../contract/live-path.ts'
import type { EngineContext, EngineParts, EngineServices } from './engine-parts.ts'
import { bad, failedScalar, MOST_ERRORS, maskError, shortened, statusOf, withoutSuggestion } from './errors.ts'
import { renderGraphiql } from './graphiql.ts'
import { createKnownDocuments, type KnownDocuments } from './known-documents.ts'
import { LIMITS, parseFailure } from './limits.ts'
import { GRAPH_PATH } from './serve-shared.ts'

/** Bytes of the documents that were parsed lately. */
const MOST_LATELY = 4 * 1024 ** 2

/** GraphQL Yoga with the platform's schema, limits and forms of errors. */
export function createYogaServer(
  services: EngineServices,
  parts: EngineParts,
): YogaServerInstance<EngineContext, object> {
  const { composition, config, log } = services
  return createYoga<EngineContext>({
    schema: composition.schema as never,
    graphqlEndpoint: `${config.mountPath}${GRAPH_PATH}`,
    cors: false,
    multipart: false,
    batching: false,
    parserAndValidationCache: boundedCache(parts.documents),
    landingPage: false,
    logging: false,
    graphiql: config.production
      ? false
      : { title: 'Platform GraphQL', endpoint: `${config.rootPath}${GRAPH_PATH}`, subscriptionsProtocol: 'WS' },
    renderGraphiQL: async options => await renderGraphiql(options, `${config.rootPath}${LIVE_PATH}`),
    maskedErrors: {
      maskError: error => maskError(error, { log, request: 'unknown', showsCauses: config.showsCauses }),
    },
    plugins: [documentLimits(services, parts), ownExecution(parts)],
  })
}

/**
 * What the library keeps: wrong documents, as long as they are few. By itself it would keep a thousand documents, each
 * with all that is wrong in it, which may be a megabyte.
 */
function boundedCache(documents: KnownDocuments) {
  const lately = createKnownDocuments(MOST_LATELY)
  return {
    documentCache: {
      get: (text: string) => documents.find(text) ?? lately.find(text),
      set: (text: string, document: DocumentNode) => lately.keep(text, document),
    },
    errorCache: { get: () => undefined, set: () => undefined },
  }
}

/** Executes operations as the server does it, unless that has been done already. */
function ownExecution({ execute }: EngineParts): Plugin<EngineContext> {
  return {
    onExecute({ setExecuteFn }) {
      setExecuteFn(async ({ contextValue, ...args }: ExecutionArgs) => {
        const { graph, bytes = 0, executed } = contextValue as EngineContext
        return executed ?? execute(args, graph, bytes)
      })
    },
  }
}

/** Checks the limits before and after parsing, and gives wrong documents their status. */
function documentLimits(
  { config: { production, showsCauses }, log }: EngineServices,
  { documents, admit }: EngineParts,
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
    onValidate({ addValidationRule, setValidationFn, params, context }) {
      setValidationFn(withoutSuggestions)
      if (production) addValidationRule(NoSchemaIntrospectionCustomRule)
      const { params: given, ...request } = context as unknown as EngineContext & {
        params?: { query?: string; variables?: Record<string, unknown> }
      }
      const document = params.documentAST as DocumentNode
      if (!request.executed) Object.assign(context, { bytes: admit(document, given?.variables ?? {}, request) })
      return ({ valid }) => {
        if (valid && given?.query !== undefined) documents.keep(given.query, document)
      }
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

/** Names that are like a wrong one are never answered, and to look for them takes longer than to validate. */
const withoutSuggestions: typeof validate = (schema, document, rules, options) =>
  validate(schema, document, rules, { ...options, hideSuggestions: true, maxErrors: MOST_ERRORS })

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
  return new GraphQLError(shortened(withoutSuggestion(error.message)), {
    nodes: error.nodes,
    positions: error.positions,
    source: error.source,
    extensions: { code, ...extensions, ...statusOf(code, { status: 400 }) },
  })
}
