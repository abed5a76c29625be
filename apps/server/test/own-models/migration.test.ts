import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { defineModel, definePlugin } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { runOperation } from '../../src/cli/run-operation.ts'
import { endLeases } from '../killed-server.ts'
import { refusalOf } from '../problems.ts'
import { asFirst, asSecond, first, walks } from './walks.ts'

const PROGRAM = fileURLToPath(new URL('migration.program.ts', import.meta.url))

function run(...args: string[]) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { child, ended: once(child, 'exit'), lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() }
}

test('a new version of a model changes the stored records after the start', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'platform-models-'))
  {
    await using platform = await createTestPlatform({ plugins: [asFirst], directory })
    await first.in(platform.services).insert({ id: 'old', walker: 'ada', miles: 10 })
  }
  {
    await using platform = await createTestPlatform({ plugins: [asSecond], directory })
    await platform.services.jobs.idle()
    const stored = await platform.services.docstore.collection('walks.walked').find({}).toArray()
    expect(stored).toMatchObject([{ id: 'old', user_id: 'ada', km: 16, record_version: 2 }])
    expect(stored[0]).not.toHaveProperty('walker')
  }
  await rm(directory, { recursive: true })
})

test('a server of the older version changes no record of the newer one, whose values it would lose', async () => {
  await using platform = await createTestPlatform({ plugins: [asSecond] })
  const { services } = platform
  await first.in(services).insert({ id: 'old', walker: 'ada', miles: 10 })
  await first.in(services).update('old', { miles: 20 })
  await walks.in(services).update('old', { km: 7 })
  const refused = { translation_key: 'NEWER_RECORD', status: 503, message: expect.stringContaining('record old in') }
  await expect(first.in(services).update('old', { miles: 1 })).rejects.toMatchObject(refused)
  await expect(
    first.in(services).batch([{ insert: { id: 'more', walker: 'bo', miles: 1 } }, { update: 'old', with: {} }]),
  ).rejects.toMatchObject(refused)
  expect([await first.in(services).newer(), await walks.in(services).newer()]).toEqual([1, 0])
  expect(await walks.in(services).find({})).toMatchObject([{ id: 'old', user_id: 'ada', km: 7 }])
  expect(await first.in(services).remove('old')).toBe(true)
})

test('a server of the older version exports no records of the newer one, and says in a sentence why', async () => {
  const personalData = { user: 'walker' } as const
  const older = defineModel({ name: 'walks.walked', record: z.object({ walker: z.string() }), personalData })
  const plugin = definePlugin({ name: 'walks', sdk: '^1.0', models: [older] })
  await using platform = await createTestPlatform({ plugins: [plugin] })
  const {
    user: { id },
  } = await platform.createUser()
  await walks.in(platform.services).insert({ id: 'new', user_id: id, km: 7 })
  let said = ''
  const write = (text: string) => {
    said += text
  }
  const terminal = { out: () => {}, err: write, draw: () => {}, columns: null, interrupted: false }
  const exported = runOperation(platform.services, { name: 'users export', options: { user: id } }, terminal)
  expect([await exported, said]).toEqual([
    1,
    expect.stringMatching(/^NEWER_RECORD {2}1 records of walks\.walked are of a newer version than 1, .*\n$/),
  ])
})

test('records that can not be changed are counted, five are named, and all others are changed', async () => {
  const kept = defineModel({ name: 'walks.walked', record: z.object({ walker: z.string(), miles: z.number() }) })
  await using platform = await createTestPlatform({
    plugins: [definePlugin({ name: 'walks', sdk: '^1.0', models: [kept] })],
  })
  const records = kept.in(platform.services)
  const insert = (miles: number) => ({ insert: { id: String(miles).padStart(3, '0'), walker: 'ada', miles } })
  await records.batch(Array.from({ length: 250 }, (_, miles) => insert(miles)))
  const stricter = defineModel({
    name: 'walks.walked',
    record: z.object({ walker: z.string(), miles: z.number().min(120) }),
    version: 2,
    migrations: { 2: walk => walk },
  }).in(platform.services)
  const migrated: Error = await stricter.migrate().catch(error => error)
  const named = ['000', '001', '002', '003', '004'].map(id => expect.stringContaining(`record ${id} of walks.walked`))
  expect(migrated.message.split('\n')).toEqual([
    '120 records were not changed; correct the migration or the records:',
    ...named,
    'and 115 more',
  ])
  expect(await stricter.count({ record_version: 2 } as never)).toBe(130)
})

test('a migration of records that was killed continues', { timeout: 120_000 }, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'platform-models-'))
  expect(await run(directory, 'store', '500').ended).toEqual([0, null])
  const killed = run(directory, 'change')
  expect(await killed.lines.next()).toEqual({ done: false, value: 'half' })
  killed.child.kill('SIGKILL')
  await killed.ended
  let calls = 0
  const counting = defineModel({
    name: 'walks.walked',
    record: z.object({ user_id: z.string(), km: z.number(), changes: z.number() }),
    version: 2,
    migrations: {
      2: ({ walker, miles, changes = 0 }) => {
        calls++
        return { user_id: walker, km: miles * 1.6, changes: changes + 1 }
      },
    },
  })
  {
    const plugin = definePlugin({ name: 'walks', sdk: '^1.0', models: [counting] })
    await using platform = await createTestPlatform({ plugins: [plugin], directory })
    endLeases(platform)
    await platform.services.jobs.idle()
    const records = counting.in(platform.services)
    expect([await records.outdated(), await records.count({ changes: 1 }), calls]).toEqual([0, 500, 300])
  }
  await rm(directory, { recursive: true })
})

test('the collection of a model belongs to one plugin', async () => {
  const record = z.object({ a: z.string() })
  const named = (name: `${string}.${string}`) => defineModel({ name, record })
  const start = (...models: ReturnType<typeof named>[]) =>
    createTestPlatform({ plugins: [definePlugin({ name: 'platform-plugin-hikes', sdk: '^1.0', models })] })
  expect((await refusalOf(start(named('walks.walked')))).problems).toMatchObject([
    { code: 'PLUGIN_HOOK_INVALID', owners: ['platform-plugin-hikes'], fix: 'call it hikes.walked' },
  ])
  expect((await refusalOf(start(named('hikes.done'), named('hikes.done')))).problems).toContainEqual(
    expect.objectContaining({ code: 'PLUGIN_CONFLICT', fix: 'list it once in platform-plugin-hikes' }),
  )
  await using platform = await start(named('hikes.done'))
  expect(platform.services.composition.plugins.flatMap(({ hooks }) => hooks.indexes ?? [])).toContainEqual({
    collection: 'hikes.done',
    name: 'id',
    keys: { id: 1 },
    unique: true,
  })
})

test('a model that cannot work is refused where it is declared', () => {
  const record = z.object({ a: z.string() })
  expect(() => defineModel({ name: 'walks.Walked', record })).toThrow(/lower-case letters.*'bookmarks\.marks'/)
  expect(() => defineModel({ name: 'walks.walked', record, version: 3, migrations: { 3: walk => walk } })).toThrow(
    /migrations\[2\] is missing.*version 2 from one of version 1/,
  )
  expect(() => defineModel({ name: 'walks.walked', record, migrations: { 2: walk => walk } })).toThrow(
    /migrations\[2\] is never called, because version is 1/,
  )
  expect(() => walks.in({ kvstore: {} })).toThrow(/name 'docstore' in the needs/)
})
