import { renderGraphiQL } from '@graphql-yoga/render-graphiql'
import { execute, GraphQLError, NoSchemaIntrospectionCustomRule, type DocumentNode, type ExecutionArgs } from 'graphql'
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga'
import type { Platform } from '../boot/platform.ts'
import type { ServerContext } from '../compose/context.ts'
import { maskError } from './errors.ts'
import { assertWithinLimits, LIMITS } from './limits.ts'
import { GRAPH_PATH } from './serve-shared.ts'

/** What the HTTP layer hands to the GraphQL engine with a request. */
export interface EngineContext { readonly graph: ServerContext }

export type Engine = YogaServerInstance<EngineContext, object>

/** The GraphQL engine: parsing, validation and execution, and GraphiQL outside production. */
export function createEngine(platform: Platform): Engine {
  const { composition, config, log } = platform
  return createYoga<EngineContext>({
    schema: composition.schema as never,
    graphqlEndpoint: `${config.mountPath}${GRAPH_PATH}`,
    cors: false, multipart: false, batching: false, landingPage: false, logging: false,
    graphiql: config.production ? false : { title: 'Platform GraphQL', subscriptionsProtocol: 'WS' },
    renderGraphiQL,
    maskedErrors: { maskError: error => maskError(error, { log, request: 'unknown' }) },
    plugins: [documentLimits(config.production), ownContext],
  })
}

/** Resolvers get the platform's context itself; the engine would hand them a copy without its getters. */
const ownContext: Plugin<EngineContext> = {
  onExecute({ setExecuteFn }) {
    setExecuteFn((args: ExecutionArgs) => execute({ ...args, contextValue: (args.contextValue as EngineContext).graph }))
  },
}

/** Limits before and after parsing, and status 400 for a document that is wrong. */
function documentLimits(production: boolean): Plugin<EngineContext> {
  return {
    onParams({ params }) {
      if ((params.query?.length ?? 0) > LIMITS.characters) throw bad('QUERY_TOO_LARGE', `A document has at most ${LIMITS.characters} characters`)
      if (depthOf(params.variables) > 32) throw bad('BAD_USER_INPUT', 'The variables are nested too deeply')
    },
    onParse({ parseFn, setParseFn }) {
      setParseFn((source: unknown, options: object) => (parseFn as (source: unknown, options: object) => DocumentNode)(source, { ...options, maxTokens: LIMITS.tokens }))
      return ({ result, replaceParseResult }) => {
        if (result instanceof Error) replaceParseResult(bad('GRAPHQL_PARSE_FAILED', result.message))
      }
    },
    onValidate({ addValidationRule, params, context }) {
      if (production) addValidationRule(NoSchemaIntrospectionCustomRule)
      const variables = (context as unknown as { params?: { variables?: Record<string, unknown> } }).params?.variables ?? {}
      assertWithinLimits(params.documentAST, variables)
      return ({ result, setResult }) => {
        if (result.length > 0) setResult(result.map(error => new GraphQLError(error.message, { nodes: error.nodes, extensions: { code: 'GRAPHQL_VALIDATION_FAILED', ...error.extensions, http: { status: 400 } } })))
      }
    },
  }
}

function bad(code: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status: 400 } } })
}

function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > 32) return depth
  return Object.values(value).reduce<number>((deepest, inner) => Math.max(deepest, depthOf(inner, depth + 1)), depth)
}
