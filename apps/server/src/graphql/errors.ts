import { GraphQLError } from 'graphql'
import { attributionOf, remember } from '../composition/attribution.ts'
import { isExpected } from '../composition/schema/mutation-errors.ts'
import { type AboutError, answerError } from '../http/error-answer.ts'
import { causesOf, readable, writable } from '../runtime/causes.ts'
import { outageOf } from '../runtime/outage.ts'
import { withoutSecrets } from '../runtime/secrets.ts'
import { attributionOfFields, type Fields } from './field-attribution.ts'

/** The request of an error. */
export interface About extends AboutError {
  /** The operation of the error, to find out which plugin owns the field that the error is about. */
  readonly fields?: Fields
}

/**
 * Gives a GraphQL error the form that clients see, over HTTP and the live endpoint. An expected error keeps its text
 * and code; every other error is masked and logged once.
 */
export function maskError(error: unknown, about: About): GraphQLError {
  const wrapped = error instanceof GraphQLError ? error : undefined
  const scalar = failedScalar(wrapped)
  if (scalar) {
    const { message, cause } = answerError(scalar, about)
    const shown = cause ? { cause } : {}
    return new GraphQLError(message, {
      nodes: wrapped?.nodes,
      extensions: { code: 'PLUGIN_FAILED', requestId: about.request, ...shown, http: { status: 500 } },
    })
  }
  const given = readable(error)
  const original = wrapped && given === wrapped ? readable(wrapped.originalError) : given
  if (wrapped && (!original || original instanceof GraphQLError) && !isFault(wrapped))
    return coded(wrapped, original instanceof GraphQLError ? original.extensions : {})
  // What fails behind a resolver, such as an item of its list or a method of its object, is its author's.
  if (wrapped && about.fields && !attributionOf(original) && !isExpected(original) && !outageOf(original)) {
    const author = attributionOfFields(wrapped, about.fields)
    if (author) remember(original ?? wrapped, author)
  }
  const { code, message, cause } = answerError(original ?? wrapped, about)
  return new GraphQLError(message, {
    nodes: wrapped?.nodes,
    path: wrapped?.path,
    extensions: { code, requestId: about.request, ...(cause ? { cause } : {}) },
  })
}

/**
 * The error with which a plugin's scalar failed while it read an input. `undefined` for a refusal, which is an error of
 * GraphQL with a text for the client.
 */
export function failedScalar(error: GraphQLError | undefined): Error | undefined {
  if (!error || error.path !== undefined) return undefined
  const cause = causesOf(error, 'originalError').find(each => !(each instanceof GraphQLError))
  return cause instanceof Error && attributionOf(cause) && cause.name !== 'GraphQLError' ? cause : undefined
}

/** Whether an error without a code came up in a field. Its text could show the field's value, so it is masked. */
function isFault({ path, extensions, originalError }: GraphQLError): boolean {
  return (
    path !== undefined &&
    extensions['code'] === undefined &&
    !(originalError instanceof GraphQLError && originalError.extensions['code'] !== undefined)
  )
}

/** The codes of errors in a document or in its variables. */
const OF_DOCUMENT: readonly unknown[] = [
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'BAD_USER_INPUT',
]

/**
 * The status with which the engine answers a refused request. By `spec` the engine answers 200 to a client that asks
 * for `application/json`, as GraphQL over HTTP has it for a wrong document. Every other refusal has its status in all
 * media types.
 */
export function statusOf(code: unknown, http: unknown): { readonly http?: object } {
  const { status, headers } = (http ?? {}) as { status?: number; headers?: Record<string, string> }
  if (status === undefined) return {}
  return { http: { status, ...(headers ? { headers } : {}), spec: status === 400 && OF_DOCUMENT.includes(code) } }
}

/** Gives an error of the document a code, and removes the library's suggestion of other names. */
function coded(error: GraphQLError, extensions: Record<string, unknown>): GraphQLError {
  const all = writable({ ...extensions, ...error.extensions })
  const code = all['code'] ?? 'GRAPHQL_VALIDATION_FAILED'
  return new GraphQLError(shortened(withoutSecrets(withoutSuggestion(error.message))), {
    nodes: error.nodes,
    source: error.source,
    positions: error.positions,
    path: error.path,
    extensions: { ...all, code, ...statusOf(code, all['http']) },
  })
}

/** Removes the library's suggestions, which reveal names of the schema to callers who may not list them. */
export function withoutSuggestion(message: string): string {
  return message.replace(/ ?Did you mean .*$/s, '')
}

/** The most errors that are told of a document, or of its variables. */
export const MOST_ERRORS = 20
/** The most characters of a message. Those of graphql have the value that is wrong, which may be long. */
const LONGEST_MESSAGE = 1_000

/** A message of at most a thousand characters. */
export const shortened = (message: string): string =>
  message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message

/** The code with which a scalar refused a value of a document or of its variables, or another one if it named none. */
export function codeOfRefusal({ extensions, originalError }: GraphQLError, otherwise: string): string {
  const code = extensions['code'] ?? (originalError instanceof GraphQLError && originalError.extensions['code'])
  return typeof code === 'string' ? code : otherwise
}

/** An error for a variable that does not fit its type. */
export function badVariable(error: GraphQLError): GraphQLError {
  const { message, originalError } = error
  const own = originalError instanceof GraphQLError ? writable(originalError.extensions) : {}
  const code = codeOfRefusal(error, 'BAD_USER_INPUT')
  return new GraphQLError(shortened(message), { extensions: { ...own, code, ...statusOf(code, { status: 400 }) } })
}

/** An error for a request that is refused as it is. */
export function bad(code: string, message: string): GraphQLError {
  return new GraphQLError(shortened(message), { extensions: { code, ...statusOf(code, { status: 400 }) } })
}
