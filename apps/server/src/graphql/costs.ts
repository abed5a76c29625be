import { type DocumentNode, type GraphQLSchema, Kind } from 'graphql'
import type { ServerContext } from '../contract/context.ts'
import type { AnswerSizes } from './answer-size.ts'
import type { Budget, Cost } from './budget.ts'
import { bad } from './errors.ts'
import { assertGivenVariables } from './given-variables.ts'
import { assertWithinLimits, type DocumentOrigin, LIMITS, TOO_LARGE } from './limits.ts'
import { assertPlainValues } from './values.ts'

type Variables = Readonly<Record<string, unknown>>

/**
 * Admits an operation within the limits, on the budget of its caller.
 *
 * @returns the bytes that are expected of its answer.
 * @throws GraphQLError that says which limit it exceeds
 */
export type Admit = (
  document: DocumentNode,
  variables: Variables,
  request: DocumentOrigin & { readonly graph: ServerContext },
) => number

interface Parts {
  readonly schema: GraphQLSchema
  readonly sizes: AnswerSizes
  readonly budget: Budget
}

/** So many costs of a document are kept, for different lengths of the lists that it asks for. */
const MOST = 16
/** After as many uses, the size of an answer is expected anew for one use in as many only. */
const SETTLED = 16

/**
 * What is expected of a value depends on what others have read. So a document of the client builds is never refused by
 * it, and in any other one a value counts as no more than this. Bytes.
 */
const MOST_OF_VALUE = 4 * 1024

interface Known {
  /** The variables of the document's operations. */
  readonly names: readonly string[]
  /** By what a cost depends on. */
  readonly costs: Map<string, { readonly items: number; bytes: number; uses: number }>
}

/** What a document costs is measured once for each length of its lists, because most documents come again and again. */
export function createAdmit({ schema, sizes, budget }: Parts): Admit {
  const documents = new WeakMap<DocumentNode, Known>()

  function costOf(document: DocumentNode, variables: Variables, origin: DocumentOrigin): Cost {
    let known = documents.get(document)
    if (!known) {
      known = { names: namesOf(document), costs: new Map() }
      documents.set(document, known)
    }
    const key = keyOf(known.names, variables, origin)
    const measured = known.costs.get(key)
    if (measured) {
      assertPlainValues(document, variables)
      measured.uses++
      if (measured.uses <= SETTLED || measured.uses % SETTLED === 0) measured.bytes = sizes.expect(document, variables)
      return measured
    }
    const items = assertWithinLimits(document, { ...variables }, origin)
    const cost = { items, bytes: sizes.expect(document, variables), uses: 1 }
    if (known.costs.size >= MOST) known.costs.clear()
    known.costs.set(key, cost)
    return cost
  }

  return (document, variables, { graph, isStored }) => {
    assertGivenVariables(schema, document, variables)
    const { items, bytes } = costOf(document, variables, { isStored })
    if (bytes > LIMITS.bytes && !isStored && sizes.expect(document, variables, MOST_OF_VALUE) > LIMITS.bytes)
      throw bad('QUERY_TOO_COMPLEX', TOO_LARGE)
    budget.spend(graph, { items, bytes })
    return bytes
  }
}

function namesOf({ definitions }: DocumentNode): string[] {
  const names = definitions.flatMap(definition =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? (definition.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
      : [],
  )
  return [...new Set(names)]
}

/** A cost depends on the lengths of lists, which are given by numbers, by limits and by the number of ids. */
function keyOf(names: readonly string[], variables: Variables, { isStored = false }: DocumentOrigin): string {
  let key = isStored ? 'stored' : ''
  for (const name of names) key += `,${Object.hasOwn(variables, name) ? lengthOf(variables[name]) : 'default'}`
  return key
}

function lengthOf(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null) return ''
  if (Array.isArray(value)) return `ids ${value.length}`
  return 'limit' in value ? `limit ${typeof value.limit === 'number' ? value.limit : ''}` : ''
}
