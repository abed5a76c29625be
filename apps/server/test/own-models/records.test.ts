import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, describe, expect, test } from 'vitest'
import { startMongo } from '../../../../packages/docstore/test/mongo.ts'
import { describeWith } from '../../../../test/needs.ts'
import { asSecond, first, walks } from './walks.ts'

const mongo = await startMongo()
afterAll(mongo.stop)

const start = (url?: string): Promise<TestPlatform> =>
  createTestPlatform({
    plugins: [asSecond],
    ...(url === undefined ? {} : { env: { PLATFORM_DOCSTORE_URL: url } }),
  }) as Promise<unknown> as Promise<TestPlatform>

describe('on the embedded store', () => tests(() => undefined))
describeWith(mongo)('on MongoDB', () => tests(mongo.url))

function tests(url: () => string | undefined): void {
  test('records are stored with defaults, read, counted, changed and removed', async () => {
    await using platform = await start(url())
    const records = walks.in(platform.services)
    const { id } = await records.insert({ user_id: 'ada', km: 3, note: 'rain' })
    expect(await records.get(id)).toEqual({ id, user_id: 'ada', km: 3, where: 'here', changes: 0, note: 'rain' })
    await records.insert({ id: 'own id', user_id: 'bob', km: 5 })
    expect((await records.find({ km: { $gt: 1 } }, { sort: { km: -1 }, limit: 1 })).map(each => each.id)).toEqual([
      'own id',
    ])
    expect(await records.update(id, { note: undefined, km: 4 })).toEqual({
      id,
      user_id: 'ada',
      km: 4,
      where: 'here',
      changes: 0,
    })
    expect(await records.update('unknown', { km: 1 })).toBeNull()
    expect([await records.remove('own id'), await records.remove('own id'), await records.count()]).toEqual([
      true,
      false,
      1,
    ])
  })

  test('changes by a function lose none of each other', async () => {
    await using platform = await start(url())
    const records = walks.in(platform.services)
    await records.insert({ id: 'one', user_id: 'ada', km: 0 })
    for (let round = 0; round < 4; round++)
      await Promise.all([1, 2, 3].map(() => records.update('one', ({ km }) => ({ km: km + 1 }))))
    expect((await records.get('one'))?.km).toBe(12)
  })

  test('a record that does not fit the schema, and one that exists already, are refused', async () => {
    await using platform = await start(url())
    const records = walks.in(platform.services)
    await expect(records.insert({ user_id: 'ada', km: -1 })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringMatching(/^walks\.walked: km: /),
    })
    await expect(records.insert({ user_id: 'ada', km: 1, kmh: 4 } as never)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    })
    await records.insert({ id: 'one', user_id: 'ada', km: 1 })
    await expect(records.update('one', { km: -1 })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
    await expect(records.insert({ id: 'one', user_id: 'bob', km: 1 })).rejects.toMatchObject({
      code: 'ALREADY_EXISTS',
    })
    expect(await records.find({})).toMatchObject([{ id: 'one', km: 1 }])
  })

  test('of a batch all changes are stored, or none', async () => {
    await using platform = await start(url())
    const records = walks.in(platform.services)
    await records.insert({ id: 'one', user_id: 'ada', km: 1 })
    const refused = records.batch([
      { update: 'one', with: { km: 9 } },
      { insert: { user_id: 'bob', km: 2 } },
      { insert: { user_id: 'bob', km: -2 } },
    ])
    await expect(refused).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
    expect(await records.find({})).toMatchObject([{ id: 'one', km: 1 }])
    await records.batch([{ remove: 'one' }, { insert: { id: 'two', user_id: 'bob', km: 2 } }])
    expect((await records.find({})).map(({ id }) => id)).toEqual(['two'])
  })

  test('each reads more records than one page has, each once', async () => {
    await using platform = await start(url())
    const records = walks.in(platform.services)
    await records.batch(Array.from({ length: 205 }, (_, n) => ({ insert: { user_id: `u${n}`, km: n } })))
    const read: number[] = []
    for await (const { km } of records.each({ km: { $gte: 1 } })) read.push(km)
    expect(read.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 204 }, (_, n) => n + 1))
    expect((await records.find({})).length).toBe(100)
  })

  test('a record of an older version is read, changed and erased as one of the current version', async () => {
    await using platform = await start(url())
    await first
      .in(platform.services)
      .batch([
        { insert: { id: 'read', walker: 'ada', miles: 10 } },
        { insert: { id: 'changed', walker: 'ada', miles: 20 } },
        { insert: { id: 'of bob', walker: 'bob', miles: 30 } },
      ])
    const records = walks.in(platform.services)
    expect(await records.get('read')).toEqual({ id: 'read', user_id: 'ada', km: 16, where: 'read', changes: 1 })
    expect(await records.update('changed', { note: 'long' })).toMatchObject({ km: 32, note: 'long', changes: 1 })
    expect(await records.outdated()).toBe(2)
    const { personalData } = platform.services.composition
    const exported = []
    for await (const { plugin, name, record } of personalData.export('ada')) exported.push({ plugin, name, record })
    expect(exported).toEqual([
      { plugin: 'walks', name: 'walked', record: { km: 32 } },
      { plugin: 'walks', name: 'walked', record: { km: 16 } },
    ])
    await personalData.erase('ada', AbortSignal.timeout(20_000))
    expect(await records.find({}, { sort: { id: 1 } })).toMatchObject([
      { id: 'changed', user_id: null },
      { id: 'of bob', user_id: 'bob' },
      { id: 'read', user_id: null },
    ])
  })

  test('records that are changed by two servers at the same time are changed once', async () => {
    await using platform = await start(url())
    const inserts = Array.from({ length: 250 }, (_, n) => ({ insert: { id: `w${n}`, walker: `u${n}`, miles: n } }))
    await first.in(platform.services).batch(inserts)
    const records = walks.in(platform.services)
    const counts = await Promise.all([records.migrate(), records.migrate()])
    expect(counts[0] + counts[1]).toBe(250)
    expect([await records.outdated(), await records.count({ changes: 1 })]).toEqual([0, 250])
  })

  test('a record that cannot be changed is named, and keeps no other from being changed', async () => {
    await using platform = await start(url())
    const inserts = [1, 666, 3].map(miles => ({ insert: { id: `w${miles}`, walker: `u${miles}`, miles } }))
    await first.in(platform.services).batch(inserts)
    const records = walks.in(platform.services)
    await expect(records.migrate()).rejects.toThrow(/record w666 of walks\.walked .*version 2: nobody walks that far/)
    expect([await records.outdated(), await records.count({ changes: 1 })]).toEqual([1, 2])
  })

  test('a record that cannot be changed is named, and keeps no other of its user from being erased', async () => {
    await using platform = await start(url())
    const inserts = [1, 666, 3].map(miles => ({ insert: { id: `w${miles}`, walker: 'ada', miles } }))
    await first.in(platform.services).batch(inserts)
    const records = platform.services.docstore.collection<{ id: string; user_id?: string | null }>('walks.walked')
    // A server of the first version had stored the user in the field of the second one, too.
    await records.updateOne({ id: 'w666' }, { $set: { user_id: 'ada' } })
    const { personalData } = platform.services.composition
    await expect(personalData.erase('ada', AbortSignal.timeout(20_000))).rejects.toThrow(/record w666 of walks\.walked/)
    expect(await records.find({}, { sort: { id: 1 } }).toArray()).toMatchObject([
      { id: 'w1', user_id: null },
      { id: 'w3', user_id: null },
      { id: 'w666', user_id: 'ada' },
    ])
  })
}
