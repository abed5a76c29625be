import { describe, expect, test } from 'vitest'
import { collectionWith, type Loose, type Open } from './fixture.ts'

const before = {
  _id: 'a',
  n: 5,
  text: 'x',
  list: [1, 2, 3],
  deep: { n: 1 },
  items: [
    { k: 'p', n: 1 },
    { k: 'q', n: 2 },
  ],
}

const cases: readonly (readonly [string, object, object])[] = [
  [
    '$set',
    { $set: { text: 'y', 'deep.m': 2, 'new.path': true } },
    { text: 'y', deep: { n: 1, m: 2 }, new: { path: true } },
  ],
  ['$set into an array', { $set: { 'list.1': 9, 'list.4': 5 } }, { list: [1, 9, 3, null, 5] }],
  ['$unset', { $unset: { text: '', 'deep.n': '', nothing: '' } }, { text: undefined, deep: {} }],
  ['$inc', { $inc: { n: 2, 'deep.n': -1, fresh: 1 } }, { n: 7, deep: { n: 0 }, fresh: 1 }],
  ['$mul', { $mul: { n: 2, fresh: 3 } }, { n: 10, fresh: 0 }],
  ['$min', { $min: { n: 4, text: 'z', fresh: 1 } }, { n: 4, fresh: 1 }],
  ['$max', { $max: { n: 4, text: 'z', fresh: 1 } }, { text: 'z', fresh: 1 }],
  ['$rename', { $rename: { text: 'deep.text', nothing: 'something' } }, { text: undefined, deep: { n: 1, text: 'x' } }],
  ['$push', { $push: { list: 4, fresh: 'a' } }, { list: [1, 2, 3, 4], fresh: ['a'] }],
  ['$push with modifiers', { $push: { list: { $each: [9, 8], $position: 0, $slice: 3 } } }, { list: [9, 8, 1] }],
  ['$push sorted, the last kept', { $push: { list: { $each: [0], $sort: 1, $slice: -2 } } }, { list: [2, 3] }],
  ['$addToSet', { $addToSet: { list: { $each: [3, 4, 4] }, items: { k: 'p', n: 1 } } }, { list: [1, 2, 3, 4] }],
  ['$pull a value', { $pull: { list: 2 } }, { list: [1, 3] }],
  [
    '$pull by a condition',
    { $pull: { list: { $gte: 2 }, items: { k: 'p' } } },
    { list: [1], items: [{ k: 'q', n: 2 }] },
  ],
  ['$pullAll', { $pullAll: { list: [1, 3] } }, { list: [2] }],
  ['$pop', { $pop: { list: -1 } }, { list: [2, 3] }],
  [
    'all positions',
    { $inc: { 'items.$[].n': 1 } },
    {
      items: [
        { k: 'p', n: 2 },
        { k: 'q', n: 3 },
      ],
    },
  ],
  [
    'a pipeline',
    [{ $set: { n: { $max: [0, { $subtract: ['$n', 9] }] } } }, { $unset: 'text' }],
    { n: 0, text: undefined },
  ],
]

const refused: readonly (readonly [string, object])[] = [
  ['arithmetic on texts', { $inc: { text: 1 } }],
  ['fields of a value that has none', { $set: { 'n.x': 1 } }],
  ['pushing to what is no array', { $push: { n: 1 } }],
  ['two changes of one path', { $set: { deep: 1 }, $inc: { 'deep.n': 1 } }],
  ['unknown operators', { $nonsense: { n: 1 } }],
  ['another _id', { $set: { _id: 'b' } }],
]

export function updatesContract(open: Open): void {
  describe('updates', () => {
    test('change what each operator says', async () => {
      const things = await collectionWith(open, [])
      for (const [name, update, changes] of cases) {
        await things.deleteMany({})
        await things.insertOne(structuredClone(before))
        expect([name, (await things.updateOne({ _id: 'a' }, update)).matchedCount]).toEqual([name, 1])
        expect([name, await things.findOne({ _id: 'a' })]).toEqual([name, { ...before, ...changes }])
      }
    })

    test('that are wrong are refused and change nothing', async () => {
      const things = await collectionWith(open, [before])
      for (const [name, update] of refused) await expect(things.updateOne({ _id: 'a' }, update), name).rejects.toThrow()
      await expect(things.updateOne({ _id: 'a' }, { n: 1 } as object)).rejects.toThrow()
      await expect(things.replaceOne({ _id: 'a' }, { $set: { n: 1 } })).rejects.toThrow()
      expect(await things.findOne({ _id: 'a' })).toEqual(before)
    })

    test('reach the matched element, and those of array filters', async () => {
      const things = await collectionWith(open, [before])
      await things.updateOne({ _id: 'a', 'items.k': 'q' }, { $set: { 'items.$.n': 20 } })
      await things.updateOne({ _id: 'a', items: { $elemMatch: { k: 'p', n: 1 } } }, { $set: { 'items.$.seen': true } })
      await things.updateOne(
        { _id: 'a' },
        { $inc: { 'items.$[big].n': 1 } },
        { arrayFilters: [{ 'big.n': { $gt: 5 } }] },
      )
      expect((await things.findOne({ _id: 'a' }))?.['items']).toEqual([
        { k: 'p', n: 1, seen: true },
        { k: 'q', n: 21 },
      ])
    })

    test('count what matched and what changed', async () => {
      const things = await collectionWith(open, [
        { _id: 'a', x: 1 },
        { _id: 'b', x: 2 },
        { _id: 'c', x: 2 },
      ])
      const none = { acknowledged: true, upsertedCount: 0, upsertedId: null }
      expect(await things.updateMany({}, { $set: { x: 2 } })).toEqual({ ...none, matchedCount: 3, modifiedCount: 1 })
      expect(await things.updateOne({ x: 9 }, { $set: { x: 2 } })).toEqual({
        ...none,
        matchedCount: 0,
        modifiedCount: 0,
      })
      expect(await things.replaceOne({ _id: 'a' }, { y: 1 })).toEqual({ ...none, matchedCount: 1, modifiedCount: 1 })
      expect(await things.findOne({ _id: 'a' })).toEqual({ _id: 'a', y: 1 })
    })

    test('upsert from the filter, the operators and $setOnInsert', async () => {
      const things = await collectionWith(open, [])
      const update = { $inc: { count: 1 }, $setOnInsert: { created: new Date(1) } }
      const filter = { key: 'k', 'deep.x': { $eq: 3 }, n: { $gt: 1 } }
      const first = await things.updateOne(filter, update, { upsert: true })
      expect(first).toMatchObject({ matchedCount: 0, upsertedCount: 1, upsertedId: expect.any(String) as string })
      expect(await things.findOne({ key: 'k' })).toEqual({
        _id: first.upsertedId,
        key: 'k',
        deep: { x: 3 },
        count: 1,
        created: new Date(1),
      })
      await things.updateOne({ key: 'k' }, update, { upsert: true })
      expect(await things.findOne({ key: 'k' })).toMatchObject({ count: 2, created: new Date(1) })
      expect(await things.updateOne({ _id: 'given' }, { $set: { a: 1 } }, { upsert: true })).toMatchObject({
        upsertedId: 'given',
      })
      expect(await things.replaceOne({ _id: 'r' }, { a: 1 }, { upsert: true })).toMatchObject({ upsertedId: 'r' })
      await expect(things.replaceOne({ key: 'other' }, { a: 1 }, { upsert: true })).rejects.toMatchObject({
        code: 'DOCSTORE_UPSERT_NEEDS_ID',
      })
    })

    test('find and change one document, giving the version asked for', async () => {
      const things = await collectionWith(open, [
        { _id: 'a', n: 1 },
        { _id: 'b', n: 2 },
      ])
      expect(await things.findOneAndUpdate({}, { $inc: { n: 10 } }, { sort: { n: -1 } })).toEqual({ _id: 'b', n: 2 })
      expect(
        await things.findOneAndUpdate(
          { _id: 'b' },
          { $inc: { n: 1 } },
          { returnDocument: 'after', projection: { _id: 0 } },
        ),
      ).toEqual({ n: 13 })
      expect(await things.findOneAndUpdate({ _id: 'c' }, { $set: { n: 3 } })).toBeNull()
      expect(await things.findOneAndUpdate({ _id: 'c' }, { $set: { n: 3 } }, { upsert: true })).toBeNull()
      expect(
        await things.findOneAndUpdate(
          { _id: 'd' },
          { $setOnInsert: { n: 4 } },
          { upsert: true, returnDocument: 'after' },
        ),
      ).toEqual({ _id: 'd', n: 4 })
      expect(await things.findOneAndReplace({ _id: 'a' }, { m: 1 }, { returnDocument: 'after' })).toEqual({
        _id: 'a',
        m: 1,
      })
      expect(await things.findOneAndDelete({ n: { $gt: 0 } }, { sort: { n: 1 } })).toEqual({ _id: 'c', n: 3 })
    })

    test('upserted at the same time make one document', async () => {
      const docstore = await open()
      await docstore.reconcileIndexes([
        { collection: 'things', indexes: [{ name: 'key', keys: { key: 1 }, unique: true }] },
      ])
      const things = docstore.collection<Loose>('things')
      const attempt = () =>
        things.findOneAndUpdate({ key: 'one' }, { $inc: { count: 1 } }, { upsert: true, returnDocument: 'after' })
      await Promise.all(Array.from({ length: 20 }, attempt))
      expect(await things.find({}).toArray()).toMatchObject([{ key: 'one', count: 20 }])
    })

    test('in bulk are made in their order, and counted', async () => {
      const things = await collectionWith(open, [
        { _id: 'a', n: 1 },
        { _id: 'b', n: 1 },
      ])
      const result = await things.bulkWrite([
        { insertOne: { document: { _id: 'c', n: 1 } } },
        { updateMany: { filter: { n: 1 }, update: { $inc: { n: 1 } } } },
        { updateOne: { filter: { _id: 'd' }, update: { $set: { n: 9 } }, upsert: true } },
        { replaceOne: { filter: { _id: 'a' }, replacement: { m: 1 } } },
        { deleteOne: { filter: { _id: 'b' } } },
        { deleteMany: { filter: { n: 9 } } },
      ])
      expect(result).toMatchObject({
        insertedCount: 1,
        matchedCount: 4,
        modifiedCount: 4,
        deletedCount: 2,
        upsertedCount: 1,
        insertedIds: { 0: 'c' },
        upsertedIds: { 2: 'd' },
      })
      expect(await things.find({}).sort({ _id: 1 }).toArray()).toEqual([
        { _id: 'a', m: 1 },
        { _id: 'c', n: 2 },
      ])
      const failing = [{ insertOne: { document: { _id: 'c' } } }, { insertOne: { document: { _id: 'e' } } }]
      await expect(things.bulkWrite(failing, { ordered: false })).rejects.toMatchObject({ code: 11000 })
      expect(await things.countDocuments({ _id: 'e' })).toBe(1)
    })
  })
}
