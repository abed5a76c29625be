import { describe, expect, test } from 'vitest'
import { type Collection, type Docstore, explainFind, type Filter, type IndexDeclaration } from '../../src/index.ts'
import type { Loose, Open } from './fixture.ts'

async function indexed(
  open: Open,
  ...indexes: IndexDeclaration[]
): Promise<{ docstore: Docstore; things: Collection<Loose> }> {
  const docstore = await open()
  await docstore.reconcileIndexes([{ collection: 'things', indexes }])
  return { docstore, things: docstore.collection<Loose>('things') }
}

const duplicate = { code: 11000 }

export function indexesContract(open: Open): void {
  describe('indexes', () => {
    test('are created, replaced and dropped as declared; a dry run changes nothing', async () => {
      const { docstore } = await indexed(open, { name: 'a', keys: { a: 1 } }, { name: 'b', keys: { b: 1 } })
      const next = [
        {
          collection: 'things',
          indexes: [
            { name: 'b', keys: { b: -1 } as const },
            { name: 'c', keys: { c: 1 } as const },
          ],
        },
      ]
      const plan = {
        created: [{ collection: 'things', name: 'c' }],
        replaced: [{ collection: 'things', name: 'b' }],
        dropped: [{ collection: 'things', name: 'a' }],
        kept: [],
        unchanged: [],
        conflicts: [],
      }
      expect(await docstore.reconcileIndexes(next, { dryRun: true })).toEqual(plan)
      expect(await docstore.reconcileIndexes(next)).toEqual(plan)
      const after = await docstore.reconcileIndexes(next)
      expect([after.unchanged.map(({ name }) => name), after.created, after.replaced, after.dropped]).toEqual([
        ['b', 'c'],
        [],
        [],
        [],
      ])
    })

    test('that are not declared any more are kept on request, work as before, and are dropped later', async () => {
      const { docstore, things } = await indexed(
        open,
        { name: 'a', keys: { a: 1 }, unique: true },
        { name: 'b', keys: { b: 1 } },
      )
      await things.insertOne({ _id: '1', a: 1, b: 1 })
      const next = [{ collection: 'things', indexes: [{ name: 'b', keys: { b: -1 } as const }] }]
      const kept = expect.arrayContaining([{ collection: 'things', name: 'a' }])
      for (const dryRun of [true, false])
        expect(await docstore.reconcileIndexes(next, { dryRun, keepUndeclared: true })).toMatchObject({
          kept,
          replaced: [{ collection: 'things', name: 'b' }],
          dropped: [],
        })
      await things.insertOne({ _id: '2', a: 2, b: 1 })
      await expect(things.insertOne({ _id: '3', a: 1, b: 2 })).rejects.toMatchObject(duplicate)
      expect((await explainFind(things, { a: 2 })).usesIndex).toBe(true)
      expect(await docstore.reconcileIndexes(next)).toMatchObject({ kept: [], dropped: kept })
      await things.insertOne({ _id: '3', a: 1, b: 2 })
      expect(await things.countDocuments({ a: 1 })).toBe(2)
    })

    test('on documents that are already there answer queries', async () => {
      const { docstore, things } = await indexed(open)
      await things.insertMany(
        Array.from({ length: 1200 }, (_, index) => ({ _id: `i${index}`, bucket: index % 7, at: new Date(index) })),
      )
      await docstore.reconcileIndexes([
        { collection: 'things', indexes: [{ name: 'bucket', keys: { bucket: 1, at: -1 } }] },
      ])
      const filter = { bucket: 3, at: { $lt: new Date(100) } }
      expect((await explainFind(things, filter)).usesIndex).toBe(true)
      expect((await things.find(filter).sort({ at: -1 }).limit(2).toArray()).map(({ _id }) => _id)).toEqual([
        'i94',
        'i87',
      ])
    })

    test('that are declared badly are refused before anything is done', async () => {
      const docstore = await open()
      const bad: IndexDeclaration[] = [
        { name: 'none', keys: {} },
        { name: 'partial', keys: { a: 1 }, partial: { a: { $ne: 1 } } },
        { name: 'ttl', keys: { a: 1, b: 1 }, expireAfterSeconds: 1 },
        { name: '_id_', keys: { a: 1 } },
      ]
      for (const index of bad) {
        const attempt = docstore.reconcileIndexes([{ collection: 'things', indexes: [index] }])
        await expect(attempt).rejects.toMatchObject({ code: 'DOCSTORE_INDEX_INVALID' })
      }
    })

    test('make values unique; null and missing are one value', async () => {
      const { things } = await indexed(open, { name: 'key', keys: { key: 1 }, unique: true })
      await things.insertMany([{ _id: 'a', key: 'x' }, { _id: 'b', key: 1 }, { _id: 'c' }])
      await expect(things.insertOne({ _id: 'd', key: 'x' })).rejects.toMatchObject({
        ...duplicate,
        keyPattern: { key: 1 },
        keyValue: { key: 'x' },
      })
      await expect(things.insertOne({ _id: 'd', key: null })).rejects.toMatchObject({
        ...duplicate,
        keyValue: { key: null },
      })
      await expect(things.updateOne({ _id: 'b' }, { $set: { key: 'x' } })).rejects.toMatchObject(duplicate)
      await expect(
        things.findOneAndUpdate({ _id: 'z' }, { $set: { key: 'x' } }, { upsert: true }),
      ).rejects.toMatchObject(duplicate)
      expect(await things.countDocuments({})).toBe(3)
    })

    test('let a value be used again after its document is deleted', async () => {
      const { things } = await indexed(open, { name: 'key', keys: { key: 1 }, unique: true })
      await things.insertMany([
        { _id: 'a', key: 'x' },
        { _id: 'b', key: 'y' },
      ])
      await things.deleteOne({ _id: 'a' })
      await things.insertOne({ _id: 'c', key: 'x' })
      expect(await things.countDocuments({ key: { $in: ['x', 'y'] } })).toBe(2)
    })

    test('make combinations unique', async () => {
      const keys = { type: 1, item: 1, user: 1 } as const
      const { things } = await indexed(open, { name: 'once', keys, unique: true })
      await things.insertOne({ _id: 'a', type: 'LIKE', item: 'i', user: 'u' })
      await things.insertOne({ _id: 'b', type: 'LIKE', item: 'i', user: 'v' })
      await expect(things.insertOne({ _id: 'c', type: 'LIKE', item: 'i', user: 'u' })).rejects.toMatchObject({
        ...duplicate,
        keyPattern: keys,
      })
    })

    test('that are partial contain only some documents, and answer only filters on those', async () => {
      const { things } = await indexed(open, {
        name: 'email',
        keys: { email: 1 },
        unique: true,
        partial: { email: { $exists: true } },
      })
      await things.insertMany([{ _id: 'a', email: 'x@y' }, { _id: 'b' }, { _id: 'c' }])
      await expect(things.insertOne({ _id: 'd', email: 'x@y' })).rejects.toMatchObject(duplicate)
      await expect(things.updateOne({ _id: 'b' }, { $set: { email: 'x@y' } })).rejects.toMatchObject(duplicate)
      await things.updateOne({ _id: 'a' }, { $unset: { email: '' } })
      await things.updateOne({ _id: 'b' }, { $set: { email: 'x@y' } })
      expect((await explainFind(things, { email: 'x@y' })).usesIndex).toBe(true)
      expect(await things.findOne({ email: 'x@y' })).toMatchObject({ _id: 'b' })
      expect(await things.countDocuments({ email: null })).toBe(2)
    })

    test('over arrays are unique by element, whose fields stay together', async () => {
      const keys = { 'profiles.provider': 1, 'profiles.id': 1 } as const
      const { things } = await indexed(open, {
        name: 'profile',
        keys,
        unique: true,
        multikey: true,
        partial: { 'profiles.id': { $exists: true } },
      })
      await things.insertOne({
        _id: 'a',
        profiles: [
          { provider: 'local', id: '1' },
          { provider: 'other', id: '2' },
        ],
      })
      await things.insertOne({
        _id: 'b',
        profiles: [
          { provider: 'local', id: '4' },
          { provider: 'local', id: '3' },
        ],
      })
      await things.insertMany([{ _id: 'c' }, { _id: 'd' }])
      await expect(
        things.insertOne({
          _id: 'e',
          profiles: [
            { provider: 'new', id: '9' },
            { provider: 'other', id: '2' },
          ],
        }),
      ).rejects.toMatchObject({ ...duplicate, keyPattern: keys })
      await expect(
        things.updateOne({ _id: 'c' }, { $push: { profiles: { provider: 'local', id: '1' } } }),
      ).rejects.toMatchObject(duplicate)
      await things.updateOne({ _id: 'a' }, { $pull: { profiles: { id: '1' } } })
      await things.updateOne({ _id: 'c' }, { $push: { profiles: { provider: 'local', id: '1' } } })
      expect(await things.findOne({ profiles: { $elemMatch: { provider: 'local', id: '1' } } })).toMatchObject({
        _id: 'c',
      })
    })

    test('over arrays find by element', async () => {
      const { things } = await indexed(open, { name: 'tags', keys: { 'tags.name': 1 }, multikey: true })
      await things.insertMany([
        { _id: 'a', tags: [{ name: 'x' }, { name: 'y' }] },
        { _id: 'b', tags: [] },
        { _id: 'c', tags: [{ name: 'y' }] },
      ])
      expect((await explainFind(things, { 'tags.name': 'y' })).usesIndex).toBe(true)
      expect(await things.countDocuments({ 'tags.name': 'y' })).toBe(2)
      await things.deleteOne({ _id: 'c' })
      await things.updateOne({ _id: 'a' }, { $set: { tags: [] } })
      expect(await things.countDocuments({ 'tags.name': 'y' })).toBe(0)
    })

    test('meeting an unexpected array still give the right answers', async () => {
      const { things } = await indexed(open, { name: 'v', keys: { v: 1 } })
      await things.insertMany([
        { _id: 'a', v: 1 },
        { _id: 'b', v: [1, 2] },
        { _id: 'c', v: 3 },
      ])
      expect(await things.countDocuments({ v: 1 })).toBe(2)
      expect(await things.countDocuments({ v: { $gt: 1 } })).toBe(2)
      expect((await things.find({}).sort({ v: -1 }).toArray()).map(({ _id }) => _id)).toEqual(['c', 'b', 'a'])
    })

    test('that are unique cannot be created over duplicates, which are named', async () => {
      const { docstore, things } = await indexed(open)
      await things.insertMany([
        { _id: 'a', k: 'x' },
        { _id: 'b', k: 'x' },
        { _id: 'c', k: 'y' },
      ])
      const declared = [{ collection: 'things', indexes: [{ name: 'k', keys: { k: 1 } as const, unique: true }] }]
      const conflicts = [{ collection: 'things', name: 'k', duplicates: [{ keyValue: { k: 'x' }, count: 2 }] }]
      expect((await docstore.reconcileIndexes(declared, { dryRun: true })).conflicts).toEqual(conflicts)
      const refused = expect.objectContaining({
        code: 'DOCSTORE_INDEX_DUPLICATES',
        message: expect.stringContaining('things.k: {"k":"x"} (2 documents)') as string,
      }) as Error
      await expect(docstore.reconcileIndexes(declared)).rejects.toEqual(refused)
      await things.deleteOne({ _id: 'b' })
      expect((await docstore.reconcileIndexes(declared)).created).toHaveLength(1)
    })

    test('answer equality, ranges, order and ids without a scan', async () => {
      const { things } = await indexed(
        open,
        { name: 'main', keys: { asset: 1, at: -1, _id: -1 } },
        { name: 'status', keys: { status: 1 } },
      )
      await things.insertMany(
        Array.from({ length: 200 }, (_, n) => ({
          _id: `i${n}`,
          asset: `a${n % 4}`,
          at: new Date(n),
          status: n % 50 ? 'A' : 'B',
        })),
      )
      const filters: Filter<Loose>[] = [
        { asset: 'a1' },
        { asset: 'a1', at: { $gte: new Date(9), $lt: new Date(50) } },
        { asset: { $in: ['a1', 'a2'] }, at: new Date(5) },
        { _id: 'i5' },
        { _id: { $in: ['i5', 'i6', 'i7', 'i8', 'i9', 'i10'] } },
        { status: 'B' },
        { $or: [{ status: 'B' }, { asset: 'a3' }] },
      ]
      for (const filter of filters)
        expect([filter, (await explainFind(things, filter)).usesIndex]).toEqual([filter, true])
      expect((await explainFind(things, { asset: 'a1' }, { sort: { at: -1, _id: -1 }, limit: 5 })).usesIndex).toBe(true)
      expect((await explainFind(things, { body: 'x' })).usesIndex).toBe(false)
    })
  })
}
