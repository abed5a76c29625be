import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  buildSchema,
  type ExecutionArgs,
  execute,
  type GraphQLSchema,
  isObjectType,
  isScalarType,
  parse,
} from 'graphql'
import { expect, test } from 'vitest'
import { createExecute } from '#server/graphql/executor/index'

// What the server's executor answers is compared, byte for byte, with the answers of graphql's own.

const SCHEMA = /* GraphQL */ `
  scalar Odd
  interface Named { name: String }
  union Thing = Cat | Dog
  type Cat implements Named { name: String lives: Int! mood: Mood friend: Dog }
  type Dog implements Named { name: String barks: Boolean! friends: [Cat!]! toys: [[String]] }
  type Guarded { name: String }
  enum Mood { CALM WILD }
  input Where { name: String = "nobody" limit: Int deep: [Int!] }
  type Query {
    cat(name: String = "Tom", where: Where): Cat
    later(ms: Int): Cat
    cats: [Cat]
    strict: [Cat!]!
    things: [Thing!]
    promisedThings: [Named]
    lost: Named
    guarded: Guarded
    refused: Guarded
    args(text: String, where: Where, list: [Int], odd: Odd): String
    required: String!
    fails: String
    failsLater: String
    rejects: [Int]
    gives: String
    odd: Odd
    none: Odd
    wrong: Int
    method(by: Int): Int
    counted: Int
    vanishing: Int
    noList: [Int]
    stream: [Int]
    brokenStream: [Int]
    mixed: [String!]
    root: Query
    info: String
    signal: String
    error: String
    thenable: String
    remote: Int
    remotes: [Int]
    remoteCat: Cat
    remoteNames: [Named]
    remoteFails: Int
    trap: Cat
    traps: [String]
    fewItems: [String!]
    manyItems: [String!]
    halfStream: [String!]
    promisedOdd: Odd
    tree(fails: Int): Tree
    oddIterable: [Int]
  }
  type Tree { fails: Int inner: Tree late: Tree odd: Odd }
  type Mutation { add(step: Int!): Int! fail: Int! failSlowly: Failing! none: Int }
  type Failing { items: [Odd] required: Int! }
`

const cat = (name: string | null, more = {}) => ({
  __typename: 'Cat',
  name,
  lives: 9,
  mood: 'CALM',
  friend: dog,
  ...more,
})
const dog: object = {
  __typename: 'Dog',
  name: Promise.resolve('Rex'),
  barks: () => true,
  friends: () => [cat('Tom'), Promise.resolve(cat('Kit'))],
  toys: [['ball', null], null, ['bone']],
}
const failing = (message: string) => new Error(message)
/** A function that is also a promise, as clients of remote services give them. */
const callable = (value: unknown) =>
  // biome-ignore lint/suspicious/noThenProperty: resolvers of plugins may give such functions
  Object.assign(() => value, { then: (done: (value: unknown) => void) => done(value) })

function rootOf(): object {
  let count = 0
  return {
    cat: ({ name, where }: { name: string; where?: { name: string } }) => cat(`${name} ${where?.name ?? ''}`),
    later: async () => cat('late'),
    cats: () => [cat('a'), null, failing('no cat'), Promise.reject(failing('no cat later')), cat('b', { lives: null })],
    strict: () => [cat('a', { lives: 'many' }), cat('b')],
    things: async () => [cat('a'), dog, Promise.resolve(dog)],
    promisedThings: [cat('a'), { name: 'somebody' }, { __typename: 'Mood', name: 'x' }, dog],
    lost: { name: 'nobody' },
    guarded: { name: 'kept', ok: true },
    refused: { name: 'refused' },
    args: (given: object) => JSON.stringify(given),
    required: null,
    fails: () => {
      throw failing('it fails')
    },
    failsLater: async () => {
      throw failing('it fails later')
    },
    rejects: () => [1, Promise.reject(failing('item')), 3],
    gives: () => 'given',
    odd: 3,
    none: 2,
    wrong: 'text',
    method({ by }: { by?: number }) {
      count += by ?? 1
      return count
    },
    get counted() {
      count += 1
      return () => count
    },
    get vanishing() {
      count += 1
      return count % 2 ? () => count : undefined
    },
    noList: 'text',
    async *stream() {
      yield 1
      yield Promise.resolve(2)
    },
    async *brokenStream() {
      yield 1
      throw failing('the end')
    },
    mixed: new Set(['a', Promise.resolve('b')]),
    root: () => rootOf(),
    info: (_args: object, _context: object, { path, fieldName, fieldNodes, parentType }: any) =>
      JSON.stringify([path, fieldName, fieldNodes.length, String(parentType)]),
    signal: (_args: object, _context: object, info: any) => String(info.getAbortSignal().aborted),
    error: failing('a value'),
    get thenable() {
      // biome-ignore lint/suspicious/noThenProperty: resolvers of plugins may give such objects
      return { then: (done: (value: string) => void) => done('then') }
    },
    remote: () => callable(1),
    remotes: () => callable([callable(1), 2]),
    remoteCat: () =>
      callable(cat('remote', { lives: () => callable(9), friend: callable(dog), mood: callable('WILD') })),
    remoteNames: () => [callable(cat('a')), callable({ __typename: 'Dog', name: () => callable('b') })],
    remoteFails: () => callable(failing('it fails there')),
    get trap() {
      return {
        // biome-ignore lint/suspicious/noThenProperty: resolvers of plugins may give such objects
        get then() {
          throw failing('a trap')
        },
      }
    },
    traps() {
      const { trap } = this as unknown as { trap: unknown }
      return ['a', trap]
    },
    fewItems: () => [failing('the first'), Promise.reject(failing('the second'))],
    manyItems: function* () {
      yield Promise.reject(failing('one'))
      yield null
      yield Promise.reject(failing('three'))
    },
    async *halfStream() {
      try {
        yield null
      } finally {
        await new Promise(() => {})
      }
    },
    promisedOdd: 5,
    tree: ({ fails }: { fails?: number }) => treeOf(fails ?? 0),
    oddIterable: { [Symbol.iterator]: 3 },
    failSlowly: async () => ({ items: [1, 2, 3, 4, 5, 6].map(failAfter), required: null }),
    add: async ({ step }: { step: number }) => {
      const before = count
      await new Promise(resolve => setImmediate(resolve))
      count = before + step
      return count
    },
    fail: () => null,
  }
}

async function failAfter(turns: number): Promise<never> {
  for (let i = 0; i < turns; i++) await undefined
  throw failing(`it fails after ${turns}`)
}

/** A tree in which the error of a field comes the later the deeper it is. */
const treeOf = (depth: number): object => ({
  fails: () => Promise.reject(failing(`it fails at ${depth}`)),
  odd: 5,
  ...(depth > 0 ? { inner: treeOf(depth - 1), late: Promise.resolve(treeOf(depth - 1)) } : {}),
})

function schemaOf(): GraphQLSchema {
  const schema = buildSchema(SCHEMA)
  const odd = schema.getType('Odd')
  if (isScalarType(odd))
    odd.coerceOutputValue = value => {
      if (value === 5) return Promise.reject(failing('five'))
      return Number(value) % 2 === 0 ? undefined : value
    }
  const guarded = schema.getType('Guarded')
  if (isObjectType(guarded)) guarded.isTypeOf = async value => 'ok' in value
  const query = schema.getQueryType()!
  query.getFields()['gives']!.resolve = (source: { gives(): string }) => `${source.gives()} twice`
  return schema
}

const CONDITIONS = `query ($a: Boolean!, $b: Boolean!) {
  gives @skip(if: $a) odd @include(if: $b) cat @include(if: true) { name @skip(if: $b) lives }
}`

const DOCUMENTS: readonly (readonly [text: string, variables?: Record<string, unknown> | undefined])[] = [
  ['{ cat { name lives mood friend { name barks friends { name } toys } } }'],
  ['{ cat(name: "A", where: { limit: 2 }) { name } b: cat(name: null) { name } c: cat(where: null) { name } }'],
  ['query ($n: String, $w: Where) { cat(name: $n, where: $w) { name } }', { w: { deep: [1] } }],
  ['query ($n: String = "D") { cat(name: $n) { name } }'],
  ['query ($x: Int) { args(where: { limit: $x }, list: [1, $x]) }', { x: 3 }],
  ['query ($x: Int) { args(where: { limit: $x }, text: "t", odd: { a: [1] }) }'],
  ['query ($x: Int!) { args(list: [$x]) }'],
  ['query ($x: Int!) { args(list: [$x]) }', { x: 'no' }],
  ['{ cats { name lives } }'],
  ['{ strict { name lives } cat { name } }'],
  [
    '{ cat { name } later { name ...F } ...G } fragment F on Cat { friend { name } } fragment G on Query { later { mood lives } }',
  ],
  ['{ things { __typename ... on Cat { name lives } ... on Dog { barks friends { name friend { barks } } } } }'],
  [
    '{ things { ... on Named { name } ... { __typename } ...F ...F } } fragment F on Dog { toys ...F2 } fragment F2 on Named { n: name }',
  ],
  ['{ promisedThings { name ... on Dog { barks } } gives }'],
  ['{ lost { name } }'],
  ['{ guarded { name } refused { name } }'],
  ['query ($a: Boolean) { refused { name @include(if: $a) } guarded { name @include(if: $a) } }', { a: null }],
  ['{ fails failsLater rejects gives error thenable }'],
  ['{ required fails }'],
  ['{ root { required failsLater } gives }'],
  ['{ root { root { fails required } gives } }'],
  ['{ odd wrong method(by: 2) again: method }'],
  ['{ none gives }'],
  ['{ counted again: counted }'],
  ['{ vanishing }'],
  ['{ noList stream brokenStream mixed }'],
  ['{ info root { info a: info } signal }'],
  ['{ __proto__: gives constructor: odd root { __proto__: gives } }'],
  ['{ unknown gives cat { unknown name } }'],
  [CONDITIONS, { a: true, b: false }],
  [CONDITIONS, { a: false, b: true }],
  [
    'query ($a: Boolean!) { ...F @include(if: $a) ... @skip(if: $a) { odd } } fragment F on Query { gives }',
    { a: true },
  ],
  ['query ($a: Boolean = true) { odd cat { name @include(if: $a) } }', { a: null }],
  ['mutation { a: add(step: 1) b: add(step: 2) c: add(step: 3) }'],
  ['mutation { a: add(step: 1) fail b: add(step: 2) }'],
  ['mutation { failSlowly { items required } none a: none b: none }'],
  ['{ remote remotes remoteCat { name lives mood friend { barks } } remoteNames { name } remoteFails gives }'],
  ['{ trap { name } gives }'],
  ['{ traps gives }'],
  ['{ fewItems manyItems halfStream oddIterable }'],
  ['{ promisedOdd gives }'],
  ['{ tree(fails: 2) { late { late { fails } fails odd } inner { inner { fails odd } fails } fails } rejects }'],
  ['query A { odd } query B { gives }'],
  ['{ __schema { queryType { name } } __type(name: "Cat") { fields { name type { kind ofType { name } } } } }'],
]

/** Errors whose texts show a value each say it in words of their own; no client sees them. */
const comparable = (text: string) => text.replace(/"message":"(Expected|Abstract type).*?","locations"/g, '"$1"')

async function answerOf(run: (args: ExecutionArgs) => unknown, [text, variableValues]: (typeof DOCUMENTS)[number]) {
  const args = {
    schema: run === execute ? schemaOf() : SHARED,
    document: documentOf(text),
    rootValue: rootOf(),
    variableValues,
  }
  return comparable(JSON.stringify(await run(args as ExecutionArgs)))
}

const SHARED = schemaOf()
const ours = createExecute(SHARED)
const parsed = new Map<string, ReturnType<typeof parse>>()
const documentOf = (text: string) => {
  if (!parsed.has(text)) parsed.set(text, parse(text))
  return parsed.get(text)!
}

test.each(DOCUMENTS.map(([text, variables]) => ({ text, variables })))(
  '$text $variables is answered as graphql answers it, also a second time',
  async ({ text, variables }) => {
    const expected = await answerOf(execute, [text, variables])
    expect(await answerOf(ours, [text, variables])).toBe(expected)
    expect(await answerOf(ours, [text, variables])).toBe(expected)
  },
)

test('no promise of a list that has failed is left uncaught, because that would end the server', async () => {
  const uncaught: unknown[] = []
  const note = (error: unknown) => void uncaught.push(error)
  const before = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', note)
  try {
    for (const text of ['{ fewItems }', '{ manyItems }', '{ halfStream }']) await answerOf(ours, [text])
    await new Promise(resolve => setImmediate(resolve))
  } finally {
    process.off('unhandledRejection', note)
    for (const listener of before) process.on('unhandledRejection', listener)
  }
  expect(uncaught).toEqual([])
})

const collect = (): void => {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

test('a document of which every part has a condition is planned for some combinations at a time', async () => {
  const names = Array.from('abcdefghijk')
  const declared = names.map(name => `$${name}: Boolean!`)
  const text = `query (${declared}) { ${names.map(name => `${name}: odd @include(if: $${name})`).join(' ')} }`
  const valuesOf = (combination: number) =>
    Object.fromEntries(names.map((name, i) => [name, (combination & (1 << i)) !== 0]))
  const answered = async (combination: number) => {
    const values = valuesOf(combination)
    const { data } = JSON.parse(await answerOf(ours, [text, values]))
    expect(Object.keys(data)).toEqual(names.filter(name => values[name]))
  }
  await answered(1)
  collect()
  const before = process.memoryUsage().heapUsed
  for (let combination = 0; combination < 2 ** names.length; combination++) await answered(combination)
  await answered(1)
  collect()
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(1_000_000)
})

test('what is known of a document keeps no variables of the request for which it was found out', async () => {
  const text = 'query ($odd: Odd, $a: Boolean!) { args(odd: $odd) cat @include(if: $a) { name } }'
  const sent = async () => {
    const odd = { long: 'text' }
    await answerOf(ours, [text, { odd, a: true }])
    return new WeakRef(odd)
  }
  const kept = await sent()
  await new Promise(resolve => setImmediate(resolve))
  collect()
  expect(kept.deref()).toBeUndefined()
})
