import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql'
import { repeatsWithin } from './repeats.ts'
import { assertPlainValues } from './values.ts'

/** The limits of one document. */
export const LIMITS = {
  characters: 20_000,
  tokens: 2_000,
  depth: 12,
  aliases: 30,
  rootFields: 20,
  rootMutations: 5,
  directives: 50,
  fragments: 100,
  /** How often one name may stand in one selection. Validation compares each with all others. */
  repeats: 20,
  nodes: 10_000,
  milliseconds: 10_000,
  bytes: 8 * 1024 ** 2,
} as const

/** Why an answer of more than the most bytes is refused. */
export const TOO_LARGE = `This document asks for too much: an answer has at most ${LIMITS.bytes / 1024 ** 2} MB`

interface Cost {
  readonly depth: number
  readonly aliases: number
  readonly directives: number
  readonly nodes: number
  readonly roots: number
}

const NOTHING: Cost = { depth: 0, aliases: 0, directives: 0, nodes: 0, roots: 0 }
/** Where a document comes from. */
export interface DocumentOrigin {
  /** Whether the server keeps the document. Then it may be as deep as what client parts ask for makes it. */
  readonly isStored?: boolean | undefined
}

/** Fields that give lists, with the length of a list whose limit the document does not give. */
const CONNECTIONS = new Map([
  ['comments', 10],
  ['replies', 3],
  ['assets', 10],
  ['users', 10],
  // Counting up to a thousand comments is about as much work as reading this many.
  ['unreadComments', 100],
])

/** Why a document can't be parsed. Only the parser's message says whether it is too long or wrong. */
export function parseFailure(error: Error): { readonly code: string; readonly message: string } {
  // The parser calls itself for each level, until the stack has no room.
  if (error instanceof RangeError) return { code: 'QUERY_TOO_DEEP', message: 'This document is nested too deeply' }
  const isLong = /more than \d+ tokens/.test(error.message)
  return { code: isLong ? 'QUERY_TOO_LARGE' : 'GRAPHQL_PARSE_FAILED', message: error.message }
}

/**
 * Measures a parsed document before it is validated. Each fragment is measured only once, so that the work grows with
 * the length of the document, and not with the number of times that fragments spread each other.
 *
 * @returns how many items it asks for, at least one.
 * @throws GraphQLError BAD_USER_INPUT, QUERY_TOO_DEEP, TOO_MANY_ALIASES, TOO_MANY_ROOT_FIELDS or QUERY_TOO_COMPLEX.
 */
export function assertWithinLimits(
  document: DocumentNode,
  variables: Record<string, unknown>,
  { isStored = false }: DocumentOrigin = {},
): number {
  assertPlainValues(document, variables)
  const fragments = fragmentsOf(document)
  if (fragments.size > LIMITS.fragments) refuse('QUERY_TOO_COMPLEX', `at most ${LIMITS.fragments} fragments`)
  let items = 1
  for (const operation of document.definitions) {
    if (operation.kind !== Kind.OPERATION_DEFINITION) continue
    const { measure, measured } = meter(fragments, { ...defaultsOf(operation), ...variables })
    const { depth, aliases, directives, nodes, roots } = measure(operation.selectionSet)
    if (depth > LIMITS.depth && !isStored) refuse('QUERY_TOO_DEEP', `at most ${LIMITS.depth} levels`)
    if (aliases > LIMITS.aliases) refuse('TOO_MANY_ALIASES', `at most ${LIMITS.aliases} aliases`)
    if (nodes > LIMITS.nodes) refuse('QUERY_TOO_COMPLEX', `at most ${LIMITS.nodes} items, by the limits it asks for`)
    if (directives > LIMITS.directives) refuse('QUERY_TOO_COMPLEX', `at most ${LIMITS.directives} directives`)
    const most = operation.operation === 'mutation' ? LIMITS.rootMutations : LIMITS.rootFields
    if (roots > most) refuse('TOO_MANY_ROOT_FIELDS', `at most ${most} root fields`)
    // Each client part may ask for the same field in a fragment of its own.
    const isRepetitive = repeatsWithin(isStored ? new Map() : fragments, LIMITS.repeats)
    if (measured.some(isRepetitive))
      refuse('QUERY_TOO_COMPLEX', `at most ${LIMITS.repeats} fields of one name in a selection`)
    items = Math.max(items, nodes)
  }
  return items
}

/** The fragments of a document, by name. */
export function fragmentsOf({ definitions }: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  return new Map(
    definitions.filter(node => node.kind === Kind.FRAGMENT_DEFINITION).map(node => [node.name.value, node]),
  )
}

function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): Record<string, unknown> {
  return Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  )
}

function refuse(code: string, allowed: string): never {
  throw new GraphQLError(`This document asks for too much: ${allowed} are allowed`, {
    extensions: { code, http: { status: 400 } },
  })
}

function meter(
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  variables: Record<string, unknown>,
): { measure(set: SelectionSetNode): Cost; readonly measured: readonly SelectionSetNode[] } {
  const measured: SelectionSetNode[] = []
  const known = new Map<string, Cost>()
  const fragment = (name: string): Cost => {
    const before = known.get(name)
    if (before) return before
    // Validation refuses a fragment that spreads itself; here it is only not followed again.
    known.set(name, NOTHING)
    const cost = sum(fragments.get(name)?.selectionSet)
    known.set(name, cost)
    return cost
  }
  const sum = (set: SelectionSetNode | undefined): Cost => {
    if (!set) return NOTHING
    measured.push(set)
    return set.selections.reduce<Cost>((total, node) => {
      const directives = node.directives?.length ?? 0
      if (node.kind === Kind.FRAGMENT_SPREAD) return add(total, fragment(node.name.value), directives)
      if (node.kind === Kind.INLINE_FRAGMENT) return add(total, sum(node.selectionSet), directives)
      if (node.name.value.startsWith('__'))
        return add(total, { ...NOTHING, aliases: node.alias ? 1 : 0, roots: 1 }, directives)
      const inner = sum(node.selectionSet)
      const items = connectionItems(node, variables) ?? 1
      return add(
        total,
        {
          ...inner,
          depth: inner.depth + 1,
          aliases: inner.aliases + (node.alias ? 1 : 0),
          nodes: items > 1 ? items * (1 + inner.nodes) : inner.nodes,
          roots: 1,
        },
        directives,
      )
    }, NOTHING)
  }
  return { measure: sum, measured }
}

function add(a: Cost, b: Cost, directives: number): Cost {
  return {
    depth: Math.max(a.depth, b.depth),
    aliases: a.aliases + b.aliases,
    directives: a.directives + b.directives + directives,
    nodes: a.nodes + b.nodes,
    roots: a.roots + b.roots,
  }
}

/** The items that a field asks for, if it gives a list with a limit; `null` for any other field. */
export function connectionItems(node: FieldNode, variables: Readonly<Record<string, unknown>>): number | null {
  if (node.name.value === 'commentsById') return givenIds(node.arguments ?? [], variables)
  const length = CONNECTIONS.get(node.name.value)
  return length === undefined ? null : requested(node.arguments ?? [], variables, length)
}

/** How many ids the argument `ids` has. */
function givenIds(args: readonly ArgumentNode[], variables: Readonly<Record<string, unknown>>): number {
  const ids = args.find(argument => argument.name.value === 'ids')
  const value: unknown = ids && valueFromASTUntyped(ids.value, variables)
  return Array.isArray(value) ? value.length : 1
}

/** The limit of a list, in the document or in a variable. A limit over 100 counts as 100, as when the list is read. */
function requested(
  args: readonly ArgumentNode[],
  variables: Readonly<Record<string, unknown>>,
  otherwise: number,
): number {
  const given = (name: string): unknown => {
    const argument = args.find(one => one.name.value === name)
    return argument && valueFromASTUntyped(argument.value, variables)
  }
  const query = given('query')
  const limit = typeof query === 'object' && query !== null && 'limit' in query ? query.limit : given('limit')
  return typeof limit === 'number' && limit > 0 ? Math.min(limit, 100) : otherwise
}
