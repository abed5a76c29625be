import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { addEntry, removeEntry } from '../../src/cli/plugins/list-edit.ts'
import { createSite } from './site.ts'

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
    },
    { packages: false },
  )
  const added = await site.platform(['plugins', 'add', 'platform-plugin-polls@>=1.2 <3'])
  expect(added).toMatchObject({
    code: 0,
    out:
      'plugins.json\n  {\n-   "server": [] // none yet\n+   "server": [{"platform-plugin-polls": ">=1.2 <3"}] // ' +
      'none yet\n  }\n\nNext: platform plugins reconcile\n',
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

test.for([
  ['folder', 'plugins/shown', 'shown', 'shown'],
  ['package', 'node_modules/shown', 'shown', { shown: '^1.2.0' }],
] as const)(
  'a %s with a client part only is listed under client only',
  { timeout: 90_000 },
  async ([, at, name, entry]) => {
    await using site = await createSite(
      {
        'plugins.json': '{"server": []}',
        [`${at}/package.json`]: JSON.stringify({
          name,
          version: '1.2.0',
          exports: { './client': './client/index.js' },
        }),
        [`${at}/client/index.js`]: 'export default {}',
      },
      { packages: false },
    )
    expect((await site.platform(['plugins', 'add', name, '--json'])).json()).toMatchObject({ sections: ['client'] })
    expect(JSON.parse(await site.read('plugins.json'))).toEqual({ server: [], client: [entry] })
    expect(await site.platform(['plugins', 'doctor'])).toMatchObject({ code: 0, out: 'Nothing is wrong.\n' })
    await site.write({ 'plugins.json': JSON.stringify({ server: [entry], client: [entry] }) })
    const { code, out } = await site.platform(['plugins', 'doctor'])
    expect([code, out]).toEqual([
      1,
      `PLUGIN_NOT_FOUND  shown: ${at} has no module for the server\n  fix  remove shown from "server" and list it ` +
        'under "client": this plugin has only a client part\n',
    ])
  },
)

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

test('a package is found by the name people call it, and is listed for the parts that it has', async () => {
  const asked: string[] = []
  const version = (peer: string, sdk = 'plugin-sdk') => ({
    name: 'platform-plugin-haiku',
    peerDependencies: { [`@platform/${sdk}`]: peer },
    dist: { tarball: 'http://127.0.0.1/none.tgz', shasum: '0'.repeat(40) },
  })
  const registry = createServer((req, res) => {
    asked.push(req.url!)
    const known = ['/platform-plugin-haiku', '/platform-plugin-shown'].includes(req.url!)
    const isShown = req.url === '/platform-plugin-shown'
    res.writeHead(known ? 200 : 404, { 'content-type': 'application/json' }).end(
      JSON.stringify(
        known
          ? {
              name: req.url!.slice(1),
              'dist-tags': { latest: isShown ? '1.2.0' : '9.0.0' },
              versions: {
                '1.2.0': { ...version('*', isShown ? 'client-sdk' : 'plugin-sdk'), version: '1.2.0' },
                ...(isShown ? {} : { '9.0.0': { ...version('^99.0'), version: '9.0.0' } }),
              },
            }
          : { error: 'not found' },
      ),
    )
  }).listen(0, '127.0.0.1')
  await once(registry, 'listening')
  try {
    await using site = await createSite(
      {
        'plugins.json': '{"server": []}',
        'package.json': '{}',
        '.npmrc': `registry=http://127.0.0.1:${(registry.address() as AddressInfo).port}/\nfetch-retries=0\n`,
      },
      { packages: false },
    )
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
    expect(asked).toEqual(['/platform-plugin-haiku', '/platform-plugin-shown', '/platform-plugin-sonnet', '/sonnet'])
  } finally {
    registry.close()
  }
})
