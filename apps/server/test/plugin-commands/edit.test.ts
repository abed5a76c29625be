import { once } from 'node:events'
import { readdir, symlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LINUX, testWith } from '../../../../test/needs.ts'
import { addEntry, removeEntry } from '../../src/cli/plugins/list-edit.ts'
import { sitesInTurn } from './site.ts'

const createSite = sitesInTurn()

const text = `{
  // ours
  "server": ["a", {"b": "^1"}], // on one line
  "client": [
    "a", // the first
    "c" // the last
  ],
  "settings": {
    // for a
    "a": {"config": {"x": 1}},
    "b": {}
  }
}
`
const list = (content: string) => ({ source: 'plugins.json', text: content })

describe('changing the list keeps the rest of its text', () => {
  test('adding', () => {
    const { after } = addEntry(list(text), { name: 'new', range: '^2.0' }, ['server', 'client'])
    expect(after).toBe(
      text
        .replace('{"b": "^1"}]', '{"b": "^1"}, {"new": "^2.0"}]')
        .replace('"c" // the last', '"c", // the last\n    {"new": "^2.0"}'),
    )
  })

  test.each([
    ['{"server": [\n  "a"], "client": []}', '{"server": [\n  "a",\n  "new"], "client": []}'],
    ['{\n  "server": [\n    "a",\n    "b",]\n}\n', '{\n  "server": [\n    "a",\n    "b",\n    "new"]\n}\n'],
    ['{\n  "client": []}', '{\n  "client": [],\n  "server": ["new"]}'],
  ])('adding where the bracket is on the line of the last entry: %j', (before, after) => {
    expect(addEntry(list(before), { name: 'new', range: null }, ['server']).after).toBe(after)
  })

  test('adding a plugin that is listed changes its entry in place', () => {
    expect(addEntry(list(text), { name: 'platform-plugin-b', range: '^3.0' }, ['server']).after).toBe(
      text.replace('{"b": "^1"}', '{"platform-plugin-b": "^3.0"}'),
    )
  })

  test('removing takes the settings too', () => {
    expect(removeEntry(list(text), 'a').after).toBe(
      text
        .replace('"a", {"b"', '{"b"')
        .replace('    "a", // the first\n', '')
        .replace('    "a": {"config": {"x": 1}},\n', ''),
    )
  })

  test('removing the last leaves no comma behind', () => {
    expect(removeEntry(list(text), 'c').after).toBe(
      text.replace('"a", // the first\n    "c" // the last', '"a" // the first'),
    )
  })

  test.for([null, list('{}'), list('// empty\n{"server": []}')])('a list that is empty, or not there yet', found => {
    const { after } = addEntry(found, { name: 'x', range: null }, ['server'])
    expect(JSON.parse(after.replace('// empty', ''))).toMatchObject({ server: ['x'] })
    expect(removeEntry(list(after), 'x').after).not.toContain('x"')
  })

  test('a list of a variable is not changed', () => {
    expect(() =>
      addEntry({ source: 'PLATFORM_PLUGINS_JSON', text: '{}' }, { name: 'x', range: null }, ['server']),
    ).toThrow(/PLATFORM_PLUGINS_JSON/)
  })
})

test('add and remove show what they change', async () => {
  await using site = await createSite(
    {
      'plugins.json': '{\n  "server": [] // none yet\n}\n',
      'plugins/mine/server/index.js': 'module.exports = {}',
      'plugins/mine/client/index.js': '',
      // Nothing answers there.
      '.npmrc': 'registry=http://127.0.0.1:9/\nfetch-retries=0\n',
    },
    { packages: false },
  )
  const added = await site.platform(['plugins', 'add', 'platform-plugin-polls@>=1.2 <3'])
  expect(added).toMatchObject({
    code: 0,
    out:
      'plugins.json\n  {\n-   "server": [] // none yet\n+   "server": [{"platform-plugin-polls": ">=1.2 <3"}] // ' +
      'none yet\n  }\n\nNext: platform plugins reconcile\n\nnote  the registry did not say which parts ' +
      'platform-plugin-polls has: it is listed for the server\n',
  })
  expect((await site.platform(['plugins', 'add', 'mine', '--json'])).json()).toEqual({
    name: 'mine',
    range: null,
    sections: ['server', 'client'],
    changed: true,
    file: 'plugins.json',
    next: null,
    notes: ['the client parts are built: deploy .platform/client with the project'],
  })
  expect((await site.platform(['plugins', 'add', 'mine'])).out).toBe('plugins.json lists mine like this already.\n')
  expect((await site.platform(['plugins', 'remove', 'polls'])).code).toBe(0)
  expect(await site.read('plugins.json')).toBe('{\n  "server": ["mine"], // none yet\n  "client": ["mine"]\n}\n')
  expect(await site.platform(['plugins', 'remove', 'polls'])).toMatchObject({
    code: 1,
    err: 'polls is not in plugins.json.\n',
  })
})

testWith(LINUX)(
  'a list that can not be written, because the disk is full, stays as it was, and a sentence says so',
  async () => {
    await using site = await createSite(
      { 'plugins.json': '{"server": ["mine"]}', 'plugins/more/index.js': 'module.exports = {}' },
      { packages: false },
    )
    for (const [command, name] of [
      ['add', 'more'],
      ['remove', 'mine'],
    ] as const) {
      await symlink('/dev/full', join(site.root, 'plugins.json.new'))
      const { code, err } = await site.platform(['plugins', command, name])
      expect([code, err]).toEqual([1, expect.stringMatching(/^\S+\/plugins\.json can't be written: ENOSPC.*\n$/)])
      expect(await readdir(site.root)).not.toContain('plugins.json.new')
      expect(await site.read('plugins.json')).toBe('{"server": ["mine"]}')
    }
  },
)

test('a folder and a package with a client part only are listed under client only', { timeout: 90_000 }, async () => {
  const part = (name: string, at: string) => ({
    [`${at}/package.json`]: JSON.stringify({
      name,
      version: '1.2.0',
      keywords: ['platform-plugin'],
      exports: { './client': './client/index.js' },
    }),
    [`${at}/client/index.js`]: 'export default {}',
  })
  await using site = await createSite(
    {
      'plugins.json': '{"server": []}',
      ...part('drawn', 'plugins/drawn'),
      ...part('shown', 'node_modules/shown'),
    },
    { packages: false },
  )
  for (const name of ['drawn', 'shown'])
    expect((await site.platform(['plugins', 'add', name, '--json'])).json()).toMatchObject({ sections: ['client'] })
  const entries = ['drawn', { shown: '^1.2.0' }]
  expect(JSON.parse(await site.read('plugins.json'))).toEqual({ server: [], client: entries })
  expect(await site.platform(['plugins', 'doctor'])).toMatchObject({ code: 0, out: 'Nothing is wrong.\n' })
  await site.write({ 'plugins.json': JSON.stringify({ server: entries, client: entries }) })
  const { code, out } = await site.platform(['plugins', 'doctor'])
  const problem = (name: string, at: string) =>
    `PLUGIN_NOT_FOUND  ${name}: ${at} has no module for the server\n  fix  remove ${name} from "server" and list it ` +
    'under "client": this plugin has only a client part\n'
  expect([code, out]).toEqual([1, `${problem('drawn', 'plugins/drawn')}\n${problem('shown', 'node_modules/shown')}`])
})

test("the default list is the start of one's own", async () => {
  await using site = await createSite(
    { 'plugins.default.json': '{"server": ["shipped"]}', 'plugins/mine/index.js': 'module.exports = {}' },
    { packages: false },
  )
  expect((await site.platform(['plugins', 'add', 'mine'])).code).toBe(0)
  expect(JSON.parse(await site.read('plugins.json'))).toEqual({ server: ['shipped', 'mine'] })
})

test.for([
  ['add', '../x@^1'],
  ['add', 'x@latest'],
  ['add', 'x@file:../y'],
  ['add', 'x@^1 --registry=y'],
  ['add', '-g'],
  ['remove', '../x'],
  ['create', '../x'],
  ['create', '/srv/x'],
])('%s %s is refused and nothing changes', async ([command, name]) => {
  await using site = await createSite({ 'plugins.json': '{"server": []}' }, { packages: false })
  const { code, out } = await site.platform(['plugins', command!, '--', name!])
  expect([code, out]).toEqual([64, ''])
  expect(await site.read('plugins.json')).toBe('{"server": []}')
})

/** A registry with a plugin for the server, whose newest release fits no server, and one with a client part only. */
async function startSmallRegistry() {
  const asked: string[] = []
  const release = (name: string, version: string, peerDependencies: object) => ({
    [version]: {
      name,
      version,
      peerDependencies,
      dist: { tarball: 'http://127.0.0.1/none.tgz', shasum: '0'.repeat(40) },
    },
  })
  const versions: Readonly<Record<string, object>> = {
    'platform-plugin-haiku': {
      ...release('platform-plugin-haiku', '1.2.0', { '@platform/plugin-sdk': '*' }),
      ...release('platform-plugin-haiku', '9.0.0', { '@platform/plugin-sdk': '^99.0', '@platform/client-sdk': '*' }),
    },
    'platform-plugin-shown': release('platform-plugin-shown', '1.2.0', { '@platform/client-sdk': '*' }),
  }
  const registry = createServer((req, res) => {
    const name = req.url!.slice(1)
    asked.push(name)
    const known = versions[name]
    res.writeHead(known ? 200 : 404, { 'content-type': 'application/json' })
    const latest = Object.keys(known ?? {}).at(-1)
    res.end(JSON.stringify(known ? { name, 'dist-tags': { latest }, versions: known } : { error: 'not found' }))
  }).listen(0, '127.0.0.1')
  await once(registry, 'listening')
  const site = await createSite(
    {
      'plugins.json': '{}',
      'package.json': '{}',
      '.npmrc': `registry=http://127.0.0.1:${(registry.address() as AddressInfo).port}/\nfetch-retries=0\n`,
    },
    { packages: false },
  )
  return {
    site,
    asked,
    async [Symbol.asyncDispose]() {
      registry.close()
      await site[Symbol.asyncDispose]()
    },
  }
}

test('a package is found by the name people call it, and is listed for the parts that it has', async () => {
  await using small = await startSmallRegistry()
  const { site, asked } = small
  expect((await site.platform(['plugins', 'add', 'haiku', '--json'])).json()).toMatchObject({
    name: 'platform-plugin-haiku',
    range: '^1.2.0',
    sections: ['server'],
    next: 'platform plugins reconcile',
  })
  expect((await site.platform(['plugins', 'add', 'shown', '--json'])).json()).toMatchObject({
    name: 'platform-plugin-shown',
    sections: ['client'],
    next: 'platform plugins reconcile',
  })
  const unknown = await site.platform(['plugins', 'add', 'sonnet'])
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('The registry has no package sonnet')])
  expect(asked).toEqual(['platform-plugin-haiku', 'platform-plugin-shown', 'platform-plugin-sonnet', 'sonnet'])
})

test.for([
  ['shown@^1.0', 'platform-plugin-shown', ['client']],
  ['haiku@<2', 'platform-plugin-haiku', ['server']],
  // A release for another server has its parts, too; `plugins reconcile` refuses it.
  ['platform-plugin-haiku@^9.0', 'platform-plugin-haiku', ['server', 'client']],
] as const)('%s is listed for the parts that its releases in the range have', async ([wanted, name, sections]) => {
  await using small = await startSmallRegistry()
  const added = (await small.site.platform(['plugins', 'add', wanted, '--json'])).json()
  const range = wanted.slice(wanted.indexOf('@') + 1)
  expect([added.name, added.range, added.sections, added.notes]).toEqual([name, range, sections, []])
  const listed = Object.fromEntries(sections.map(section => [section, [{ [name]: range }]]))
  expect(JSON.parse(await small.site.read('plugins.json'))).toEqual(listed)
})

test('a release that the registry does not have is not listed', async () => {
  await using small = await startSmallRegistry()
  const { code, err } = await small.site.platform(['plugins', 'add', 'shown@^7.0'])
  expect([code, err]).toEqual([
    1,
    'The registry has no release of platform-plugin-shown in the range ^7.0; the newest one is 1.2.0.\n',
  ])
  expect(await small.site.read('plugins.json')).toBe('{}')
})

test('an installed package that is no plugin is not listed', async () => {
  await using site = await createSite(
    {
      'plugins.json': '{}',
      'node_modules/tool/package.json': '{"version": "1.0.0"}',
      'node_modules/tool/index.js': 'module.exports = {}',
    },
    { packages: false },
  )
  const { code, err } = await site.platform(['plugins', 'add', 'tool'])
  expect([code, err]).toEqual([1, expect.stringMatching(/^Nothing was changed: tool is not a plugin .* keyword/)])
  expect(await site.read('plugins.json')).toBe('{}')
})
