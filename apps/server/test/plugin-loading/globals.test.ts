import { expect, test } from 'vitest'
import { createSite } from '../plugin-commands/site.ts'

/** Plugin → its code, and the built-in that it changes. */
const CHANGES: Record<string, { code: string; name: string; says: string }> = {
  parser: { code: 'JSON.parse = () => ({})', name: 'JSON.parse', says: 'replaced' },
  fetcher: { code: 'globalThis.fetch = async () => null', name: 'fetch', says: 'replaced' },
  promises: { code: 'globalThis.Promise = class {}', name: 'Promise', says: 'replaced' },
  chains: { code: 'Promise.prototype.then = function () {}', name: 'Promise.prototype.then', says: 'replaced' },
  lists: { code: 'Array.prototype.map = () => []', name: 'Array.prototype.map', says: 'replaced' },
  texts: {
    code: "Object.defineProperty(String.prototype, 'trim', { value: () => '' })",
    name: 'String.prototype.trim',
    says: 'replaced',
  },
  polluter: { code: 'Object.prototype.polluted = true', name: 'Object.prototype.polluted', says: 'added' },
  remover: { code: 'delete Object.prototype.hasOwnProperty', name: 'Object.prototype.hasOwnProperty', says: 'removed' },
  ender: { code: 'process.exit = () => {}', name: 'process.exit', says: 'replaced' },
  quiet: { code: 'process.emitWarning = () => {}', name: 'process.emitWarning', says: 'replaced' },
  deaf: { code: 'process.on = () => process', name: 'process.on', says: 'replaced' },
  forgetful: {
    code: 'process.removeAllListeners = () => process',
    name: 'process.removeAllListeners',
    says: 'replaced',
  },
  mute: { code: 'console.error = () => {}', name: 'console.error', says: 'replaced' },
  reader: { code: "require('fs').readFileSync = () => ''", name: 'fs.readFileSync', says: 'replaced' },
  'later-reader': {
    code: "module.exports.router = () => { require('node:fs/promises').readFile = async () => '' }",
    name: 'fs.promises.readFile',
    says: 'replaced',
  },
  deep: { code: "require('./inner')", name: 'Math.random', says: 'replaced' },
  later: {
    code: 'module.exports.router = () => { globalThis.setTimeout = () => {} }',
    name: 'setTimeout',
    says: 'replaced',
  },
  loader: {
    code: 'module.exports.loaders = () => { Date.now = () => 0; return {} }',
    name: 'Date.now',
    says: 'replaced',
  },
}
const names = Object.keys(CHANGES)
const FILES = {
  ...Object.fromEntries(
    Object.entries(CHANGES).map(([name, { code }]) => [`plugins/${name}/index.js`, `module.exports = {}\n${code}`]),
  ),
  'plugins/deep/inner.js': 'Math.random = () => 4',
  'plugins.json': JSON.stringify({ server: names }),
}

test('a plugin that replaces a built-in is named by doctor with the built-in, and the others stay whole', async () => {
  await using site = await createSite(FILES, { packages: false })
  const doctor = await site.platform(['plugins', 'doctor', '--json'])
  expect(doctor.code).toBe(1)
  const found = doctor
    .json()
    .findings.map(({ code, severity, cause }: any) => `${code} ${severity} ${cause.split('\n')[0]}`)
  const expected = Object.entries(CHANGES).map(
    ([plugin, { name, says }]) =>
      expect.stringMatching(
        // Node itself waits by `then`, so such a plugin is never loaded.
        plugin === 'chains'
          ? /^PLUGIN_LOAD_FAILED problem chains: could not be loaded/
          : new RegExp(
              `^PLUGIN_GLOBAL_CHANGED problem ${plugin}: \\w+(?: \\w+)? ${says} ${name.replaceAll('.', '\\.')}, and `,
            ),
      ) as unknown,
  )
  expect(found.toSorted()).toEqual(expect.arrayContaining(expected))
  expect(found).toHaveLength(names.length)
}, 60_000)

test.each(['function () { throw new Error("no promise is kept") }', '() => null', 'null'])(
  'doctor names a plugin whose modules make %s of Promise.prototype.then, and shows no stack',
  async then => {
    await using site = await createSite(
      {
        'plugins/chains/index.js': `module.exports = {}\nPromise.prototype.then = ${then}`,
        'plugins/other/index.js': 'module.exports = { router() { throw new Error("no such gateway") } }',
        'plugins.json': '{"server": ["other", "chains"]}',
      },
      { packages: false },
    )
    const { code, out, err } = await site.platform(['plugins', 'doctor'])
    expect([code, err]).toEqual([1, ''])
    expect(out).toContain('PLUGIN_GLOBAL_CHANGED  chains: its modules replaced Promise.prototype.then')
    expect(out).toContain('other router: no such gateway')
    expect(out).not.toMatch(/^\s+at .*:\d+:\d+/m)
  },
  60_000,
)

test('libraries may wrap what they wrap everywhere: connections, and how a file is closed', async () => {
  await using site = await createSite(
    {
      'plugins/wraps/index.js': `
        const fs = require('node:fs')
        const http = require('node:http')
        const wrap = (object, name) => {
          const run = object[name]
          object[name] = function (...all) { return run.apply(this, all) }
        }
        wrap(fs, 'close')
        wrap(fs, 'closeSync')
        wrap(process, 'cwd')
        wrap(process, 'chdir')
        wrap(process, 'emit')
        wrap(http, 'request')
        wrap(http.Server.prototype, 'emit')
        module.exports = {}`,
      'plugins.json': '{"server": ["wraps"]}',
    },
    { packages: false },
  )
  const doctor = await site.platform(['plugins', 'doctor', '--json'])
  expect([doctor.code, doctor.json().findings]).toEqual([0, []])
}, 60_000)

test('a start is refused with the name of the plugin, or continues without the plugin', async () => {
  await using site = await createSite(
    { ...FILES, 'plugins.json': '{"server": ["parser", "polluter"]}' },
    { packages: false },
  )
  const refused = await site.platform(['serve'], { PORT: '0', HOST: '127.0.0.1' })
  expect(refused.code).toBe(78)
  expect(refused.err).toContain('PLUGIN_GLOBAL_CHANGED  parser: its modules replaced JSON.parse')
  expect(refused.err).toContain('PLUGIN_GLOBAL_CHANGED  polluter: its modules added Object.prototype.polluted')
  await site.write({
    'plugins.json': '{"server": ["parser"], "settings": {"parser": {"onFailure": "disable"}}}',
  })
  const listed = (await site.platform(['plugins', 'list', '--json'])).json()
  expect(JSON.stringify(listed)).toContain('replaced JSON.parse')
}, 60_000)

test('a built-in that a plugin changes in init is found too', async () => {
  await using site = await createSite(
    {
      'plugins/starter/index.js': 'module.exports = { async init() { globalThis.structuredClone = () => null } }',
      'plugins.json': '{"server": ["starter"]}',
    },
    { packages: false },
  )
  const { code, err } = await site.platform(['serve'], { PORT: '0', HOST: '127.0.0.1' })
  expect([code, err]).toEqual([
    78,
    expect.stringContaining('PLUGIN_GLOBAL_CHANGED  starter: init replaced structuredClone'),
  ])
}, 60_000)

test('the operator may let a plugin replace a built-in', async () => {
  await using site = await createSite(
    {
      'plugins/traced/index.js':
        'const { fetch } = globalThis; globalThis.fetch = (...all) => fetch(...all); module.exports = {}',
      'plugins.json': '{"server": ["traced"], "settings": {"traced": {"allow": ["global.replace:fetch"]}}}',
    },
    { packages: false },
  )
  const doctor = await site.platform(['plugins', 'doctor', '--json'])
  expect([doctor.code, doctor.json().findings]).toEqual([0, []])
}, 60_000)

test('additions of a plugin to a built-in, and its listeners of the process, are advice', async () => {
  await using site = await createSite(
    {
      'plugins/adds/index.js': 'Array.prototype.last = function () { return this.at(-1) }; module.exports = {}',
      'plugins/hears/index.js': "process.on('SIGTERM', () => {}); module.exports = {}",
      'plugins.json': '{"server": ["adds", "hears"]}',
    },
    { packages: false },
  )
  const doctor = await site.platform(['plugins', 'doctor', '--json'])
  expect(doctor.code).toBe(0)
  expect(doctor.json().findings).toMatchObject([
    {
      code: 'PLUGIN_GLOBAL_ADDED',
      severity: 'advice',
      cause: expect.stringContaining('adds: its modules added Array.prototype.last'),
    },
    { code: 'PLUGIN_PROCESS_LISTENER', severity: 'advice', cause: expect.stringContaining('for SIGTERM') },
  ])
}, 60_000)
