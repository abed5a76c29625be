import { GraphQLError } from 'graphql'
import { attributionOf, remember } from '../composition/attribution.ts'
import { answerError } from '../http/error-answer.ts'
import type { Log } from '../runtime/log.ts'
import { withoutSecrets } from '../runtime/secrets.ts'
import { blame, type Fields } from './blame.ts'

/** Where an error came up. */
export interface About {
  readonly log: Log
  readonly request: string
  /** The operation it came up in, to find out whose field it is about. */
  readonly fields?: Fields
}

/**
 * The form of a GraphQL error for clients: what was expected keeps its text and code, everything else
 * is masked and logged once. The same over HTTP and the live endpoint.
 */
export function maskError(error: unknown, about: About): GraphQLError {
  const wrapped = error instanceof GraphQLError ? error : undefined
  const scalar = failedScalar(wrapped)
  if (scalar)
    return new GraphQLError(answerError(scalar, about).message, {
      nodes: wrapped?.nodes,
      extensions: { code: 'PLUGIN_FAILED', requestId: about.request, http: { status: 500 } },
    })
  const original = wrapped ? wrapped.originalError : error
  if (wrapped && (!original || original instanceof GraphQLError) && !isFault(wrapped))
    return coded(wrapped, original instanceof GraphQLError ? original.extensions : {})
  if (wrapped && about.fields && !attributionOf(original) && isMisfit(original)) {
    const author = blame(wrapped, about.fields)
    if (author) remember(original ?? wrapped, author)
  }
  const { code, message } = answerError(original ?? wrapped, about)
  return new GraphQLError(message, {
    nodes: wrapped?.nodes,
    path: wrapped?.path,
    extensions: { code, requestId: about.request },
  })
}

/** What a plugin's scalar failed with while it read an input; a refusal is an error of GraphQL, whose text is for the client. */
export function failedScalar(error: GraphQLError | undefined): Error | undefined {
  if (!error || error.path !== undefined) return undefined
  let cause: Error | undefined = error
  while (cause instanceof GraphQLError) cause = cause.originalError
  return attributionOf(cause) && cause?.name !== 'GraphQLError' ? cause : undefined
}

/** Whether a value did not fit its field, rather than something was thrown while it was found. */
function isMisfit(original: unknown): boolean {
  return (
    !original ||
    original instanceof GraphQLError ||
    (original instanceof Error && /^Cannot return null for non-nullable field /.test(original.message))
  )
}

/** While a field was resolved, without a code of anybody's: a value that does not fit its type. The text would show it. */
function isFault({ path, extensions, originalError }: GraphQLError): boolean {
  return (
    path !== undefined &&
    extensions['code'] === undefined &&
    !(originalError instanceof GraphQLError && originalError.extensions['code'] !== undefined)
  )
}

/** An error of the document itself, without a guess at what was meant. */
function coded(error: GraphQLError, extensions: Record<string, unknown>): GraphQLError {
  const code = error.extensions['code'] ?? extensions['code'] ?? 'GRAPHQL_VALIDATION_FAILED'
  // The engine keeps its 400 for one media type; a document that is wrong is a bad request in every one.
  const { spec: _, ...http } = (error.extensions['http'] ?? {}) as {
    spec?: boolean
    status?: number
    headers?: Record<string, string>
  }
  return new GraphQLError(withoutSecrets(withoutSuggestion(error.message)), {
    nodes: error.nodes,
    source: error.source,
    positions: error.positions,
    path: error.path,
    extensions: { ...extensions, ...error.extensions, code, ...(http.status === undefined ? {} : { http }) },
  })
}

/** The library guesses at what was meant, and so tells what a schema has to those who may not list it. */
export function withoutSuggestion(message: string): string {
  return message.replace(/ ?Did you mean .*$/s, '')
}
