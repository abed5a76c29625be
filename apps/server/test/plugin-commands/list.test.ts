import { expect, test } from 'vitest'
import { sitesInTurn } from './site.ts'

const createSite = sitesInTurn()

const installed = (name: string, version: string) => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, version, main: 'index.js' }),
  [`node_modules/${name}/index.js`]: 'module.exports = { tags: [] }',
})

const site = () =>
  createSite(
    {
      'plugins.json': `{
    // how each of them stands
    "server": ["local", {"platform-plugin-good": "^1.0"}, {"platform-plugin-old": "^2.0"}, {"platform-plugin-beta": "^2.0"}, {"platform-plugin-gone": "^1.0"}, "off", {"shadowed": "^9.0"}],
    "client": ["local", "looks"],
    "settings": {"off": {"onFailure": "disable"}, "strange": {}}
  }`,
      ...installed('platform-plugin-good', '1.4.0'),
      ...installed('platform-plugin-old', '1.4.0'),
      ...installed('platform-plugin-beta', '2.0.0-beta.1'),
      ...installed('shadowed', '9.1.0'),
      'plugins/local/server/index.js': 'module.exports = { typeDefs: "scalar A", context: { a: () => ({}) } }',
      'plugins/off/index.js': 'throw new Error("not today")',
      'plugins/shadowed/index.js': 'module.exports = {}',
      'plugins/looks/client/index.js': 'export default {}',
    },
    { packages: false },
  )

test('list prints the state of every plugin', async () => {
  await using at = await site()
  const { plugins } = (await at.platform(['plugins', 'list', '--json'])).json()
  expect(
    plugins.map(({ name, version, state, server, client }: any) => [name, version, state, server, client]),
  ).toEqual([
    ['local', null, 'local', true, true],
    ['platform-plugin-good', '1.4.0', 'installed', true, false],
    ['platform-plugin-old', '1.4.0', 'outdated', true, false],
    ['platform-plugin-beta', '2.0.0-beta.1', 'outdated', true, false],
    ['platform-plugin-gone', null, 'missing', true, false],
    ['off', null, 'disabled', true, false],
    ['shadowed', null, 'local', true, false],
    ['looks', null, 'local', false, true],
  ])
  expect(plugins[0]).toMatchObject({ hooks: ['typeDefs', 'context'], origin: 'plugins/local/server/index.js' })
  const { out, code } = await at.platform(['plugins', 'list'])
  expect(code).toBe(0)
  expect(out).toMatch(/^NAME +VERSION +STATE/)
  expect(out).toMatch(/platform-plugin-good +1\.4\.0 +installed +server +tags +node_modules/)
  expect(out).toMatch(/4 of 8 can't be used: `platform plugins doctor` prints why/)
})

test('list and inspect name the plugin a clash disables, its dependents, and what stops the server', async () => {
  const needs = `module.exports = Object.defineProperty({}, Symbol.for('@platform/plugin'), { value: { name: 'needs', sdk: '^1.0', contract: 1, requires: { second: '*' } } })`
  const polls = 'module.exports = { context: { Polls: () => ({}) } }'
  await using at = await createSite(
    {
      'plugins.json':
        '{"server": ["first", "second", "needs", "fine", "core"], "settings": {"second": {"onFailure": "disable"}}}',
      'plugins/first/index.js': polls,
      'plugins/second/index.js': polls,
      'plugins/needs/index.js': needs,
      'plugins/fine/index.js': 'console.log("noise"); module.exports = {}',
      'plugins/core/index.js': 'module.exports = { typeDefs: "type Comment { body: Int }" }',
    },
    { packages: false },
  )
  const states = async () =>
    (await at.platform(['plugins', 'list', '--json'])).json().plugins.map(({ name, state }: any) => `${name} ${state}`)
  expect(await states()).toEqual(['first local', 'second disabled', 'needs disabled', 'fine local', 'core broken'])
  const { out } = await at.platform(['plugins', 'list'])
  expect(out).toMatch(/disabled second: first and second both define the context Polls\n/)
  expect(out).toMatch(/disabled needs: it requires second, which is disabled\n/)
  expect((await at.platform(['plugins', 'inspect', 'second', '--json'])).json()).toMatchObject({
    state: 'disabled',
    disabled: expect.stringContaining('both define the context Polls'),
    problems: [{ code: 'PLUGIN_CONFLICT' }],
  })
}, 60_000)

test('doctor names the command that installs a missing plugin, and lists unused settings and variables', async () => {
  await using at = await site()
  const { code, out } = await at.platform(['plugins', 'doctor', '--json'], { PLATFORM_PLUGIN_NOBODY_KEY: 'x' })
  const { findings } = JSON.parse(out)
  expect(code).toBe(1)
  expect(
    findings
      .filter(({ severity }: any) => severity === 'problem')
      .map(({ code: what, plugins, fix }: any) => [what, plugins[0], /reconcile/.test(fix)]),
  ).toEqual([
    ['PLUGIN_NOT_FOUND', 'platform-plugin-old', true],
    ['PLUGIN_NOT_FOUND', 'platform-plugin-beta', true],
    ['PLUGIN_NOT_FOUND', 'platform-plugin-gone', true],
    ['PLUGIN_LOAD_FAILED', 'off', false],
    ['PLUGIN_CLIENT_MISSING', 'local', false],
  ])
  expect(findings.filter(({ severity }: any) => severity === 'advice').map(({ cause }: any) => cause)).toEqual([
    'PLATFORM_PLUGIN_NOBODY_KEY belongs to no plugin of the list and is ignored',
    'plugins.json: settings.strange is for a plugin that is not listed',
    expect.stringMatching(
      /^shadowed: \^9\.0 is asked for, and the folder plugins\/shadowed is used, which has no version/,
    ),
  ])
})

test('a configuration that only a client part could get is advice of the doctor and of the build', async () => {
  const unread = /settings\.shown\.config \(most\) is not read: shown is listed under client only/
  await using at = await createSite(
    {
      'plugins.json': JSON.stringify({
        server: ['both'],
        client: ['shown', 'both'],
        settings: { shown: { config: { most: 3 } }, both: { config: {} } },
      }),
      'plugins/shown/client/index.js': 'export default {}',
      'plugins/both/client/index.js': 'export default {}',
      'plugins/both/server/index.js': 'module.exports = {}',
    },
    { packages: false },
  )
  const { code, out } = await at.platform(['plugins', 'doctor', '--json'])
  expect([code, JSON.parse(out).findings]).toEqual([
    0,
    [
      expect.objectContaining({
        code: 'PLUGIN_CONFIG_UNREAD',
        severity: 'advice',
        cause: expect.stringMatching(unread),
        fix: expect.stringMatching(/server part whose public names most.*plugins_config/),
      }),
    ],
  ])
  expect((await at.platform(['build', '--json'])).json().warnings).toEqual([expect.stringMatching(unread)])
})

test('the doctor names files that import the server by a path, and what to import instead', async () => {
  await using at = await createSite({
    'plugins.json': '{"server": ["reaches"]}',
    'plugins/reaches/index.js':
      '// nothing\nconst { needed } = require("middleware/authorization")\nmodule.exports = require("./lib/inner")',
    'plugins/reaches/lib/inner.js':
      'const Users = require("../../../services/users")\nmodule.exports = { init() { return import("@platform/server/middleware/authorization") } }\n' +
      'require("apps/server/src/runtime/clock")\nrequire("@platform/server/models/asset")\nrequire("url")',
  })
  const { code, out } = await at.platform(['plugins', 'doctor', '--json'])
  expect(JSON.parse(out)).toMatchObject({
    healthy: true,
    findings: [
      {
        code: 'PLUGIN_INTERNAL_IMPORT',
        severity: 'advice',
        cause: 'plugins/reaches/index.js:2 imports middleware/authorization, an internal module of the server',
        fix: 'use needed of @platform/plugin-sdk',
      },
      {
        cause: 'plugins/reaches/lib/inner.js:1 imports ../../../services/users, an internal module of the server',
        fix: 'use @platform/server/services/users',
      },
      {
        cause:
          'plugins/reaches/lib/inner.js:2 imports @platform/server/middleware/authorization, an internal module of the server',
        fix: 'use needed of @platform/plugin-sdk',
      },
      {
        cause: 'plugins/reaches/lib/inner.js:3 imports apps/server/src/runtime/clock, an internal module of the server',
        fix: expect.stringMatching(/context\.loaders.*: nothing promises that this module stays/),
      },
    ],
  })
  expect(code).toBe(0)
})

test("the doctor reports routes outside a plugin's own paths; a strategy's name is its own", async () => {
  await using at = await createSite(
    {
      'plugins.json': '{"server": ["people", "platform-plugin-facebook-auth"]}',
      'plugins/people/index.js': `module.exports = { router(router) {
      for (const path of ['/api/v1/people', '/people/all', '/api/v1/people/:id', '/elsewhere']) router.get(path, (req, res) => res.end())
      router.use((req, res, next) => next())
    } }`,
      'plugins/platform-plugin-facebook-auth/index.js': `module.exports = {
      authStrategies(registry) { registry.use({ name: 'facebook', authenticate() {} }) },
      router(router) { for (const path of ['/facebook', '/api/v1/auth/facebook/callback']) router.get(path, (req, res) => res.end()) },
    }`,
    },
    { packages: false },
  )
  const { healthy, findings } = (await at.platform(['plugins', 'doctor', '--json'])).json()
  expect([
    healthy,
    findings.map(({ code, severity, cause }: any) => `${code} ${severity} ${cause.split('\n')[0]}`),
  ]).toEqual([
    true,
    [
      'PLUGIN_ROUTE_OUTSIDE advice people mounts GET /elsewhere, outside its own paths',
      'PLUGIN_ROUTE_OUTSIDE advice people mounts middleware without a path, which sees every request, outside its own ' +
        'paths',
    ],
  ])
})

test('a CommonJS folder plugin imports the contract and server modules by their public names', async () => {
  await using at = await createSite(
    {
      'plugins.json': '{"server": ["plain", "typed"]}',
      'package.json': '{"type": "module"}',
      'plugins/plain/index.js':
        'const { needed } = require("@platform/plugin-sdk"); const Asset = require("@platform/server/models/asset"); module.exports = { router(router) { router.get("/api/v1/plain", needed("ADMIN"), async (req, res) => res.json(await Asset.find({}))) } }',
      'plugins/typed/server/index.ts':
        'import { definePlugin } from "@platform/plugin-sdk"\nimport { url } from "@platform/server/url"\nexport default definePlugin({ name: "typed", sdk: "^1.0", connectors: { typed: { url: url as object } } })',
    },
    { packages: false },
  )
  const { code, out } = await at.platform(['plugins', 'doctor', '--json'])
  expect([code, JSON.parse(out)]).toEqual([0, { healthy: true, findings: [] }])
})

test('a list that can not be read is a finding too', async () => {
  await using at = await createSite({ 'plugins.json': '{\n  "server": ["a"\n}' }, { packages: false })
  const { code, out } = await at.platform(['plugins', 'doctor'])
  expect(code).toBe(1)
  expect(out).toMatch(/PLUGIN_LIST_INVALID {2}plugins\.json: line 3, column 1/)
  const list = await at.platform(['plugins', 'list'])
  expect(list.code).toBe(78)
  expect(list.err).toMatch(/PLUGIN_LIST_INVALID {2}plugins\.json: line 3/)
})
