import type { ClientPlugin } from '@platform/client-sdk'
import { messageOf, type Problem } from '@platform/plugin-host'
import {
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  specifiedRules,
  stripIgnoredCharacters,
  validate,
} from 'graphql'
import type { AskingParts } from './fragments.ts'
import { problemAt } from './problem-at.ts'

/** Reads the mutations, queries and subscriptions of all client parts, by the ids with which the parts ask for them. */
export function partOperations({ parts, sources, schema }: AskingParts): {
  readonly operations: ReadonlyMap<string, string>
  readonly problems: readonly Problem[]
} {
  const problems: Problem[] = []
  const operations = new Map<string, string>()
  for (const listed of parts)
    for (const { kind, name, at, document, given } of declaredIn(listed.part))
      try {
        const id = `part:${listed.plugin}/${name}`
        if (operations.has(id)) throw new Error(`two operations are called "${name}"; give each a name of its own`)
        operations.set(id, readOperation(document, { kind, schema, given }))
      } catch (error) {
        problems.push(
          problemAt(listed, {
            code: 'PLUGIN_OPERATION_INVALID',
            at,
            message: messageOf(error),
            sources,
            isAsking: true,
          }),
        )
      }
  return { operations, problems }
}

type OperationKind = 'mutation' | 'query' | 'subscription'

/** The variables that an operation is given; `null` for whatever a component gives it. */
type Variables = readonly string[] | null

/** The operations that a part declares, each with its place in the part. */
function declaredIn({ mutations = {}, queries = {}, subscriptions = {}, queues = {} }: ClientPlugin) {
  const lists = [
    { kind: 'mutation', at: 'mutations', declared: mutations, given: null },
    { kind: 'query', at: 'queries', declared: queries, given: null },
    { kind: 'subscription', at: 'subscriptions', declared: subscriptions, given: ['asset'] },
    ...Object.entries(queues).map(([key, queue]) => ({
      kind: 'subscription' as const,
      at: `queues.${key}.subscriptions`,
      declared: queue.subscriptions ?? {},
      given: [],
    })),
  ] as const
  return lists.flatMap(({ kind, at, declared, given }) =>
    Object.entries(declared).map(([name, { document }]) => ({ kind, name, at: `${at}.${name}`, document, given })),
  )
}

function readOperation(
  text: string,
  { kind, schema, given }: { readonly kind: OperationKind; readonly schema: GraphQLSchema; readonly given: Variables },
): string {
  const document = parse(text)
  const [operation, second] = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
  if (operation?.kind !== Kind.OPERATION_DEFINITION || operation.operation !== kind || second)
    throw new Error(`give the text of one ${kind}`)
  const [wrong] = validate(schema, document, specifiedRules)
  if (wrong) throw new Error(wrong.toString())
  if (given) assertGiven(operation, given)
  return stripIgnoredCharacters(print(document))
}

/** Refuses variables for which nobody gives a value: the server would refuse the subscription in every browser. */
function assertGiven({ variableDefinitions = [] }: OperationDefinitionNode, given: readonly string[]): void {
  for (const { variable, defaultValue } of variableDefinitions) {
    const name = variable.name.value
    if (given.includes(name) || defaultValue) continue
    const known = given.length === 0 ? 'no variables' : `no variable but ${given.map(each => `$${each}`).join(', ')}`
    throw new Error(`the subscription is given ${known}: write a value in place of $${name}`)
  }
}
