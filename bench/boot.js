import { definePlugin } from '@platform/plugin-sdk'
import { openTestPlatform } from '@platform/server/testing'
import { graphql, median, PAGE, rounded } from './lib/page.js'
import { startServer } from './lib/server.js'

const PLUGINS = 40
const ROUNDS = 7

/**
 * Measures how much longer the composition of a platform takes with 40 plugins of ten hooks each than without plugins.
 */
export async function boot() {
  const plugins = Array.from({ length: PLUGINS }, (_, i) => plugin(i))
  const times = { none: [], all: [] }
  for (let round = 0; round < ROUNDS; round++) {
    for (const [kind, list] of [
      ['none', []],
      ['all', plugins],
    ]) {
      const began = performance.now()
      const platform = await openTestPlatform({ plugins: list })
      times[kind].push(performance.now() - began)
      await platform[Symbol.asyncDispose]()
    }
  }
  return {
    '40 plugins with 10 hooks each, more than none': {
      value: rounded(median(times.all.map((time, i) => time - times.none[i])), 0),
      unit: 'ms',
      target: 'under 1,000',
    },
    none: { value: rounded(median(times.none), 0), unit: 'ms', target: 'under 300' },
  }
}

function plugin(i) {
  const type = `Bench${i}`
  return definePlugin({
    name: `bench-${i}`,
    sdk: '^1.0',
    typeDefs: `type ${type} { name: String }
      type RootQuery { bench${i}: ${type} }
      type Comment { bench${i}: String }
      type Subscription { bench${i}Added: ${type} }`,
    context: { [`bench${i}`]: () => ({ notify: () => true }) },
    loaders: () => ({ [type]: { load: () => ({ name: type }) } }),
    mutators: () => ({ [type]: { create: () => ({ name: type }) } }),
    resolvers: {
      RootQuery: { [`bench${i}`]: (_root, _args, { loaders }) => loaders[type].load() },
      Comment: { [`bench${i}`]: comment => comment.body },
    },
    hooks: { RootMutation: { createComment: { pre: () => {}, post: { mode: 'observe', run: () => {} } } } },
    setupFunctions: { [`bench${i}Added`]: () => ({ [`bench${i}Added`]: { filter: () => true } }) },
    tags: [{ name: `BENCH_${i}`, permissions: { public: true }, models: ['COMMENTS'], created_at: new Date(0) }],
    tokenUserNotFound: () => null,
    router: router => {
      router.get(`/api/v1/bench-${i}`, (_req, res) => res.json({}))
    },
  })
}

/** The time from the start of the process to the answer of the first query, on a store with all threads. */
export async function start({ assets, store }) {
  const path = await store()
  const times = []
  for (let round = 0; round < 6; round++) {
    const server = await startServer(path)
    await graphql(server, PAGE, { url: assets[0].url })
    // The first start fills the caches of the build.
    if (round > 0) times.push(performance.now() - server.began)
    await server.stop()
  }
  return { 'to the first answer': { value: rounded(median(times), 0), unit: 'ms', target: 'under 1,500' } }
}
