import { expect, test } from 'vitest'
import { createSite } from './site.ts'

const installed = (name: string, version: string) => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, version, main: 'index.js' }),
  [`node_modules/${name}/index.js`]: 'module.exports = { tags: [] }',
})

const site = () => createSite({
  'plugins.json': `{
    // how each of them stands
    "server": ["local", {"platform-plugin-good": "^1.0"}, {"platform-plugin-old": "^2.0"}, {"platform-plugin-beta": "^2.0"}, {"platform-plugin-gone": "^1.0"}, "off", {"shadowed": "^9.0"}],
    "client": ["local", "looks"],
    "settings": {"off": {"onFailure": "disable"}, "strange": {}}
  }`,
  ...installed('platform-plugin-good', '1.4.0'), ...installed('platform-plugin-old', '1.4.0'), ...installed('platform-plugin-beta', '2.0.0-beta.1'), ...installed('shadowed', '9.1.0'),
  'plugins/local/server/index.js': 'module.exports = { typeDefs: "scalar A", context: { a: () => ({}) } }',
  'plugins/off/index.js': 'throw new Error("not today")',
  'plugins/shadowed/index.js': 'module.exports = {}',
  'plugins/looks/client/index.js': 'export default {}',
}, { packages: false })

test('list says how every plugin stands', async () => {
  await using at = await site()
  const { plugins } = (await at.platform(['plugins', 'list', '--json'])).json()
  expect(plugins.map(({ name, version, state, server, client }: any) => [name, version, state, server, client])).toEqual([
    ['local', null, 'local', true, true], ['platform-plugin-good', '1.4.0', 'installed', true, false],
    ['platform-plugin-old', '1.4.0', 'outdated', true, false], ['platform-plugin-beta', '2.0.0-beta.1', 'outdated', true, false],
    ['platform-plugin-gone', null, 'missing', true, false], ['off', null, 'disabled', true, false],
    ['shadowed', null, 'local', true, false], ['looks', null, 'local', false, true],
  ])
  expect(plugins[0]).toMatchObject({ hooks: ['typeDefs', 'context'], origin: 'plugins/local/server/index.js' })
  const { out, code } = await at.platform(['plugins', 'list'])
  expect(code).toBe(0)
  expect(out).toMatch(/^NAME +VERSION +STATE/)
  expect(out).toMatch(/platform-plugin-good +1\.4\.0 +installed +server +tags +node_modules/)
  expect(out).toMatch(/4 of 8 not as they should be: `platform plugins doctor` says why/)
})

test('the doctor names the command that mends it, and what is stale', async () => {
  await using at = await site()
  const { code, out } = await at.platform(['plugins', 'doctor', '--json'], { PLATFORM_PLUGIN_NOBODY_KEY: 'x' })
  const { findings } = JSON.parse(out)
  expect(code).toBe(1)
  expect(findings.filter(({ severity }: any) => severity === 'problem').map(({ code: what, plugins, fix }: any) => [what, plugins[0], /reconcile/.test(fix)])).toEqual([
    ['PLUGIN_NOT_FOUND', 'platform-plugin-old', true], ['PLUGIN_NOT_FOUND', 'platform-plugin-beta', true], ['PLUGIN_NOT_FOUND', 'platform-plugin-gone', true], ['PLUGIN_LOAD_FAILED', 'off', false],
  ])
  expect(findings.filter(({ severity }: any) => severity === 'advice').map(({ cause }: any) => cause)).toEqual([
    'PLATFORM_PLUGIN_NOBODY_KEY belongs to no plugin of the list and is ignored', 'plugins.json: settings.strange is for a plugin that is not listed',
  ])
})

test('the doctor names files that import the server by a path, and what to import instead', async () => {
  await using at = await createSite({
    'plugins.json': '{"server": ["reaches"]}',
    'plugins/reaches/index.js': '// nothing\nconst { needed } = require("middleware/authorization")\nmodule.exports = require("./lib/inner")',
    'plugins/reaches/lib/inner.js': 'const Users = require("../../../services/users")\nmodule.exports = { init() { return import("@platform/server/middleware/authorization") } }',
  })
  const { code, out } = await at.platform(['plugins', 'doctor', '--json'])
  expect(JSON.parse(out)).toMatchObject({ healthy: true, findings: [
    { code: 'PLUGIN_INTERNAL_IMPORT', severity: 'advice', cause: 'plugins/reaches/index.js:2 imports the server\'s middleware/authorization', fix: 'use needed of @platform/plugin-sdk' },
    { cause: 'plugins/reaches/lib/inner.js:1 imports the server\'s ../../../services/users', fix: 'use @platform/server/services/users' },
    { cause: 'plugins/reaches/lib/inner.js:2 imports the server\'s @platform/server/middleware/authorization', fix: 'use needed of @platform/plugin-sdk' },
  ] })
  expect(code).toBe(0)
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
