import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSite } from '../plugin-commands/site.ts'

const declared = (manifest: object, hooks = '{}') =>
  `module.exports = Object.defineProperty(${hooks}, Symbol.for('@platform/plugin'), { value: ${JSON.stringify({ sdk: '^1.0', contract: 1, ...manifest })} })`

test('every piece of advice about plugins and each other is one that works', { timeout: 60_000 }, async () => {
  await using site = await createSite(
    {
      'plugins.json':
        '{"server": ["wants-local", "wants-newer", "base", "base", "itself", "one", "platform-plugin-one", "reaches", "linked", "faulty", "circle", "misnamed"]}',
      'plugins/unlisted/index.js': declared({ name: 'unlisted', version: '1.0.0' }),
      'plugins/base/index.js': declared(
        { name: 'base', version: '1.4.0' },
        '{ authStrategies(registry) { registry.use("base", { authenticate() {} }) } }',
      ),
      'plugins/wants-local/index.js': declared({ name: 'wants-local', requires: { unlisted: '^1.0' } }),
      'plugins/wants-newer/index.js': declared({ name: 'wants-newer', requires: { base: '^2.0' } }),
      'plugins/itself/index.js': declared({ name: 'itself', requires: { itself: '*' } }),
      'plugins/one/index.js': 'module.exports = { context: { one: () => 1 } }',
      'plugins/platform-plugin-one/index.js': 'module.exports = { context: { one: () => 2 } }',
      'plugins/reaches/index.js': "require('services/userz')\nmodule.exports = {}",
      'plugins/faulty/index.js': declared({
        name: 'faulty',
        capabilities: ['everything'],
        order: { after: ['circle'] },
      }),
      'plugins/circle/index.js': declared({ name: 'circle', order: { after: ['faulty'] } }),
      'plugins/misnamed/index.js': declared({ name: 'something-else' }),
      'elsewhere/index.js': 'module.exports = {}',
    },
    { packages: false },
  )
  await symlink(join(site.root, 'elsewhere'), join(site.root, 'plugins/linked'))
  const { findings } = (await site.platform(['plugins', 'doctor', '--json'])).json()
  const said = findings.map(({ code, cause, fix }: any) => `${code} ${cause.split('\n')[0]} -> ${fix}`)
  expect(said).toEqual([
    expect.stringMatching(/^PLUGIN_LIST_INVALID .*server: base is listed twice/),
    'PLUGIN_DEPENDENCY_MISSING wants-local requires unlisted ^1.0, which is not listed -> list it in ' +
      'plugins.json: `platform plugins add unlisted`; or take wants-local out of the list',
    expect.stringMatching(
      /^PLUGIN_DEPENDENCY_MISSING wants-newer requires base \^2\.0, but it is 1\.4\.0 -> the folder plugins\/base is used in place of any package of that name: .*plugins\/base\/package\.json/,
    ),
    'PLUGIN_MANIFEST_INVALID itself requires itself, which is itself -> take itself out of requires',
    'PLUGIN_LIST_INVALID one and platform-plugin-one are one plugin, listed twice -> take one of them out of the list',
    'PLUGIN_LOAD_FAILED reaches: could not be loaded: it imports services/userz, which this server does not ' +
      'have -> this server has no services/userz: did you mean @platform/server/services/users?',
    expect.stringMatching(
      /^PLUGIN_NOT_FOUND linked: plugins\/linked is a link to .*elsewhere, outside of plugins.* -> copy the folder to plugins\/linked/,
    ),
    expect.stringMatching(/^PLUGIN_MANIFEST_INVALID faulty capabilities has "everything"/),
    expect.stringMatching(/^PLUGIN_DEPENDENCY_CYCLE each of these waits for the next: faulty → circle → faulty/),
    expect.stringMatching(/^PLUGIN_LIST_STALE misnamed: its definePlugin calls it something-else/),
  ])
  await site.write({ 'plugins.json': '{"server": ["wants-local"]}' })
  expect((await site.platform(['plugins', 'add', 'unlisted'])).code).toBe(0)
})
