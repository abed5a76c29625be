import { symlink } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { locatePlugin, parsePluginList } from '@platform/plugin-host'
import { expect, test } from 'vitest'
import { createSite } from '../plugin-commands/site.ts'

const manifest = (fields: object) => JSON.stringify({ version: '1.2.3', ...fields })

test.for<[string, Record<string, string>, string | null]>([
  [
    'both',
    {
      'plugins/both/index.js': '',
      'node_modules/both/package.json': manifest({ main: 'index.js' }),
      'node_modules/both/index.js': '',
    },
    'plugins/both/index.js',
  ],
  [
    'parts',
    {
      'node_modules/parts/package.json': manifest({
        exports: { '.': './base.js', './server': { types: './s.d.ts', import: './s.js' } },
      }),
      'node_modules/parts/base.js': '',
      'node_modules/parts/s.js': '',
    },
    'node_modules/parts/s.js',
  ],
  [
    'base',
    {
      'node_modules/base/package.json': manifest({ exports: { '.': { import: './base.js' }, './client': './c.js' } }),
      'node_modules/base/base.js': '',
    },
    'node_modules/base/base.js',
  ],
  [
    'sugar',
    { 'node_modules/sugar/package.json': manifest({ exports: './base.js' }), 'node_modules/sugar/base.js': '' },
    'node_modules/sugar/base.js',
  ],
  [
    'old',
    { 'node_modules/old/package.json': manifest({ main: 'main.js' }), 'node_modules/old/main.js': '' },
    'node_modules/old/main.js',
  ],
  [
    'old-server',
    {
      'node_modules/old-server/package.json': manifest({ main: 'main.js' }),
      'node_modules/old-server/main.js': '',
      'node_modules/old-server/server/index.js': '',
    },
    'node_modules/old-server/server/index.js',
  ],
  [
    'short',
    {
      'node_modules/platform-plugin-short/package.json': manifest({ main: 'main.js' }),
      'node_modules/platform-plugin-short/main.js': '',
      'node_modules/short/package.json': manifest({}),
      'node_modules/short/index.js': '',
    },
    'node_modules/platform-plugin-short/main.js',
  ],
  ['made', { 'plugins/platform-plugin-made/server/index.ts': '' }, 'plugins/platform-plugin-made/server/index.ts'],
  [
    '@acme/polls',
    { 'node_modules/@acme/polls/package.json': manifest({}), 'node_modules/@acme/polls/index.js': '' },
    'node_modules/@acme/polls/index.js',
  ],
  ['hollow', { 'node_modules/hollow/package.json': manifest({ exports: './gone.js' }) }, null],
  ['client-only', { 'plugins/client-only/client/index.js': '' }, null],
])('%s is found where it should be', async ([name, files, expected]) => {
  await using site = await createSite(files, { packages: false })
  const found = locatePlugin(site.root, name)
  expect(found && relative(site.root, found.entry)).toBe(expected)
})

test('a folder that leads out of the plugins folder is not taken', async () => {
  await using outside = await createSite({ 'index.js': '' }, { packages: false })
  await using site = await createSite({ 'plugins/real/index.js': '' }, { packages: false })
  await symlink(outside.root, join(site.root, 'plugins', 'away'))
  expect(locatePlugin(site.root, 'away')).toBeNull()
})

test.for([
  'latest',
  '',
  ' ',
  'git+ssh://git@host/x.git',
  'file:../x',
  'http://host/x.tgz',
  'npm:other@1',
  '^1.0.0 --flag',
  '>=1 <2 || evil',
  '$(id)',
  '1; id',
])('%j is no range [P29]', range => {
  expect(() => parsePluginList(JSON.stringify({ server: [{ 'platform-plugin-x': range }] }), 'plugins.json')).toThrow(
    /no range of versions/,
  )
})

test.for(['^1.0', '1.x', '>=1.2 <3', '^1.2 || ^2.0', '~1.4.2', '1.0.0-beta.1', '*'])('%j is a range', range => {
  expect(parsePluginList(JSON.stringify({ server: [{ 'platform-plugin-x': range }] }), 'plugins.json').server).toEqual([
    { name: 'platform-plugin-x', range },
  ])
})

test.for([
  '../x',
  '..',
  '.',
  '/etc',
  'a/b',
  '@a',
  '@a/../b',
  '-g',
  '--registry',
  'UPPER',
  'a b',
  'a\\b',
  '%2e%2e',
  'node_modules',
  '',
  'x'.repeat(215),
])('%j is no name', name => {
  expect(() => parsePluginList(JSON.stringify({ server: [name] }), 'plugins.json')).toThrow(/no valid name/)
})

test('an error in the list of plugins has a line and a column', () => {
  expect(() =>
    parsePluginList(
      '{\n  // ours\n  "server": [\n    "good",\n    {"a": "latest"}\n  ],\n  "settings": {"good": {"onFailur": "disable"}}\n}',
      'plugins.json',
    ),
  ).toThrow(
    /plugins\.json: line 5, column 5: server\.1: .*no range[\s\S]*plugins\.json: line 7, column 24: settings\.good: .*onFailur/,
  )
})
