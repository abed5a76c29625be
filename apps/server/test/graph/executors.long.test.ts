import {
  buildSchema,
  type ExecutionArgs,
  execute,
  type GraphQLObjectType,
  isScalarType,
  parse,
  validate,
} from 'graphql'
import { expect, test } from 'vitest'
import { createExecute } from '#server/graphql/executor/index'
import { randomDocument, randomVariables } from './random/documents.ts'
import { randomOf } from './random/random.ts'
import { objectFor, valueFor } from './random/values.ts'

// Random documents over random values are executed by the server's executor and by graphql's own.

const MINUTES = Number(process.env['PLATFORM_TEST_MINUTES'] ?? 1)
const SEED = process.env['PLATFORM_TEST_SEED'] ?? String(Date.now())

const SCHEMA = buildSchema(/* GraphQL */ `
  scalar Odd
  enum Mood { CALM WILD }
  input Where { limit: Int = 3 list: [String!] inner: Where mood: Mood = CALM }
  interface Node { id: ID! name: String self: Node }
  union Any = A | B | C
  type A implements Node {
    id: ID! name: String self: Node count: Int! bs: [B!] mood: Mood moods: [Mood!]! any: Any anys: [Any] odd: Odd
    args(count: Int = 1, where: Where, list: [Int!], mood: Mood): String nodes: [Node!]! query: Query deep: [[[B!]]!]
  }
  type B implements Node {
    id: ID! name: String self: Node text: String! as: [A] c: C! odds: [Odd!] a: A bool: Boolean!
    args(count: Int!, wheres: [Where!]): Int!
  }
  type C implements Node { id: ID! name: String! self: Node count: Int query: Query b: B! }
  type Query {
    a: A b: B! c: C node: Node node1: Node! any: Any anys: [Any!] nodes: [Node] list: [Int!]! text: String! as: [A!]
    bs: [B!]! args(count: Int, where: Where, mood: Mood = WILD, lists: [[Int]]): String query: Query
  }
  type Mutation { a(count: Int): A b: B! count: Int nodes: [Node!] text: String! args(where: Where): String }
`)
/** Fields with a resolver; all others are properties. */
const RESOLVED: Readonly<Record<string, readonly string[]>> = {
  A: ['args', 'any', 'nodes', 'self', 'count'],
  B: ['a', 'args', 'c'],
  C: ['b', 'name'],
  Query: ['a', 'c', 'args', 'text', 'nodes', 'anys'],
  Mutation: ['a', 'nodes', 'args', 'text'],
}

/** The key of the values that are read now. */
let world = ''

for (const [name, fields] of Object.entries(RESOLVED))
  for (const field of fields) {
    const definition = (SCHEMA.getType(name) as GraphQLObjectType).getFields()[field]!
    definition.resolve = (source: { key?: string } | undefined, args: object) => {
      const text = JSON.stringify(args)
      if (field === 'args') return text
      return valueFor(SCHEMA, definition.type, `${world}${source?.key ?? ''}!${field}${text}`, false)
    }
  }
const odd = SCHEMA.getType('Odd')
if (isScalarType(odd))
  odd.coerceOutputValue = value => {
    if (value === 'throws') throw new Error('it throws')
    if (value === 'promised') return Promise.resolve(value)
    return value === 'rejected' ? Promise.reject(new Error('rejected')) : value === 'missing' ? undefined : value
  }
const { C } = SCHEMA.getTypeMap() as { C: GraphQLObjectType }
C.isTypeOf = (source: { key?: string }) => {
  const random = randomOf(`${world}${source?.key} is`)
  return random.maybe(0.3) ? Promise.resolve(random.maybe(0.9)) : random.maybe(0.9)
}

/** Errors whose texts show a value each say it in words of their own; no client sees them. */
const comparable = (text: string) =>
  text.replace(/"message":"(?:Expected|Abstract type|Runtime Object)(?:[^"\\]|\\.)*?","locations"/g, '"shown"')

const ours = createExecute(SCHEMA)

async function answerOf(run: (args: ExecutionArgs) => unknown, args: Omit<ExecutionArgs, 'schema' | 'rootValue'>) {
  const roots = [SCHEMA.getQueryType()!, SCHEMA.getMutationType()!].map(type =>
    objectFor(SCHEMA, type, `${world}${type.name}`, randomOf(world)),
  )
  const [operation] = args.document.definitions
  const isMutation = operation && 'operation' in operation && operation.operation === 'mutation'
  const result = await run({ ...args, schema: SCHEMA, rootValue: roots[isMutation ? 1 : 0] })
  // What nobody awaits any more ends before the next values are read.
  await new Promise(resolve => setImmediate(resolve))
  return comparable(JSON.stringify(result))
}

test(`documents and values of the seed ${SEED} have the same answers from both executors, to the byte`, async () => {
  // A rejection that both leave uncaught is none of this test's.
  const caught = () => {}
  process.on('unhandledRejection', caught)
  const end = Date.now() + MINUTES * 60_000
  let executed = 0
  try {
    for (let n = 0; Date.now() < end; n++) {
      const made = randomDocument(SCHEMA, randomOf(`${SEED} document ${n}`))
      const document = parse(made.text)
      if (validate(SCHEMA, document).length > 0) continue
      for (let turn = 0; turn < 6; turn++) {
        const variableValues = randomVariables(made, randomOf(`${SEED} ${n} variables ${turn}`))
        world = `${SEED} ${n} ${turn >> 1} `
        const expected = await answerOf(execute, { document, variableValues })
        expect(await answerOf(ours, { document, variableValues }), `${made.text} ${n} ${turn}`).toBe(expected)
        executed++
      }
    }
  } finally {
    process.off('unhandledRejection', caught)
  }
  expect(executed).toBeGreaterThan(100 * MINUTES)
})
