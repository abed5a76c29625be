import { hash } from 'node:crypto'
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getArgumentValues,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { codeOfRefusal, failedScalar, MOST_ERRORS, shortened } from '../graphql/errors.ts'
import { assertGivenVariables } from '../graphql/given-variables.ts'
import { createKnownDocuments, type KnownDocuments } from '../graphql/known-documents.ts'
import { assertWithinLimits, LIMITS, parseFailure } from '../graphql/limits.ts'
import { ownTurn } from '../request/own-turn.ts'
import type { Connection } from './connection.ts'

/**
 * A checked subscription of a client. It holds texts: what is parsed takes up to a hundred times as much, and the
 * clients of one address may have thousands of subscriptions that are all different.
 */
export interface Subscription {
  /** The document, which is parsed again when it has not been needed for long. */
  document(): DocumentNode
  readonly operationName: string | null
  /** The variables, parsed anew each time. */
  variables(): Record<string, unknown>
  /** The only root field, and its arguments. */
  readonly field: string
  readonly args: Record<string, unknown>
  /** Equal for two subscriptions with the same document and variables. */
  readonly key: string
  /** The items that one event asks for. */
  readonly items: number
  /** What its texts have. Characters. */
  readonly size: number
}

/** What a client asks for. */
export interface Asked {
  readonly query: string
  readonly operationName?: string | null | undefined
  readonly variables?: Record<string, unknown> | null | undefined
}

/**
 * Reads a subscription.
 *
 * @returns the errors of a wrong document; its socket and other operations are not affected.
 * @throws GraphQLError for a document beyond the limits.
 */
export function readSubscription(
  schema: GraphQLSchema,
  { query, operationName, variables }: Asked,
  documents: KnownDocuments = createKnownDocuments(MOST_PARSED),
): Read {
  if (query.length > LIMITS.characters)
    return [coded('QUERY_TOO_LARGE', `A document has at most ${LIMITS.characters} characters`)]
  const document = parsed(query)
  if (document instanceof GraphQLError) return [document]
  assertGivenVariables(schema, document, variables ?? {})
  const items = assertWithinLimits(document, variables ?? {})
  const errors = validate(schema, document, specifiedRules, { hideSuggestions: true, maxErrors: MOST_ERRORS })
  if (errors.length > 0)
    return errors.map(error => (failedScalar(error) ? error : refused(error, 'GRAPHQL_VALIDATION_FAILED')))
  const operations = document.definitions.filter(
    (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
  )
  const operation = operationName ? operations.find(node => node.name?.value === operationName) : operations[0]
  if (!operation || (!operationName && operations.length > 1))
    return [coded('BAD_REQUEST', 'Give the operationName of one of the operations')]
  if (operation.operation !== OperationTypeNode.SUBSCRIPTION)
    return [coded('BAD_REQUEST', 'Only subscriptions go over this connection; send queries and mutations by HTTP')]
  const selection = operation.selectionSet.selections[0]
  if (selection?.kind !== Kind.FIELD)
    return [coded('BAD_REQUEST', 'Put the field of a subscription at its top, not in a fragment')]
  const definition = schema.getSubscriptionType()?.getFields()[selection.name.value]
  if (!definition) throw new Error(`validation let the unknown subscription ${selection.name.value} pass`)
  const values = getVariableValues(schema, operation.variableDefinitions ?? [], variables ?? {}, {
    hideSuggestions: true,
    maxErrors: MOST_ERRORS,
  })
  if (values.errors) return values.errors.map(error => (failedScalar(error) ? error : refused(error, 'BAD_USER_INPUT')))
  const args = getArgumentValues(definition, selection, values.variableValues, undefined, true)
  const declared = declaredOf(operation, variables ?? {})
  const given = JSON.stringify(declared)
  documents.keep(query, document)
  return {
    document() {
      const known = documents.find(query)
      if (known) return known
      const again = parse(query)
      // When more are in use than are kept, each would displace one that is needed as much.
      if (Math.random() < KEPT_AGAIN) documents.keep(query, again)
      return again
    },
    operationName: operationName ?? null,
    variables: () => JSON.parse(given),
    field: selection.name.value,
    args,
    items,
    key: keyOf({ query, operationName, variables: declared }),
    size: query.length + given.length,
  }
}

/** The variables that an operation has; any others are not kept. */
function declaredOf({ variableDefinitions = [] }: OperationDefinitionNode, given: Record<string, unknown>) {
  const names = variableDefinitions
    .map(({ variable }) => variable.name.value)
    .filter(name => Object.hasOwn(given, name))
  return Object.fromEntries(names.map(name => [name, given[name]]))
}

/** What the subscriptions that are kept have together. Characters. */
export const MOST_KEPT = 512 * 1024
/** What the parsed documents of all subscriptions take; those of usual clients are some ten. Bytes. */
const MOST_PARSED = 16 * 1024 ** 2
/** How many of the documents that are parsed again are kept. */
const KEPT_AGAIN = 1 / 16

/** A subscription that was read, or the errors of a wrong one. */
export type Read = Subscription | readonly GraphQLError[]

/**
 * Reads subscriptions. One that is not known is read in a turn of its own, if its client is still there; those of
 * readers who ask for the same are read once.
 */
export function createReader(
  schema: GraphQLSchema,
): (asked: Asked, client: Pick<Connection, 'address' | 'socket'>) => Promise<Read> {
  const known = new LRUCache<string, Subscription>({ maxSize: MOST_KEPT, sizeCalculation: ({ size }) => size })
  const documents = createKnownDocuments(MOST_PARSED)
  return async (asked, { address, socket }) => {
    const key = keyOf(asked)
    if (!known.has(key)) await ownTurn(address)
    if (socket.readyState !== socket.OPEN) return [coded('GONE', 'The connection is closed')]
    // It may have been read meanwhile.
    const before = known.get(key)
    if (before) return before
    const subscription = readSubscription(schema, asked, documents)
    if ('key' in subscription) known.set(key, subscription)
    return subscription
  }
}

function keyOf({ query, operationName, variables }: Asked): string {
  return hash('sha256', JSON.stringify([query, operationName ?? null, variables ?? {}]), 'base64url')
}

function parsed(query: string): DocumentNode | GraphQLError {
  try {
    return parse(query, { maxTokens: LIMITS.tokens })
  } catch (error) {
    if (!(error instanceof GraphQLError || error instanceof RangeError)) throw error
    const { code, message } = parseFailure(error)
    return coded(code, message)
  }
}

const refused = (error: GraphQLError, code: string) => coded(codeOfRefusal(error, code), error.message)

function coded(code: string, message: string): GraphQLError {
  return new GraphQLError(shortened(message), { extensions: { code } })
}
