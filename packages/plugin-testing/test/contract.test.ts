import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { definePlugin } from '@platform/plugin-sdk'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { CONTRACT_POINTS, type ContractPoint, checkPlugin, pluginContract } from '../src/index.ts'
import { badPlugins, cleanUp } from './bad-plugins.ts'
import { likes } from './likes.ts'

pluginContract(likes, { describe, expect, test })

describe('a bad plugin is found out:', () => {
  afterEach(cleanUp)

  test.each(badPlugins)('$name', async ({ plugin, point, says }) => {
    const found = await checkPlugin(plugin)
    expect(
      found.filter(finding => finding.point === point).map(({ message, fix }) => `${message}\n  fix  ${fix}`),
    ).toContainEqual(expect.stringMatching(says))
    // One mistake, one finding: noise would hide it. An interval that is never cleared is one at every end.
    const others = found.filter(
      finding => finding.point !== point && !(point === 'shutdown' && finding.point === 'failed-start'),
    )
    expect(others).toEqual([])
  })

  test('and every point is broken by one of them', () => {
    const packaged: readonly string[] = ['package', 'readme']
    expect(new Set(badPlugins.map(({ point }) => point))).toEqual(
      new Set(Object.keys(CONTRACT_POINTS).filter(point => !packaged.includes(point))),
    )
  })
})

describe('its package', () => {
  const plugin = definePlugin({
    name: 'platform-plugin-packed',
    sdk: '^1.0',
    config: z.strictObject({ max: z.number().default(1) }),
  })
  const good = {
    name: 'platform-plugin-packed',
    version: '1.0.0',
    keywords: ['platform-plugin'],
    peerDependencies: { '@platform/plugin-sdk': '^0.1.0' },
  }
  const readme = '# Packed\n\n```json\n{ "max": 1 }\n```\n'

  async function check(file: object | null, text: string | null): Promise<readonly [ContractPoint, string][]> {
    const folder = await mkdtemp(join(tmpdir(), 'platform-contract-'))
    try {
      if (file) await writeFile(join(folder, 'package.json'), JSON.stringify(file))
      if (text !== null) await writeFile(join(folder, 'README.md'), text)
      return (await checkPlugin(plugin, { package: folder })).map(({ point, message }) => [point, message])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  test('is well', async () => {
    expect(await check(good, readme)).toEqual([])
  })

  test.each([
    ['is not there', null, /no package\.json/],
    ['has another name', { ...good, name: 'platform-plugin-other' }, /package\.json is platform-plugin-other/],
    ['lacks the keyword', { ...good, keywords: [] }, /keyword/],
    ['lacks the contract as a peer', { ...good, peerDependencies: {} }, /no peer dependency/],
    ['brings a server of its own', { ...good, dependencies: { '@platform/server': '^0.1.0' } }, /get it twice/],
  ])('%s', async (_name, file, says) => {
    expect(await check(file, readme)).toEqual([['package', expect.stringMatching(says)]])
  })

  test.each([
    ['no README', null, /no README/],
    ['a README without a title', readme.replace('# ', ''), /title/],
    ['a README without an example', '# Packed\n\nmax', /example/],
    ['a README that leaves a setting out', readme.replace('max', 'min'), /setting max/],
  ])('has %s', async (_name, text, says) => {
    expect(await check(good, text)).toEqual([['readme', expect.stringMatching(says)]])
  })
})

test('a default of the settings counts, and a strategy that it names has routes of its own', async () => {
  const config = z.strictObject({ provider: z.string().default('Guests') })
  const found = (path: string) =>
    checkPlugin(
      definePlugin({
        name: 'platform-plugin-visitors',
        sdk: '^1.0',
        capabilities: ['auth.strategies', 'http.routes'],
        config,
        authStrategies: (strategies, { config: { provider } }) =>
          strategies.use(provider.toLowerCase(), { authenticate() {} }),
        router: router => router.get(path, (_request, response) => response.json({})),
      }),
    )
  expect(await found('/api/v1/auth/guests')).toEqual([])
  expect(await found('/api/v1/auth/strangers')).toMatchObject([{ point: 'routes' }])
})

test('the suite fails where the plugin does, leaves out the points that are named, and asks for a runner', async () => {
  const ran: [string, Promise<unknown>][] = []
  const suite = {
    describe: (_name: string, tests: () => void) => tests(),
    test: (name: string, run: () => Promise<void>) => {
      ran.push([
        name,
        run().then(
          () => 'passed',
          (error: Error) => error.message,
        ),
      ])
    },
  }
  const bad = badPlugins.find(({ point }) => point === 'hook-modes')!
  pluginContract(bad.plugin, { ...suite, skip: ['tags'] })
  const results = Object.fromEntries(await Promise.all(ran.map(async ([name, outcome]) => [name, await outcome])))
  expect(results[CONTRACT_POINTS['hook-modes']]).toMatch(bad.says)
  expect(Object.values(results).filter(result => result !== 'passed')).toHaveLength(1)
  expect(Object.keys(results)).not.toContain(CONTRACT_POINTS.tags)
  expect(() => pluginContract(likes, { describe })).toThrow(/test runner/)
})
