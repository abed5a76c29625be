import { orderPlugins, type Placed } from '@platform/plugin-host'
import { definePlugin } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { describe, expect, test } from 'vitest'
import { createSite } from '../plugin-commands/site.ts'

const plugin = (name: string, manifest: Partial<NonNullable<Placed['manifest']>> | null = null): Placed => ({
  name,
  manifest: manifest && { name, ...manifest },
})
const names = (plugins: readonly Placed[]) => {
  const ordering = orderPlugins(plugins)
  return 'ordered' in ordering
    ? ordering.ordered.map(({ name }) => name).join(' ')
    : `cycle ${ordering.cycle.join(' ')}`
}

describe('the order of plugins', () => {
  const base = plugin('base')
  const top = plugin('top', { requires: { 'platform-plugin-middle': '^1' } })
  const middle = plugin('middle', { requires: { base: '^1' } })

  test.for([
    [base, middle, top],
    [base, top, middle],
    [middle, base, top],
    [middle, top, base],
    [top, base, middle],
    [top, middle, base],
  ])('what is required comes first, however it is listed', plugins => {
    expect(names(plugins)).toBe('base middle top')
  })

  test.for<[string, Placed[], string]>([
    ['says nothing: the list decides', [plugin('c'), plugin('a'), plugin('b')], 'c a b'],
    ['before', [plugin('a'), plugin('b', { order: { before: ['a'] } })], 'b a'],
    ['after', [plugin('a', { order: { after: ['b'] } }), plugin('b')], 'b a'],
    ['before a plugin that is not there', [plugin('a'), plugin('b', { order: { before: ['z'] } })], 'a b'],
    ['optional and there', [plugin('a', { optional: { b: '^1' } }), plugin('b')], 'b a'],
    [
      'named by its manifest',
      [plugin('a', { requires: { counts: '^1' } }), plugin('folder', { name: 'platform-plugin-counts' })],
      'folder a',
    ],
    [
      'the rest keeps its place',
      [plugin('x'), plugin('a', { requires: { z: '^1' } }), plugin('y'), plugin('z')],
      'x y z a',
    ],
    [
      'a circle',
      [
        plugin('o'),
        plugin('a', { requires: { b: '^1' } }),
        plugin('b', { order: { after: ['c'] } }),
        plugin('c', { order: { after: ['a'] } }),
      ],
      'cycle a b c',
    ],
  ])('%s', ([, plugins, expected]) => {
    expect(names(plugins)).toBe(expected)
  })
})

const declared = (manifest: object, hooks = '{}') =>
  `module.exports = Object.defineProperty(${hooks}, Symbol.for('@platform/plugin'), { value: ${JSON.stringify({ sdk: '^1.0', contract: 1, ...manifest })} })`

test('requirements that are not met name both sides', async () => {
  await using site = await createSite(
    {
      'plugins.json': '{"server": ["wants-more", "wants-newer", "base", "left", "right"]}',
      'plugins/base/index.js': declared({ name: 'base', version: '1.4.0' }),
      'plugins/wants-more/index.js': declared({ name: 'wants-more', requires: { absent: '^1.0' } }),
      'plugins/wants-newer/index.js': declared({ name: 'wants-newer', requires: { base: '^2.0' } }),
      'plugins/left/index.js': declared({ name: 'left', requires: { right: '*' } }),
      'plugins/right/index.js': declared({ name: 'right', order: { after: ['left'] } }),
    },
    { packages: false },
  )
  const { findings } = (await site.platform(['plugins', 'doctor', '--json'])).json()
  expect(findings.map(({ code, plugins, cause }: any) => [code, plugins, cause.split('\n')[0]])).toEqual([
    ['PLUGIN_DEPENDENCY_MISSING', ['wants-more', 'absent'], 'wants-more requires absent ^1.0, which is not listed'],
    ['PLUGIN_DEPENDENCY_MISSING', ['wants-newer', 'base'], 'wants-newer requires base ^2.0, but it is 1.4.0'],
    ['PLUGIN_DEPENDENCY_CYCLE', ['left', 'right'], 'each of these waits for the next: left → right → left'],
  ])
})

test('a plugin that is left out takes those with it that require it, and says so', async () => {
  await using site = await createSite(
    {
      'plugins.json': JSON.stringify({
        server: ['third', 'second', 'first', 'alone', 'circle-a', 'circle-b'],
        settings: { first: { onFailure: 'disable' }, 'circle-b': { onFailure: 'disable' } },
      }),
      'plugins/first/index.js': 'throw new Error("broken")',
      'plugins/second/index.js': declared({ name: 'second', requires: { first: '^1' } }),
      'plugins/third/index.js': declared({ name: 'third', requires: { second: '^1' } }),
      'plugins/alone/index.js': declared({ name: 'alone' }),
      'plugins/circle-a/index.js': declared({ name: 'circle-a', order: { after: ['circle-b'] } }),
      'plugins/circle-b/index.js': declared({ name: 'circle-b', order: { after: ['circle-a'] } }),
    },
    { packages: false },
  )
  const { plugins } = (await site.platform(['plugins', 'list', '--json'])).json()
  expect(plugins.map(({ name, state }: any) => `${name} ${state}`)).toEqual([
    'third disabled',
    'second disabled',
    'first disabled',
    'alone local',
    'circle-a local',
    'circle-b disabled',
  ])
  const { disabled } = (await site.platform(['plugins', 'inspect', 'third', '--json'])).json()
  expect(disabled).toBe('it requires second, which is disabled')
})

test('a required plugin without a version fits, and one before its release fits a range that names it, or any', async () => {
  const requiring = (range: string) => definePlugin({ name: 'wants', sdk: '^1.0', requires: { base: range } })
  const outcome = async (range: string, version?: string) => {
    const base = definePlugin({ name: 'base', sdk: '^1.0', ...(version ? { version } : {}) })
    return createTestPlatform({ plugins: [base, requiring(range)] }).then(
      async platform => {
        await platform[Symbol.asyncDispose]()
        return 'starts'
      },
      (error: Error) => /requires base .*/.exec(error.message)?.[0],
    )
  }
  expect([await outcome('^2.0'), await outcome('*', '1.0.0-rc.1'), await outcome('^1.0.0-rc.0', '1.0.0-rc.1')]).toEqual(
    ['starts', 'starts', 'starts'],
  )
  expect([await outcome('^1.0', '1.0.0-rc.1'), await outcome('^2.0', '1.4.0')]).toEqual([
    'requires base ^1.0, but it is 1.0.0-rc.1',
    'requires base ^2.0, but it is 1.4.0',
  ])
})
