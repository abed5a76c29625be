import type { Docstore } from '@platform/docstore'
import { defineModel } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { migrateAndPrint } from '../../src/cli/operations/migrate.ts'
import { onBothStores } from '../on-both-stores.ts'
import { named } from './named.ts'

const moods = defineModel({
  name: 'moods.moods',
  record: z.object({ mood: z.string() }),
  version: 2,
  migrations: { 2: record => ({ ...record, mood: 'calm' }) },
  indexes: [{ name: 'mood', keys: { mood: 1 } }],
})

async function migrate(
  { docstore, composition }: Pick<TestPlatform['services'], 'docstore' | 'composition'>,
  options: { status: boolean; json?: boolean },
) {
  let out = ''
  const terminal = { out: (text: string) => (out += text), err: () => {}, draw: () => {}, columns: null }
  const place = { docstore, plugins: composition.plugins }
  const exit = await migrateAndPrint(
    { ...place, terminal: { ...terminal, interrupted: false } as never },
    { json: false, ...options },
  )
  return { exit, out }
}

await onBothStores(env => {
  describe('platform migrate', () => {
    test('lists what is to come, makes it, and says by its exit code whether something is left', async () => {
      await using platform = await createTestPlatform({ plugins: [named('moods', { models: [moods] })], env: env() })
      const { docstore } = platform.services
      expect(await migrate(platform.services, { status: true })).toMatchObject({
        exit: 0,
        out: expect.stringMatching(
          /keep {5}comments\.newest\n.*keep {5}moods\.moods\n.*as this version needs it\.\n$/s,
        ),
      })
      // As a store is that an older version of the server and of a plugin wrote to.
      await docstore.reconcileIndexes([{ collection: 'comments', indexes: [{ name: 'former', keys: { body: 1 } }] }])
      await docstore.collection<{ _id: string; id: string }>('moods.moods').insertOne({ id: 'm1' })
      const before = await migrate(platform.services, { status: true })
      expect(before.exit).toBe(1)
      for (const line of [
        'create   comments.newest',
        'unused   comments.former',
        'change   moods.moods: 1 records to version 2',
      ])
        expect(before.out).toContain(`${line}\n`)
      const made = await migrate(platform.services, { status: false, json: true })
      expect([made.exit, JSON.parse(made.out)]).toMatchObject([
        0,
        { pending: 0, indexes: { dropped: [], kept: [{ collection: 'comments', name: 'former' }] }, counts: true },
      ])
      expect(await migrate(platform.services, { status: true })).toMatchObject({
        exit: 0,
        out: expect.stringMatching(/as this version needs it\.\nOnce all servers run this version, .* drops .*\.\n$/),
      })
      expect(await docstore.collection('moods.moods').findOne({ id: 'm1' })).toMatchObject({
        mood: 'calm',
        record_version: 2,
      })
    })

    test('changes nothing further when another process has taken the lock', async () => {
      await using platform = await createTestPlatform({ plugins: [named('moods', { models: [moods] })], env: env() })
      const { docstore, composition } = platform.services
      const records = docstore.collection<{ _id: string; id: string }>('moods.moods')
      await records.insertOne({ id: 'm1' })
      const lost = { signal: new AbortController().signal, check: () => Promise.reject(new Error('lost')) }
      const exclusively: Docstore['exclusively'] = (_name, work) => work(lost)
      const losing = new Proxy(docstore, {
        get(target, name) {
          const value: unknown = name === 'exclusively' ? exclusively : Reflect.get(target, name)
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
      await expect(migrate({ docstore: losing, composition }, { status: false })).rejects.toThrow('lost')
      expect(await records.findOne({ id: 'm1' })).not.toHaveProperty('mood')
    })

    test('says of a store without counters of the site when its comments are counted', async () => {
      await using platform = await createTestPlatform({ env: env() })
      await platform.services.docstore.collection('site_counts').deleteMany({})
      expect(await migrate(platform.services, { status: true })).toEqual({
        exit: 0,
        out: expect.stringMatching(/\ncount {4}site_counts\nThe comments of the site are counted when .*\.\n$/),
      })
    })
  })
})
