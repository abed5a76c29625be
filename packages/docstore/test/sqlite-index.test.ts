import { statSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import {
  type Collection,
  connectDocstore,
  type Docstore,
  explainFind,
  type Filter,
  type FindOptions,
  type IndexDeclaration,
} from '../src/index.ts'
import type { Loose } from './contract/fixture.ts'
import { temporaryUrl } from './temporary.ts'

let docstore: Docstore

async function indexed(...indexes: IndexDeclaration[]): Promise<Collection<Loose>> {
  docstore = await connectDocstore(temporaryUrl())
  await docstore.reconcileIndexes([{ collection: 'things', indexes }])
  return docstore.collection<Loose>('things')
}

afterEach(async () => docstore.close())

describe('an embedded index', () => {
  const day = (n: number): Date => new Date(Date.UTC(2024, 0, n))

  test.each<readonly [string, Filter<Loose>, FindOptions, string]>([
    [
      'equality and order',
      { asset: 'a' },
      { sort: { at: -1, _id: -1 }, limit: 10 },
      'SEARCH c:things USING INDEX i:things:newest ($.asset=?)',
    ],
    [
      'a range',
      { asset: 'a', at: { $lt: day(3) } },
      { sort: { at: -1, _id: -1 } },
      'SEARCH c:things USING INDEX i:things:newest ($.asset=? AND $.at>? AND $.at<?)',
    ],
    [
      'a keyset written as $or',
      { asset: 'a', $or: [{ at: { $lt: day(3) } }, { at: day(3), _id: { $lt: 'x' } }] },
      { sort: { at: -1, _id: -1 }, limit: 10 },
      'SEARCH c:things USING INDEX i:things:newest ($.asset=? AND $.at<?)',
    ],
    ['the whole order', {}, { sort: { rank: 1 }, limit: 5 }, 'SCAN c:things USING INDEX i:things:rank'],
    ['a partial index', { email: 'x@y' }, {}, 'SEARCH c:things USING INDEX i:things:email ($.email=?)'],
    ['an id', { _id: 'x' }, {}, 'SEARCH c:things USING INDEX i:things:_id_ (_id=?)'],
  ])('answers %s in one step, without sorting', async (_name, filter, options, step) => {
    const things = await indexed(
      { name: 'newest', keys: { asset: 1, at: -1, _id: -1 } },
      { name: 'rank', keys: { rank: 1 } },
      { name: 'email', keys: { email: 1 }, unique: true, partial: { email: { $type: 'string' } } },
    )
    await things.insertOne({ _id: 'x', asset: 'a', at: day(1), rank: 1, email: 'x@y' })
    expect((await explainFind(things, filter, options)).plan).toEqual([step])
    expect(await things.find(filter, options).explain()).toMatchObject({ pushedDown: true, usesIndex: true })
    expect(await things.find(filter, options).toArray()).toHaveLength(1)
  })

  test('that is partial does not answer for documents it may not hold', async () => {
    const things = await indexed({ name: 'open', keys: { at: 1 }, partial: { open: true, n: { $gt: 5 } } })
    await things.insertMany([
      { _id: 'a', at: 1, open: true, n: 9 },
      { _id: 'b', at: 1, open: true, n: 1 },
      { _id: 'c', at: 1 },
    ])
    const uses = async (filter: Filter<Loose>): Promise<boolean> =>
      (await explainFind(things, { at: 1, ...filter })).usesIndex
    expect(await things.countDocuments({ at: 1 })).toBe(3)
    expect([await uses({}), await uses({ open: true }), await uses({ open: true, n: { $gt: 2 } })]).toEqual([
      false,
      false,
      false,
    ])
    expect([await uses({ open: true, n: { $gt: 6 } }), await uses({ open: true, n: { $in: [6, 7] } })]).toEqual([
      true,
      true,
    ])
    expect(await things.countDocuments({ at: 1, open: true, n: { $gte: 6 } })).toBe(1)
  })

  test('that is partial leaves nothing to look up in documents for a filter with its own condition', async () => {
    const things = await indexed({ name: 'reported', keys: { at: -1 }, partial: { reports: { $gt: 0 } } })
    await things.insertMany([
      { _id: 'none', reports: 0, at: day(1) },
      { _id: 'one', reports: 1, at: day(2) },
      { _id: 'list', reports: [0, 2], at: day(3) },
      { _id: 'text', reports: 'many', at: day(4) },
    ])
    const found = things.find({ reports: { $gt: 0 } }, { sort: { at: -1 } })
    expect(await found.explain()).toMatchObject({ pushedDown: true, usesIndex: true })
    expect((await found.toArray()).map(({ _id }) => _id)).toEqual(['list', 'one'])
    // Another condition is looked up.
    expect(await things.find({ reports: { $gt: 1 } }).explain()).toMatchObject({ pushedDown: false })
    expect(await things.countDocuments({ reports: { $gt: 1 } })).toBe(1)
  })

  test('over arrays answers for the fields of one element', async () => {
    const keys = { 'profiles.provider': 1, 'profiles.id': 1 } as const
    const things = await indexed({
      name: 'profile',
      keys,
      multikey: true,
      unique: true,
      partial: { 'profiles.id': { $exists: true } },
    })
    await things.insertOne({
      _id: 'a',
      profiles: [
        { provider: 'x', id: '1' },
        { provider: 'y', id: '2' },
      ],
    })
    const of = (provider: string, id: string): Filter<Loose> => ({ profiles: { $elemMatch: { provider, id } } })
    expect((await explainFind(things, of('x', '1'))).plan.at(-1)).toBe(
      'SEARCH m:things:profile USING COVERING INDEX i:things:profile (k0=? AND k1=?)',
    )
    expect([await things.countDocuments(of('x', '1')), await things.countDocuments(of('x', '2'))]).toEqual([1, 0])
  })

  test('over arrays answers for a range that one element lies in', async () => {
    const things = await indexed(
      { name: 'words', keys: { words: 1 }, multikey: true },
      { name: 'profile', keys: { 'profiles.provider': 1, 'profiles.id': 1 }, multikey: true },
    )
    await things.insertMany([
      { _id: 'a', words: ['apple', 'zoo'], profiles: [{ provider: 'x', id: 'ann' }] },
      { _id: 'b', words: ['bat', 'bee'], profiles: [{ provider: 'x', id: 'bob' }] },
    ])
    const beginning: Filter<Loose> = { words: { $elemMatch: { $gte: 'b', $lt: 'c' } } }
    expect((await explainFind(things, beginning)).plan.at(-1)).toBe(
      'SEARCH m:things:words USING COVERING INDEX i:things:words (k0>? AND k0<?)',
    )
    expect((await things.find(beginning).toArray()).map(({ _id }) => _id)).toEqual(['b'])
    const called: Filter<Loose> = { profiles: { $elemMatch: { provider: 'x', id: { $gte: 'a', $lt: 'b' } } } }
    expect((await explainFind(things, called)).plan.at(-1)).toBe(
      'SEARCH m:things:profile USING COVERING INDEX i:things:profile (k0=? AND k1>? AND k1<?)',
    )
    expect((await things.find(called).toArray()).map(({ _id }) => _id)).toEqual(['a'])
  })

  test('over arrays may have a key twice for one document, never for two', async () => {
    const things = await indexed({
      name: 'profile',
      keys: { 'profiles.provider': 1, 'profiles.id': 1 },
      unique: true,
      multikey: true,
    })
    await things.insertOne({
      _id: 'a',
      profiles: [
        { provider: 'x', id: '1' },
        { provider: 'y', id: '2' },
        { provider: 'x', id: '1' },
      ],
    })
    await things.insertOne({ _id: 'b', profiles: [{ provider: 'x', id: '2' }] })
    await expect(things.insertOne({ _id: 'c', profiles: [{ provider: 'y', id: '2' }] })).rejects.toMatchObject({
      keyValue: { 'profiles.provider': 'y', 'profiles.id': '2' },
    })
    await things.updateOne({ _id: 'a' }, { $pull: { profiles: { provider: 'y' } } })
    expect(await things.insertOne({ _id: 'c', profiles: [{ provider: 'y', id: '2' }] })).toMatchObject({
      insertedId: 'c',
    })
  })

  test('over arrays gives the documents with one element in its order, page by page', async () => {
    const things = await indexed(
      { name: 'tags', keys: { 'tags.name': 1, asset: 1, at: 1, _id: 1 }, multikey: true },
      { name: 'asset', keys: { asset: 1, at: 1 } },
    )
    await things.insertMany(
      Array.from({ length: 600 }, (_, n) => ({
        _id: `i${n}`,
        asset: `a${n % 2}`,
        at: n % 5 === 0 ? null : day(n % 50),
        // Some documents have the element twice.
        tags: n % 3 === 0 ? [{ name: 'x', by: 1 }, { name: 'y' }, { name: 'x', by: 2 }] : [{ name: 'y' }],
      })),
    )
    const filter = { asset: 'a1', 'tags.name': 'x' }
    const idsOf = async (sort: Record<string, 1 | -1>, more: Filter<Loose> = {}) =>
      (await things.find({ ...filter, ...more }, { sort }).toArray()).map(({ _id }) => _id)
    for (const direction of [1, -1] as const) {
      const sort = { at: direction, _id: direction }
      const all = await things.find({ asset: 'a1' }).toArray()
      const expected = all
        .filter(({ tags }) => (tags as { name: string }[]).some(({ name }) => name === 'x'))
        .sort((a, b) => direction * (Number(a['at'] ?? -1) - Number(b['at'] ?? -1) || (a._id < b._id ? -1 : 1)))
        .map(({ _id }) => _id)
      expect(await idsOf(sort)).toEqual(expected)
      expect(await idsOf(sort, { 'tags.name': { $in: ['x'] } })).toEqual(expected)
      const { plan } = await explainFind(things, { ...filter, at: { $lt: day(9) } }, { sort, limit: 5 })
      expect(plan).toEqual([
        expect.stringMatching(
          /^SEARCH .* USING (?:COVERING )?INDEX i:things:tags \(k0=\? AND k1=\? AND k2>\? AND k2<\?\)$/,
        ),
        expect.stringContaining('USING INTEGER PRIMARY KEY'),
      ])
    }
  })

  test('over arrays forgets what is deleted', async () => {
    const things = await indexed({ name: 'tags', keys: { tags: 1 }, unique: true, multikey: true })
    await things.insertMany([
      { _id: 'a', tags: ['x', 'y'] },
      { _id: 'b', tags: ['z'] },
    ])
    expect((await things.deleteMany({ tags: 'x' })).deletedCount).toBe(1)
    expect(await things.insertOne({ _id: 'c', tags: ['y'] })).toMatchObject({ insertedId: 'c' })
  })

  test('of a bulk write that fails half-way keeps the entries from before', async () => {
    const things = await indexed({ name: 'tags', keys: { tags: 1 }, unique: true, multikey: true })
    const documents = [
      { _id: 'a', tags: ['x'] },
      { _id: 'b', tags: ['y', 'x'] },
      { _id: 'c', tags: ['y'] },
    ]
    await expect(things.insertMany(documents, { ordered: false })).rejects.toMatchObject({
      code: 11000,
      writeErrors: [{ index: 1 }],
      insertedCount: 2,
    })
    expect(await things.countDocuments({ tags: 'y' })).toBe(1)
    expect(await things.countDocuments({})).toBe(2)
  })

  test('of a bulk update that fails keeps the document as it was', async () => {
    const things = await indexed(
      { name: 'tags', keys: { tags: 1 }, unique: true, multikey: true },
      { name: 'n', keys: { n: 1 } },
    )
    await things.insertMany([
      { _id: 'a', tags: ['x'] },
      { _id: 'b', tags: ['y'], n: 1 },
    ])
    const failing = things.bulkWrite(
      [
        { updateOne: { filter: { _id: 'b' }, update: { $set: { tags: ['z', 'x'], n: 2 } } } },
        { updateOne: { filter: { _id: 'a' }, update: { $set: { n: 3 } } } },
      ],
      { ordered: false },
    )
    await expect(failing).rejects.toMatchObject({ code: 11000 })
    expect([
      await things.findOne({ n: 1 }),
      await things.findOne({ tags: 'y' }),
      await things.countDocuments({ n: 3 }),
    ]).toMatchObject([{ _id: 'b', tags: ['y'] }, { _id: 'b' }, 1])
  })

  test('distinguishes names by their case', async () => {
    const things = await indexed({ name: 'id', keys: { userId: 1 } }, { name: 'ID', keys: { userid: 1 } })
    const other = docstore.collection<Loose>('Things')
    await things.insertOne({ _id: 'a', userId: 1, userid: 2 })
    await other.insertOne({ _id: 'b' })
    expect([
      await things.countDocuments({ userId: 1 }),
      await things.countDocuments({ userid: 1 }),
      await other.countDocuments({}),
    ]).toEqual([1, 0, 1])
  })

  test('on a path with any characters is only a name', async () => {
    const path = 'we"ird; DROP TABLE x--.ü'
    const things = await indexed({ name: `n'"${path}`, keys: { [path]: 1 } })
    await things.insertOne({ _id: 'a', 'we"ird; DROP TABLE x--': { ü: 'v' } })
    expect((await explainFind(things, { [path]: 'v' })).usesIndex).toBe(true)
    expect(await things.countDocuments({ [path]: 'v' })).toBe(1)
  })

  test('answers a keyset from the place on, in order, however many documents there are', async () => {
    const things = await indexed()
    await things.insertMany(
      Array.from({ length: 2000 }, (_, n) => ({ _id: `i${n}`, asset: `a${n % 3}`, at: day(n % 300) })),
    )
    await docstore.reconcileIndexes([
      { collection: 'things', indexes: [{ name: 'newest', keys: { asset: 1, at: -1, _id: -1 } }] },
    ])
    const filter: Filter<Loose> = {
      asset: 'a1',
      $or: [{ at: { $lt: day(100) } }, { at: day(100), _id: { $lt: 'i5' } }],
    }
    const options: FindOptions = { sort: { at: -1, _id: -1 }, limit: 10 }
    expect((await explainFind(things, filter, options)).plan).toEqual([
      'SEARCH c:things USING INDEX i:things:newest ($.asset=? AND $.at<?)',
    ])
    expect(
      await things
        .find(filter, options)
        .map(({ _id }) => _id)
        .next(),
    ).toBe('i400')
  })

  test('is chosen by how many documents share its keys', async () => {
    docstore = await connectDocstore(temporaryUrl(), { upkeepInterval: 10 })
    const things = docstore.collection<Loose>('things')
    const indexes: IndexDeclaration[] = [
      { name: 'asset', keys: { asset: 1, at: 1 } },
      { name: 'status', keys: { status: 1, at: 1 } },
    ]
    await docstore.reconcileIndexes([{ collection: 'things', indexes }])
    await things.insertMany(
      Array.from({ length: 2000 }, (_, n) => ({ asset: `a${n % 200}`, status: n % 9 ? 'A' : 'B', at: n })),
    )
    const plan = async () =>
      (await explainFind(things, { asset: 'a1', status: 'A' }, { sort: { at: -1 }, limit: 5 })).plan
    await expect.poll(plan).toEqual(['SEARCH c:things USING INDEX i:things:asset ($.asset=?)'])
  })

  test('gives a list in order from its beginning, instead of collecting what another index has in many places', async () => {
    const things = await indexed()
    // Few have the same parent on average, but half of all have this one.
    await things.insertMany(
      Array.from({ length: 10_000 }, (_, n) => ({ asset: `a${n % 50}`, parent: n % 100 < 50 ? 1 : n, at: n })),
    )
    await docstore.reconcileIndexes([
      {
        collection: 'things',
        indexes: [
          { name: 'thread', keys: { asset: 1, parent: 1, at: 1 } },
          { name: 'newest', keys: { at: 1 } },
        ],
      },
    ])
    const plan = (await explainFind(things, { parent: 1 }, { sort: { at: -1 }, limit: 5 })).plan
    expect(plan).toEqual(['SCAN c:things USING INDEX i:things:newest'])
  })

  test('of few documents is added to many without writing each of them anew', async () => {
    const url = temporaryUrl()
    docstore = await connectDocstore(url)
    const things = docstore.collection<Loose>('things')
    await things.insertMany(Array.from({ length: 2_000 }, (_, n) => ({ n, text: 'x'.repeat(2_000) })))
    await things.updateMany({ n: { $lt: 3 } }, { $set: { removed: day(1) } })
    await docstore.close()
    docstore = await connectDocstore(url)
    const removed = { removed: { $gt: day(0) } }
    const indexes: IndexDeclaration[] = [{ name: 'removed', keys: { removed: 1 }, partial: removed }]
    await docstore.reconcileIndexes([{ collection: 'things', indexes }])
    expect(statSync(`${url.slice('sqlite:'.length)}-wal`).size).toBeLessThan(1_000_000)
    const again = docstore.collection<Loose>('things')
    expect(await again.countDocuments(removed)).toBe(3)
    expect((await explainFind(again, removed)).usesIndex).toBe(true)
  })

  test('that is dropped and declared again is right', async () => {
    const things = await indexed({ name: 'n', keys: { n: 1 }, partial: { n: { $exists: true } } })
    await things.insertOne({ _id: 'a', n: 1 })
    await docstore.reconcileIndexes([{ collection: 'things', indexes: [] }])
    await things.updateOne({ _id: 'a' }, { $set: { n: 2 } })
    await docstore.reconcileIndexes([
      { collection: 'things', indexes: [{ name: 'n', keys: { n: 1 }, partial: { n: { $exists: true } } }] },
    ])
    expect([await things.countDocuments({ n: 1 }), await things.countDocuments({ n: 2 })]).toEqual([0, 1])
  })
})

describe('the boundaries of a partial index', () => {
  const RANGES = ['$gt', '$gte', '$lt', '$lte'] as const
  const VALUES = [4, 5, 6]

  test.each(RANGES)('with %s are those of every filter that it answers', async operator => {
    const things = await indexed({ name: 'some', keys: { at: 1 }, partial: { n: { [operator]: 5 } } })
    await things.insertMany([3, 4, 5, 6, 7].map(n => ({ _id: `n${n}`, at: 1, n })))
    const holds = { $gt: (a: number, b: number) => a > b, $gte: (a: number, b: number) => a >= b }
    const meets = (n: number, given: (typeof RANGES)[number], value: number) =>
      given === '$gt' || given === '$gte' ? holds[given](n, value) : holds[given === '$lt' ? '$gt' : '$gte'](value, n)
    let answered = 0
    for (const given of RANGES)
      for (const value of VALUES) {
        const filter = { at: 1, n: { [given]: value } }
        const found = (await things.find(filter).toArray()).map(({ n }) => n)
        const right = [3, 4, 5, 6, 7].filter(n => meets(n, given, value))
        expect({ given, value, found: found.toSorted() }).toEqual({ given, value, found: right })
        const contained = [3, 4, 5, 6, 7].every(n => !meets(n, given, value) || meets(n, operator, 5))
        const { usesIndex } = await explainFind(things, filter)
        // The index answers no filter that asks for documents it does not have, and it does answer some.
        if (usesIndex) answered += 1
        expect({ given, value, wrong: usesIndex && !contained }).toEqual({ given, value, wrong: false })
      }
    expect(answered).toBeGreaterThanOrEqual(3)
  })
})
