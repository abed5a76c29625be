import { definePlugin } from '@platform/plugin-sdk'
import { openTestPlatform } from '@platform/server/testing'
import { execute, parse } from 'graphql'
import { median, rounded } from './lib/page.js'

const ITEMS = 200
const FIELDS = 10
const ROUNDS = 61
/** Executions of one sample. */
const REPEATS = 10

/**
 * What attribution and hooks cost on a page of 2,000 resolver calls, 200 of them with a pre and a post hook of another
 * plugin: the same resolvers as composed, and put on the schema bare and without hooks, in turns. Both execute the same
 * document on the same schema. Times are of the processor, which other work on the machine moves less than the clock.
 */
export async function hooks() {
  await using opened = await openTestPlatform({ plugins: [page(), around()] })
  const { schema, createContext } = opened.platform.composition
  const document = parse(`{ benchItems { ${names().join(' ')} } }`)
  const fields = schema.getType('BenchItem').getFields()
  const wrapped = Object.fromEntries(names().map(name => [name, fields[name].resolve]))
  const times = { bare: [], wrapped: [] }
  for (let round = 0; round < ROUNDS; round++) {
    for (const kind of round % 2 ? ['bare', 'wrapped'] : ['wrapped', 'bare']) {
      for (const name of names()) fields[name].resolve = kind === 'bare' ? read : wrapped[name]
      const began = process.cpuUsage()
      for (let i = 0; i < REPEATS; i++) {
        const { errors } = await execute({ schema, document, contextValue: createContext() })
        if (errors) throw errors[0]
      }
      times[kind].push(used(began))
    }
  }
  const cost = times.wrapped.map((time, i) => time / times.bare[i])
  const asked = await wholePage(opened, kind => {
    for (const name of names()) fields[name].resolve = kind === 'bare' ? read : wrapped[name]
  })
  return {
    'a page asked for by HTTP, median of pairs': {
      value: rounded(median(asked), 3),
      unit: 'x',
      target: 'at most 1.05',
    },
    'its resolvers alone, wrapped to bare, fastest of each': {
      value: rounded(Math.min(...times.wrapped) / Math.min(...times.bare), 3),
      unit: 'x',
    },
    'its resolvers alone, wrapped to bare, median of pairs': { value: rounded(median(cost), 3), unit: 'x' },
    'its resolvers alone, bare': { value: rounded(Math.min(...times.bare) / REPEATS, 2), unit: 'ms' },
  }
}

/** The same page as a reader gets it, through HTTP, checks and serialisation. */
async function wholePage(opened, put) {
  const reader = await opened.createUser()
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: `{ benchItems { ${names().join(' ')} } }` }),
  }
  const ratios = []
  for (let round = 0; round < ROUNDS; round++) {
    const times = {}
    for (const kind of round % 2 ? ['bare', 'wrapped'] : ['wrapped', 'bare']) {
      put(kind)
      const began = process.cpuUsage()
      for (let i = 0; i < REPEATS; i++) await (await opened.http('/api/v1/graph/ql', request, reader)).json()
      times[kind] = used(began)
    }
    ratios.push(times.wrapped / times.bare)
  }
  return ratios
}

/** Processor time since then. Milliseconds. */
const used = began => {
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1_000
}

const names = () => Array.from({ length: FIELDS }, (_, i) => `field${i}`)
const read = (item, _args, context) => (context.user === null ? item.value : null)

function page() {
  return definePlugin({
    name: 'bench-page',
    sdk: '^1.0',
    typeDefs: `type BenchItem { ${names()
      .map(name => `${name}: String`)
      .join(' ')} } type RootQuery { benchItems: [BenchItem!]! }`,
    resolvers: {
      BenchItem: Object.fromEntries(names().map(name => [name, read])),
      RootQuery: { benchItems: () => Array.from({ length: ITEMS }, (_, i) => ({ value: `value ${i}` })) },
    },
  })
}

/** Hooks of another plugin, around one field of each item. */
function around() {
  return definePlugin({
    name: 'bench-around',
    sdk: '^1.0',
    requires: { 'bench-page': '*' },
    hooks: { BenchItem: { field0: { pre: (_item, _args, _context) => {}, post: { mode: 'observe', run: () => {} } } } },
  })
}
