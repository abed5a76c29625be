import { definePlugin } from '@platform/plugin-sdk'
import { openTestPlatform } from '@platform/server/testing'
import { median, rounded } from './lib/page.js'

const PLUGINS = 40
const ROUNDS = 7

/** How much longer a platform with 40 plugins of ten hooks each takes to be composed than one with none. */
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
    none: { value: rounded(median(times.none), 0), unit: 'ms' },
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
