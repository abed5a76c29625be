import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CompositionError } from '@platform/plugin-host'
import type { HookObject } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { expect, onTestFinished, test } from 'vitest'
import { reconcileAndPrint } from '../../src/cli/operations/reconcile-indexes.ts'
import { processTerminal } from '../../src/cli/terminal.ts'
import { createSite } from '../plugin-commands/site.ts'
import { refusalOf, reported } from '../problems.ts'
import { named } from './named.ts'

const index = (name: string, key = 'metadata.a') =>
  ({ indexes: [{ collection: 'comments', name, keys: { [key]: 1 as const } }] }) satisfies HookObject
const problemsOf = (...hooks: HookObject[]) =>
  createTestPlatform({ plugins: hooks.map((each, i) => named('ab'[i]!, each)) }).then(
    async platform => {
      await platform[Symbol.asyncDispose]()
      return []
    },
    (error: CompositionError) => reported(error.problems),
  )

test('indexes that two plugins call alike are a conflict of both, with all else that is wrong', async () => {
  const problems = await problemsOf(index('mood'), {
    ...index('mood', 'metadata.b'),
    resolvers: { Comment: { nothing: () => null } },
  })
  expect(problems).toHaveLength(2)
  expect(problems).toContainEqual({
    code: 'PLUGIN_CONFLICT',
    owners: ['a', 'b'],
    message:
      'a@1.2.3 and b@1.2.3 both declare the index comments.mood\n  a  given to createTestPlatform as number ' +
      '1\n  b  given to createTestPlatform as number 2',
    fix: expect.stringContaining('b_mood'),
  })
})

test("so are one of the core's, and one that a plugin declares twice", async () => {
  const twice = index('mood').indexes[0]!
  await using platform = await createTestPlatform()
  const [core] = (
    await platform.services.docstore.reconcileIndexes([{ collection: 'comments', indexes: [] }], { dryRun: true })
  ).dropped
  expect(await problemsOf(index(core!.name))).toMatchObject([
    {
      owners: ['a'],
      message: expect.stringMatching(
        new RegExp(`^the core and a@1\\.2\\.3 both declare the index comments\\.${core!.name}\\n`),
      ),
    },
  ])
  expect(await problemsOf({ indexes: [twice, twice] })).toMatchObject([
    { owners: ['a'], message: expect.stringMatching(/^a@1\.2\.3 declares the index comments\.mood twice\n/) },
  ])
})

test("an index that the store refuses is its plugin's, and the server can start without it", async () => {
  const refused = named('a', { indexes: [{ collection: 'comments', name: 'mood', keys: {} }] })
  expect(await refusalOf(createTestPlatform({ plugins: [refused] }))).toMatchObject({
    problems: [
      {
        code: 'PLUGIN_HOOK_FAILED',
        owners: ['a'],
        message: expect.stringMatching(/^a@1\.2\.3 indexes: Index mood of comments: it has no keys\n {2}a {2}given/),
        fix: expect.stringContaining('onFailure'),
      },
    ],
  })
  await using platform = await createTestPlatform({ plugins: [refused], settings: { a: { onFailure: 'disable' } } })
  expect(platform.disabled).toMatchObject([{ name: 'a', reason: expect.stringContaining('it has no keys') }])
})

test('the index of a plugin that was taken out is kept at the next start, until `platform indexes` drops it', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'indexes-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const before = await createTestPlatform({ directory, plugins: [named('a', index('mood'))] })
  await before[Symbol.asyncDispose]()

  await using platform = await createTestPlatform({ directory })
  const { docstore, composition } = platform.services
  const indexes = async (dryRun: boolean) => {
    const printed: string[] = []
    const terminal = { ...processTerminal(), out: (text: string) => void printed.push(text) }
    await reconcileAndPrint({ docstore, plugins: composition.plugins, terminal }, { dryRun, json: true })
    return JSON.parse(printed.join('')).dropped
  }
  const mood = { collection: 'comments', name: 'mood' }
  expect(await indexes(true)).toEqual([mood])
  expect(await indexes(false)).toEqual([mood])
  expect(await indexes(true)).toEqual([])
})

test('commands about plugins end and print everything although a plugin starts something on load', {
  timeout: 60_000,
}, async () => {
  await using site = await createSite(
    {
      'plugins.json': '{"server": ["ticks", "twin"]}',
      'plugins/ticks/index.js': `setInterval(() => {}, 1000); module.exports = ${JSON.stringify(index('mood'))}`,
      'plugins/twin/index.js': `require('node:net').createServer().listen(0); module.exports = ${JSON.stringify({ ...index('mood'), typeDefs: `"${'x'.repeat(200_000)}" type Twin { id: ID }` })}`,
    },
    { packages: false },
  )
  const [doctor, list, inspect] = await Promise.all(
    [['doctor'], ['list'], ['inspect', 'twin']].map(args => site.platform(['plugins', ...args, '--json'])),
  )
  expect([doctor!.code, list!.code, inspect!.code]).toEqual([1, 0, 0])
  expect(doctor!.json().findings).toMatchObject([
    { code: 'PLUGIN_CONFLICT', plugins: ['ticks', 'twin'], cause: expect.stringContaining('plugins/ticks/index.js') },
  ])
  expect([list!.json().plugins.length, inspect!.json().name]).toEqual([2, 'twin'])
})
