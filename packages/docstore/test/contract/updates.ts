import { describe, expect, test } from 'vitest'
import type { Filter } from '../../src/index.ts'
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
  ['$pull by alternatives', { $pull: { items: { $or: [{ k: 'p' }, { n: 2 }] } } }, { items: [] }],
  ['$unset of an element', { $unset: { 'list.1': '', 'list.7': '', 'list.x': '' } }, { list: [1, null, 3] }],
  [
    '$bit',
    { $bit: { n: { and: 4, or: 3 }, 'deep.n': { xor: 3 }, fresh: { or: 4 } } },
    { n: 7, deep: { n: 2 }, fresh: 4 },
  ],
  ['$currentDate beside others', { $set: { n: 6 }, $currentDate: {} }, { n: 6 }],
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
  [
    'a pipeline through lists',
    [{ $set: { 'items.n': '$n', deep: { m: 2 } } }],
    {
      items: [
        { k: 'p', n: 5 },
        { k: 'q', n: 5 },
      ],
      deep: { n: 1, m: 2 },
    },
  ],
]

const refused: readonly (readonly [string, object])[] = [
  ['arithmetic on texts', { $inc: { text: 1 } }],
  ['fields of a value that has none', { $set: { 'n.x': 1 } }],
  ['pushing to what is no array', { $push: { n: 1 } }],
  ['two changes of one path', { $set: { deep: 1 }, $inc: { 'deep.n': 1 } }],
  ['unknown operators', { $nonsense: { n: 1 } }],
  ['another _id', { $set: { _id: 'b' } }],
  ['no operator at all', {}],
  ['$pop of more than one element', { $pop: { list: 2 } }],
  ['$pop of no element', { $pop: { list: 0 } }],
  ['$push with a modifier that there is not', { $push: { list: { $each: [1], $foo: 1 } } }],
  ['$push of $each without a list', { $push: { list: { $each: 1 } } }],
  ['$push by a wrong order', { $push: { list: { $each: [1], $sort: 'up' } } }],
  ['$push to a wrong length', { $push: { list: { $each: [1], $slice: 'x' } } }],
  ['$addToSet with modifiers', { $addToSet: { list: { $each: [1], $slice: 1 } } }],
  ['$pullAll without a list', { $pullAll: { list: 1 } }],
  ['$pull by an unknown operator', { $pull: { list: { $nonsense: 1 } } }],
  ['$rename out of a list', { $rename: { 'items.0.k': 'text' } }],
  ['$rename into a list', { $rename: { text: 'items.0.k' } }],
  ['$rename out of a value without fields', { $rename: { 'n.x': 'text' } }],
  ['$bit of a text', { $bit: { text: { or: 1 } } }],
  ['$bit by an unknown operation', { $bit: { n: { nor: 1 } } }],
  ['$bit by a fraction', { $bit: { n: { or: 1.5 } } }],
  ['$currentDate of an unknown type', { $currentDate: { at: { $type: 'nonsense' } } }],
  ['positions without a filter', { $set: { 'list.$[e]': 1 } }],
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

    test('that are wrong are refused also when no document matches', async () => {
      const things = await collectionWith(open, [])
      for (const update of [{}, { $pullAll: { list: 1 } }, { $nonsense: { n: 1 } }])
        await expect(things.updateMany({ _id: 'nobody' }, update as object)).rejects.toThrow()
    })

    test('take away elements as a whole, and not for what is in them', async () => {
      const nested = { _id: 'a', nest: [[1, 2], [3], 1], dates: [new Date(1), new Date(2)] }
      const things = await collectionWith(open, [nested])
      const update = { $pull: { nest: 1, dates: new Date(2) } }
      await things.updateOne({ _id: 'a' }, update)
      expect(await things.findOne({})).toEqual({ _id: 'a', nest: [[1, 2], [3]], dates: [new Date(1)] })
      await things.updateOne({ _id: 'a' }, { $pull: { nest: { $in: [3] } } })
      await things.updateOne({ _id: 'a' }, { $pull: { nest: [2, 1] } })
      expect(await things.findOne({})).toMatchObject({ nest: [[1, 2]] })
    })

    test('with array filters need each of them, which may have alternatives', async () => {
      const things = await collectionWith(open, [before])
      const update = { $set: { 'items.$[e].n': 9 } }
      const either = [{ $or: [{ 'e.k': 'p' }, { 'e.n': 2 }] }]
      await things.updateOne({ _id: 'a' }, update, { arrayFilters: either })
      const changed = await things.findOne({})
      expect(changed).toMatchObject({ items: [{ n: 9 }, { n: 9 }] })
      const wrong = [[{ 'e.k': 'p' }, { 'f.k': 'p' }], [{ 'e.k': 'p' }, { 'e.n': 1 }], [{ 'e.k': 'p', 'f.n': 1 }], [{}]]
      for (const arrayFilters of wrong)
        await expect(
          things.updateOne({ _id: 'a' }, { $set: { 'items.$[e].n': 1 } }, { arrayFilters }),
        ).rejects.toThrow()
      await expect(things.updateOne({}, [{ $set: { n: 1 } }], { arrayFilters: [{ e: 1 }] })).rejects.toThrow()
      expect(await things.findOne({})).toEqual(changed)
    })

    test('upsert what the filter compares by equality, and only once', async () => {
      const things = await collectionWith(open, [])
      const upsert = (filter: Filter<Loose>) => things.updateOne(filter, { $set: { w: 1 } }, { upsert: true })
      const stored: [Filter<Loose>, object][] = [
        [
          { x: 1, $or: [{ y: 2 }] },
          { x: 1, y: 2 },
        ],
        [{ x: { $all: [5] } }, { x: 5 }],
        [{ $and: [{ x: 6 }, { 'y.z': { $in: [7] } }] }, { x: 6, y: { z: 7 } }],
        [{ $or: [{ x: 8 }, { x: 9 }] }, {}],
        [{ n: 10n }, { n: 10 }],
      ]
      for (const [filter, fields] of stored) {
        const { upsertedId } = await upsert(filter)
        expect(await things.findOne({ w: 1 })).toEqual({ _id: upsertedId, w: 1, ...fields })
        await things.deleteMany({})
      }
      const conflicting: Filter<Loose>[] = [
        { $and: [{ x: 1 }, { x: 2 }] },
        { x: { y: 5 }, 'x.z': 6 },
        { x: { $all: [1, 2] } },
      ]
      for (const filter of conflicting) await expect(upsert(filter)).rejects.toThrow()
      expect(await things.countDocuments({})).toBe(0)
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
