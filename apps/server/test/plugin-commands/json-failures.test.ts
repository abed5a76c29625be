import { expect, test } from 'vitest'
import { sitesInTurn } from './site.ts'

const createSite = sitesInTurn()

test.for([
  [['inspect', 'nowhere'], 1, 'PLUGIN_NOT_FOUND', /There is no plugin nowhere/],
  [['inspect', '../up'], 64, 'PLUGIN_NAME_INVALID', /not a valid name/],
  [['add', 'a@latest'], 64, 'PLUGIN_RANGE_INVALID', /not a version range/],
  [['remove', 'absent'], 1, 'PLUGIN_NOT_LISTED', /absent is not in plugins\.json/],
  [['reconcile'], 1, 'PACKAGE_FILE_MISSING', /no package\.json/],
  [['create', 'own'], 1, 'PLUGIN_EXISTS', /plugins\/own/],
  [['add'], 1, 'USAGE', /missing required argument/],
  [['list', '--colour'], 1, 'USAGE', /unknown option/],
] as const)('plugins %j: a failure is one object too', async ([args, exitCode, code, message]) => {
  await using site = await createSite(
    {
      'plugins.json': '{"server": ["own", {"platform-plugin-gone": "^1.0"}]}',
      'plugins/own/index.js': 'console.log("noise"); module.exports = {}',
    },
    { packages: false },
  )
  const ran = await site.platform(['plugins', ...args, '--json'])
  expect(ran.json()).toEqual({ error: { code, exitCode, message: expect.stringMatching(message) } })
  expect(ran.code).toBe(exitCode)
})

test('a list that can not be read: every problem, with its fix', async () => {
  await using site = await createSite(
    { 'plugins.json': '{\n  "server": ["a", "a"],\n  "client": 7\n}' },
    { packages: false },
  )
  const ran = await site.platform(['plugins', 'list', '--json'])
  expect([ran.code, ran.err], ran.out).toEqual([78, ''])
  expect(ran.json()).toMatchObject({
    error: {
      code: 'PLUGINS_INVALID',
      exitCode: 78,
      problems: [
        {
          code: 'PLUGIN_LIST_INVALID',
          plugins: [],
          cause: expect.stringContaining('line 3, column 13: client'),
          fix: 'correct plugins.json',
        },
      ],
    },
  })
})
