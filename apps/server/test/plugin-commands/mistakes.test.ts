import { expect, test } from 'vitest'
import { sitesInTurn } from './site.ts'

const createSite = sitesInTurn()

/** Plugin → its hooks, and the finding of doctor about them. */
const MISTAKES: Record<string, { hooks: string; says: string }> = {
  text: {
    hooks: "loaders: () => ({ People: { all: 'everyone' } })",
    says: 'PLUGIN_HOOK_INVALID problem text loaders: People.all: is a string, expected a function',
  },
  called: {
    hooks: 'loaders: () => ({ People: { one: (async () => [])() } })',
    says:
      'PLUGIN_HOOK_INVALID problem called loaders: People.one: is a promise, expected a function; ' +
      'give the function itself, without calling it',
  },
  nothing: {
    hooks: 'mutators: () => ({ Person: { create: undefined } })',
    says: 'PLUGIN_HOOK_INVALID problem nothing mutators: Person.create: is undefined, expected a function',
  },
  forgets: {
    hooks: 'loaders: () => { ({ Things: { all: () => [] } }) }',
    says: 'PLUGIN_HOOK_FAILED problem forgets loaders: gave undefined, expected a map of groups, like { People: { load() {} } }',
  },
  waits: {
    hooks: 'context: { waits: async () => ({ notify() {} }) }',
    says:
      'PLUGIN_HOOK_INVALID advice waits context: waits: gave a promise, expected the part of the context itself; ' +
      'remove async, and await inside the functions',
  },
  empty: {
    hooks: 'context: { empty: () => {} }',
    says: 'PLUGIN_HOOK_INVALID advice empty context: empty: gave undefined, expected the part of the context itself',
  },
  channels: {
    hooks:
      "typeDefs: 'type Subscription { knock: Int }', resolvers: { Subscription: { knock: n => n } }, " +
      'setupFunctions: { knock: () => ({ knock: () => true }) }',
    says: 'PLUGIN_HOOK_INVALID advice channels setupFunctions: knock: knock is a function, expected { filter }',
  },
  misspelt: {
    hooks: 'hooks: { RootMutation: { createComent: { pre() {} } } }',
    says: 'PLUGIN_UNKNOWN_FIELD problem misspelt hooks: RootMutation.createComent: the type RootMutation has no such field',
  },
}

async function findingsOf(names: readonly string[]) {
  await using site = await createSite(
    {
      'plugins.json': JSON.stringify({ server: names }),
      ...Object.fromEntries(
        names.map(name => [`plugins/${name}/index.js`, `module.exports = { ${MISTAKES[name]!.hooks} }`]),
      ),
    },
    { packages: false },
  )
  return (await site.platform(['plugins', 'doctor', '--json'])).json().findings
}

const told = ({ code, severity, cause }: any) => `${code} ${severity} ${cause.split('\n')[0]}`

test.each(Object.entries(MISTAKES))(
  'doctor finds the mistake of the plugin %s',
  async (name, { says }) => {
    expect((await findingsOf([name])).map(told)).toEqual([says])
  },
  60_000,
)

test('doctor suggests the field that a hook means', async () => {
  expect((await findingsOf(['misspelt']))[0].fix).toBe('did you mean RootMutation.createComment?')
}, 60_000)

test("a data loader of a library is a loader, and Node's own url is no module of the server", async () => {
  await using site = await createSite(
    {
      'plugins.json': '{"server": ["older"]}',
      'plugins/older/index.js': `
        const { parse } = require('url')
        const url = require('node:url')
        module.exports = { loaders: () => ({ Counts: { deep: { load: async id => id.length, clear() {} } } }) }`,
    },
    { packages: false },
  )
  const doctor = await site.platform(['plugins', 'doctor', '--json'])
  expect([doctor.code, doctor.json().findings]).toEqual([0, []])
}, 60_000)
