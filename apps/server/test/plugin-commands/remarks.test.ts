import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { named } from '../compose/named.ts'
import { sitesInTurn } from './site.ts'

const createSite = sitesInTurn()

const SAID = 'PLUGIN_OVERRIDE note schema Comment.mood of second replaces the one of first'

test('doctor and inspect report legal but questionable choices, and where the operator decided', async () => {
  await using site = await createSite(
    {
      'plugins.json':
        '{"server": ["first", "second"], "settings": {"second": {"allow": ["schema.override:Comment.mood"]}}}',
      'plugins/first/index.js': 'module.exports = { typeDefs: `"one" scalar Mood type Comment { mood: String }` }',
      'plugins/second/index.js':
        'module.exports = { typeDefs: `"another" scalar Mood type Comment { mood: Int } type Query { lost: Int }` }',
    },
    { packages: false },
  )
  const doctor = await site.platform(['plugins', 'doctor', '--json'])
  const { healthy, findings } = doctor.json()
  expect([
    doctor.code,
    healthy,
    findings.map(({ code, severity, cause }: any) => `${code} ${severity} ${cause.split('\n')[0]}`),
  ]).toEqual([
    0,
    true,
    [
      'SCHEMA_DESCRIPTION advice first and second both describe Mood; the description of first stays',
      'SCHEMA_NOT_A_ROOT advice second defines the type Query, but the root of this schema is RootQuery: no ' +
        'query reaches it',
      SAID,
    ],
  ])
  const { warnings, overrides } = (await site.platform(['plugins', 'inspect', 'second', '--json'])).json()
  expect([warnings.map(({ code }: any) => code), overrides]).toEqual([
    ['SCHEMA_DESCRIPTION', 'SCHEMA_NOT_A_ROOT'],
    [{ what: 'schema Comment.mood', owner: 'second', over: 'first' }],
  ])
  const { out } = await site.platform(['plugins', 'inspect', 'second'])
  expect(out).toMatch(/^allowed\n {2}schema Comment\.mood of second/m)
  expect(out).toMatch(/^warnings\n {2}SCHEMA_DESCRIPTION/m)
}, 60_000)

test('doctor remarks on a range that the folder of the plugin does not fit', async () => {
  await using site = await createSite(
    {
      'plugins.json': '{"server": [{"fits": "^1.2"}, {"older": "^2.0"}, {"plain": "^1.0"}]}',
      'plugins/fits/index.js': 'module.exports = {}',
      'plugins/fits/package.json': '{"name": "fits", "version": "1.3.0"}',
      'plugins/older/index.js': 'module.exports = {}',
      'plugins/older/package.json': '{"name": "older", "version": "1.3.0"}',
      'plugins/plain/index.js': 'module.exports = {}',
    },
    { packages: false },
  )
  const { findings } = (await site.platform(['plugins', 'doctor', '--json'])).json()
  expect(findings.map(({ code, severity, cause }: any) => `${code} ${severity} ${cause.split('\n')[0]}`)).toEqual([
    'PLUGIN_RANGE_IGNORED advice older: ^2.0 is asked for, and the folder plugins/older is used, which is version 1.3.0',
    'PLUGIN_RANGE_IGNORED advice plain: ^1.0 is asked for, and the folder plugins/plain is used, which has no version',
  ])
}, 60_000)

test('doctor remarks on a route that lets a role in and administrators out', async () => {
  await using site = await createSite({
    'plugins.json': '{"server": ["digest"]}',
    'plugins/digest/index.js': `const { needed } = require('@platform/plugin-sdk')
      const answer = (req, res) => res.json({})
      module.exports = {
        router(router) {
          router.get('/api/v1/digest/strict', needed('MODERATOR'), answer)
          router.get('/api/v1/digest/open', needed.atLeast('MODERATOR'), answer)
          router.get('/api/v1/digest/both', needed('STAFF', 'ADMIN'), answer)
          router.get('/api/v1/digest/all', needed(), answer)
        },
      }`,
  })
  const doctor = await site.platform(['plugins', 'doctor', '--json'])
  expect(doctor.code).toBe(0)
  expect(doctor.json().findings).toMatchObject([
    {
      code: 'PLUGIN_ROUTE_WITHOUT_ADMIN',
      severity: 'advice',
      cause: expect.stringContaining('GET /api/v1/digest/strict for the role MODERATOR'),
      fix: "use needed.atLeast('MODERATOR'), which lets stronger roles in too",
    },
  ])
}, 60_000)

test('a start tells the same in its log, by its weight', async () => {
  const shout = named('shout', { typeDefs: 'type Query { lost: Int }', resolvers: { Comment: { body: () => 'loud' } } })
  await using platform = await createTestPlatform({
    plugins: [shout],
    settings: { shout: { allow: ['schema.override:Comment.body'] } },
  })
  expect(platform.logs.filter(({ plugins }) => plugins)).toMatchObject([
    { level: 'warn', msg: expect.stringContaining('SCHEMA_NOT_A_ROOT') },
    {
      level: 'info',
      plugins: ['shout', 'core'],
      msg: expect.stringContaining('resolver Comment.body of shout is used in place of the one of core'),
    },
  ])
})

test('a problem of one entry of the list, or of one package.json, hides no problem of the others', async () => {
  const needs = (version: string) =>
    `module.exports = Object.defineProperty({}, Symbol.for('@platform/plugin'), { value: { name: 'needs', version: '${version}', sdk: '^1.0', contract: 1, requires: { early: '*' } } })`
  await using site = await createSite(
    {
      'plugins.json':
        '{"server": ["../outside", "nothing", "early", "needs", {"platform-plugin-torn": "^1.0"}, "torn-here"], "client": 7, "settings": {"early": {"onFailure": "never"}}}',
      'plugins/nothing/index.js': 'module.exports = null',
      'plugins/early/index.js': 'module.exports = { resolver: {} }',
      'plugins/early/package.json': '{"version": "1.0.0-beta.1"}',
      'plugins/needs/index.js': needs('1.0.0'),
      'node_modules/platform-plugin-torn/package.json': '{"name": "platform-plugin-torn" "version": "1.2.0"}',
      'plugins/torn-here/index.js': 'module.exports = {}',
      'plugins/torn-here/package.json': '[]',
    },
    { packages: false },
  )
  const { findings } = (await site.platform(['plugins', 'doctor', '--json'])).json()
  expect(findings.map(({ code, cause }: any) => `${code} ${cause.split('\n')[0]}`)).toEqual([
    expect.stringMatching(/^PLUGIN_LIST_INVALID .*server\.0: this is no valid name/),
    expect.stringMatching(/^PLUGIN_LIST_INVALID .*client: /),
    expect.stringMatching(/^PLUGIN_LIST_INVALID .*settings\.early\.onFailure/),
    'PLUGIN_LOAD_FAILED nothing: could not be loaded: it exports null, expected one object of hooks',
    'PLUGIN_HOOK_INVALID early resolver: there is no such hook',
    expect.stringMatching(
      /^PLUGIN_LOAD_FAILED platform-plugin-torn: its package\.json can't be read: line 1, column 33: expected a comma/,
    ),
    "PLUGIN_LOAD_FAILED torn-here: its package.json can't be read: it is a list, expected an object",
  ])
}, 60_000)
