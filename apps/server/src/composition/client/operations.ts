import type { ClientPlugin } from '@platform/client-sdk'
import { messageOf, type Problem } from '@platform/plugin-host'
import { type GraphQLSchema, Kind, parse, print, specifiedRules, stripIgnoredCharacters, validate } from 'graphql'
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
    for (const { kind, name, document } of declaredIn(listed.part))
      try {
        const id = `part:${listed.plugin}/${name}`
        if (operations.has(id)) throw new Error(`two operations are called "${name}"; give each a name of its own`)
        operations.set(id, readOperation(document, { kind, schema }))
      } catch (error) {
        const at = `${KEYS[kind]}.${name}`
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

/** The key of a client part under which operations are declared. */
const KEYS = { mutation: 'mutations', query: 'queries', subscription: 'subscriptions' } as const

const declaredIn = ({ mutations = {}, queries = {}, subscriptions = {} }: ClientPlugin) =>
  Object.entries({ mutation: mutations, query: queries, subscription: subscriptions }).flatMap(([kind, declared]) =>
    Object.entries(declared).map(([name, { document }]) => ({ kind: kind as OperationKind, name, document })),
  )

function readOperation(
  text: string,
  { kind, schema }: { readonly kind: OperationKind; readonly schema: GraphQLSchema },
): string {
  const document = parse(text)
  const [operation, second] = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
  if (operation?.kind !== Kind.OPERATION_DEFINITION || operation.operation !== kind || second)
    throw new Error(`give the text of one ${kind}`)
  const [wrong] = validate(schema, document, specifiedRules)
  if (wrong) throw new Error(wrong.toString())
  return stripIgnoredCharacters(print(document))
}
