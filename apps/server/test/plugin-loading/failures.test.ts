import { guard } from '@platform/plugin-host'
import { expect, test } from 'vitest'
import { createSite } from '../plugin-commands/site.ts'

/** Plugin → its index, and what has to be said of it. */
const broken: Record<string, { index: string; says: RegExp[]; more?: Record<string, string> }> = {
  throws: { index: '\nthrow new Error("no database")', says: [/no database/, /plugins\/throws\/index\.js:2/] },
  'throws-nothing': { index: 'throw null', says: [/it threw null/] },
  'throws-deep': {
    index: 'require("./inner")',
    more: { 'inner.js': '\n\nmodule.exports = nothing.here' },
    says: [/ReferenceError: nothing is not defined/, /plugins\/throws-deep\/inner\.js:3/],
  },
  syntax: { index: 'const a = 1\nmodule.exports = {{', says: [/SyntaxError/, /plugins\/syntax\/index\.js:2/] },
  'syntax-deep': {
    index: 'import "./inner.js"\nexport default {}',
    more: { 'inner.js': '\n\nlet 3 = 4' },
    says: [/SyntaxError/, /plugins\/syntax-deep\/inner\.js:3/],
  },
  'no-export': {
    index: 'import { gone } from "./inner.js"\nexport default { gone }',
    more: { 'inner.js': 'export const here = 1' },
    says: [/gone/, /plugins\/no-export\/index\.js:1/],
  },
  exits: { index: 'process.exit(0)', says: [/process\.exit\(0\)/, /plugins\/exits\/index\.js:1/] },
  'exits-quietly': { index: 'try { process.exit(1) } catch {}\nmodule.exports = {}', says: [/process\.exit\(1\)/] },
  rejects: { index: 'Promise.reject(new Error("nobody waits"))\nmodule.exports = {}', says: [/nobody waits/] },
  'needs-package': {
    index: 'const pad = require("left-padder")\nmodule.exports = {}',
    says: [/it needs the module left-padder/, /add left-padder to the dependencies of plugins\/needs-package/],
  },
  'needs-package-esm': {
    index: 'import pad from "left-padder"\nexport default {}',
    says: [/it needs the module left-padder/],
  },
  'needs-file': { index: 'module.exports = require("./gone")', says: [/it imports \.\/gone, which is not there/] },
  list: { index: 'module.exports = []', says: [/exports a list/] },
  nothing: { index: 'export const typeDefs = 1; export default undefined', says: [/typeDefs/] },
  'bad-types': {
    index: '',
    more: { 'server/index.ts': 'enum Mood { Happy }\nexport default {}' },
    says: [/enum/, /plugins\/bad-types\/server\/index\.ts:1/],
  },
  'no-sdk': {
    index:
      'module.exports = Object.defineProperty({}, Symbol.for("@platform/plugin"), { value: { name: "no-sdk", contract: 1 } })',
    says: [/sdk is missing/],
  },
  'old-sdk': {
    index:
      'module.exports = Object.defineProperty({}, Symbol.for("@platform/plugin"), { value: { name: "old-sdk", contract: 1, sdk: "^7.0" } })',
    says: [/PLUGIN_SDK_MISMATCH/, /\^7\.0/, /update the server/],
  },
}

test('all problems of all plugins are in one report, each with its place and its fix [P01, P02, P26]', async () => {
  await using site = await createSite(
    {
      'package.json': '{"type": "module"}',
      'plugins.json': JSON.stringify({
        server: [...Object.keys(broken), 'absent', { 'platform-plugin-absent': '^1.0' }],
      }),
      ...Object.fromEntries(
        Object.entries(broken).flatMap(([name, { index, more = {} }]) =>
          Object.entries({ 'index.js': index, ...more }).map(([file, content]) => [`plugins/${name}/${file}`, content]),
        ),
      ),
    },
    { packages: false },
  )
  const { code, err } = await site.platform(['serve'])
  expect(code).toBe(78)
  expect(err).not.toMatch(/node:internal/)
  const doctor = await site.platform(['plugins', 'doctor', '--json'])
  const { healthy, findings } = doctor.json()
  expect([doctor.code, healthy]).toEqual([1, false])
  for (const [name, { says }] of Object.entries(broken)) {
    const text = findings
      .filter(({ plugins }: any) => plugins.includes(name))
      .map(({ code, cause, fix }: any) => `${code} ${cause} ${fix}`)
      .join('\n')
    for (const said of says) expect(text, name).toMatch(said)
    expect(err).toContain(name)
  }
  expect(findings.every(({ fix }: any) => fix.length > 0)).toBe(true)
  expect(findings.filter(({ code }: any) => code === 'PLUGIN_NOT_FOUND').map(({ plugins }: any) => plugins)).toEqual([
    ['absent'],
    ['platform-plugin-absent'],
  ])
})

test.for([
  ['CommonJS', 'let i = 0\nfunction spin() {\n  while (true) i++\n}\nspin()\nmodule.exports = {}', 3],
  ['an ES module', 'export default {}\nfor (;;) { Math.random() }', 2],
] as const)(
  'a loop without a pause at load, in %s: the process ends and names the plugin and the place [P03]',
  { timeout: 120_000 },
  async ([_kind, index, line]) => {
    // The slow one waits for something, and is no loop.
    await using site = await createSite(
      {
        'plugins.json': '{"server": ["slow", "spins"]}',
        'plugins/spins/index.js': index,
        'plugins/slow/index.js': 'await new Promise(done => setTimeout(done, 200))\nexport default {}',
      },
      { packages: false },
    )
    const { code, err } = await site.platform(['serve'])
    expect(err).toMatch(
      new RegExp(
        `^PLUGIN_LOAD_FAILED {2}spins: could not be loaded: it loops without a pause\n {2}spins ` +
          `{2}plugins/spins/index\\.js:${line}\n {2}fix {2}`,
        'm',
      ),
    )
    expect(code).toBe(78)
  },
)

test('conflicts between the plugins that do load are in the same report', async () => {
  await using site = await createSite(
    {
      'plugins.json': '{"server": ["one", "two", "broken"]}',
      'plugins/one/index.js': 'module.exports = { context: { notifier: () => ({}) } }',
      'plugins/two/index.js': 'module.exports = { context: { notifier: () => ({}) } }',
      'plugins/broken/index.js': 'throw new Error("no")',
    },
    { packages: false },
  )
  const { code, err } = await site.platform(['serve'])
  expect(code).toBe(78)
  expect(err).toMatch(/PLUGIN_LOAD_FAILED {2}broken/)
  expect(err).toMatch(/PLUGIN_CONFLICT {2}one and two both define the context notifier/)
})

test('a module that never finishes loading is given up', async () => {
  await expect(guard('slow', () => new Promise(() => {}), 20)).rejects.toThrow('did not finish loading within 0.02 s')
})

test('a guarded load resolves to the loaded module and changes nothing in the process', async () => {
  const { exit } = process
  const listeners = process.listenerCount('unhandledRejection')
  expect(await guard('seven', async () => 7)).toBe(7)
  expect([process.exit === exit, process.listenerCount('unhandledRejection')]).toEqual([true, listeners])
})

test('plugins that are loaded at the same time, one of them refused, leave the process as it was', async () => {
  const { exit } = process
  const seen: string[] = []
  const loads = ['first', 'second', 'third'].map((name, i) =>
    guard(name, async () => {
      seen.push(`${name} begins`)
      await new Promise(resolve => {
        setTimeout(resolve, 30 - 10 * i)
      })
      if (name === 'second') throw new Error('refused')
      seen.push(`${name} ends`)
    }),
  )
  expect((await Promise.allSettled(loads)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect([process.exit === exit, seen]).toEqual([
    true,
    ['first begins', 'first ends', 'second begins', 'third begins', 'third ends'],
  ])
})
