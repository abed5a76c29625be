import { isThenable } from '@platform/plugin-host'
import type { Services } from '@platform/plugin-sdk'
import { type DocumentNode, type ExecutionArgs, type ExecutionResult, GraphQLError } from 'graphql'
import { describeAttribution, unfinishedOf } from '../composition/attribution.ts'
import type { ServerContext } from '../contract/context.ts'
import { RETRY_AFTER } from '../http/error-answer.ts'
import { ownTurn } from '../request/own-turn.ts'
import { withDeadline } from '../runtime/with-deadline.ts'
import type { AnswerSizes } from './answer-size.ts'
import { badVariable, failedScalar, maskError } from './errors.ts'
import { createExecute } from './executor/index.ts'
import { createLargeAnswers } from './large-answers.ts'
import { LIMITS } from './limits.ts'

/** To execute an operation of which more bytes are expected takes milliseconds. A page of comments has fewer. */
const LONG = 32 * 1024

/** Executes an operation of which so many bytes are expected, in the context of a request. */
export type ExecuteDocument = (args: ExecutionArgs, graph: ServerContext, bytes: number) => Promise<ExecutionResult>

/**
 * Gives resolvers the platform's context itself, because Yoga would give them a copy without its getters. Their errors
 * are masked with the request's id.
 */
export function createExecuteDocument(
  { log, config: { showsCauses }, composition: { schema, authorOf } }: Pick<Services, 'composition' | 'config' | 'log'>,
  sizes: AnswerSizes,
): ExecuteDocument {
  const largeAnswers = createLargeAnswers()
  const execute = createExecute(schema)
  const masked = ({ errors = [], ...result }: ExecutionResult, document: DocumentNode, graph: ServerContext) => {
    // The next request may succeed, so a failure is not shared with other readers.
    graph.preventSharing()
    const about = { log, showsCauses, request: graph.id }
    if (!('data' in result))
      return {
        errors: errors.map(error => (failedScalar(error) ? maskError(error, about) : badVariable(error))),
      }
    const fields = { schema, authorOf, document }
    return { ...result, errors: errors.map(error => withRetryAfter(maskError(error, { ...about, fields }))) }
  }
  return async (args, graph, bytes) => {
    if (bytes > LONG) await ownTurn(graph.address)
    const done = await largeAnswers.enter(bytes)
    let result: ExecutionResult
    try {
      result = await inTime(execute({ ...args, contextValue: graph, hideSuggestions: true }), graph)
    } finally {
      done()
    }
    if (result.data) sizes.learn(args.document, result.data)
    return result.errors ? masked(result, args.document, graph) : result
  }
}

/** What is not available just now is answered with 503, so that clients and proxies send the request again. */
export function withRetryAfter(error: GraphQLError, seconds = RETRY_AFTER): GraphQLError {
  if (error.extensions['code'] !== 'UNAVAILABLE') return error
  const http = { status: 503, headers: { 'retry-after': String(seconds) } }
  return new GraphQLError(error.message, {
    nodes: error.nodes,
    path: error.path,
    extensions: { ...error.extensions, http },
  })
}

/** The result, or after the deadline an error; the log names the plugins whose work was not finished. */
export function inTime(
  executed: ExecutionResult | Promise<ExecutionResult>,
  context: ServerContext,
): ExecutionResult | Promise<ExecutionResult> {
  return isThenable(executed) ? withDeadline(executed, LIMITS.milliseconds, () => tooLate(context)) : executed
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
