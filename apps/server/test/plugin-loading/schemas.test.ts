import { expect, test } from 'vitest'
import { createSite } from '../plugin-commands/site.ts'

const configured = (
  name: string,
  validate: string,
) => `module.exports = Object.defineProperty({ typeDefs: 'type RootQuery { ${name}: Int }' }, Symbol.for('@platform/plugin'), { value: {
  name: '${name}', version: '1.0.0', sdk: '^1.0', contract: 1, config: { '~standard': { version: 1, vendor: 'own', validate: ${validate} } } } })`

const plugins = {
  'plugins/throws/index.js': configured('throws', '() => { throw new TypeError("no tenant 7") }'),
  'plugins/rejects/index.js': configured('rejects', 'async () => { throw null }'),
  'plugins/hides/index.js': configured('hides', '() => { throw { get message() { throw new Error("never") } } }'),
  'plugins/waits/index.js': configured('waits', '() => new Promise(() => {})'),
  'plugins/broken/index.js': 'module.exports = { resolver: {} }',
}

test("a schema of a configuration that throws, or never answers, is its plugin's, in the one report with all others", {
  timeout: 60_000,
}, async () => {
  await using site = await createSite(
    { 'plugins.json': '{"server": ["throws", "rejects", "hides", "waits", "broken"]}', ...plugins },
    { packages: false },
  )
  const [doctor, serve] = await Promise.all([site.platform(['plugins', 'doctor', '--json']), site.platform(['serve'])])
  expect([doctor.code, serve.code]).toEqual([1, 78])
  const said = doctor.json().findings.map(({ code, plugins: [name], cause }: any) => `${code} ${name} ${cause}`)
  expect(said).toEqual([
    'PLUGIN_HOOK_FAILED throws throws config: its schema threw TypeError: no tenant 7, instead of reporting what ' +
      'is wrong with a value\n  throws  plugins/throws/index.js',
    'PLUGIN_HOOK_FAILED rejects rejects config: its schema threw null, instead of reporting what is wrong with a ' +
      'value\n  rejects  plugins/rejects/index.js',
    expect.stringMatching(
      /^PLUGIN_HOOK_FAILED hides hides config: its schema threw .*\n {2}hides {2}plugins\/hides\/index\.js$/,
    ),
    'PLUGIN_HOOK_FAILED waits waits config: its schema did not answer within 5 s\n  waits  plugins/waits/index.js',
    expect.stringMatching(/^PLUGIN_HOOK_INVALID broken /),
  ])
  for (const name of ['throws', 'rejects', 'hides', 'waits'])
    expect(serve.err).toContain(`PLUGIN_HOOK_FAILED  ${name} config: its schema`)
  expect(serve.err).not.toMatch(/^\s+at /m)
})

test('and onFailure leaves it out', { timeout: 60_000 }, async () => {
  const settings = Object.fromEntries(['throws', 'waits'].map(name => [name, { onFailure: 'disable' }]))
  await using site = await createSite(
    { 'plugins.json': JSON.stringify({ server: ['throws', 'waits'], settings }), ...plugins },
    { packages: false },
  )
  const { plugins: listed } = (await site.platform(['plugins', 'list', '--json'])).json()
  expect(listed.map(({ state, reason }: any) => [state, reason.split('\n')[0]])).toEqual([
    [
      'disabled',
      'throws config: its schema threw TypeError: no tenant 7, instead of reporting what is wrong with a value',
    ],
    ['disabled', 'waits config: its schema did not answer within 5 s'],
  ])
})
