import { describe, expect, test } from 'vitest'
import type { Filter } from '../../src/index.ts'
import { collectionWith, idsOf, type Loose, type Open } from './fixture.ts'

const documents: readonly Loose[] = [
  { _id: 'number', v: 5 },
  { _id: 'text', v: 'five' },
  { _id: 'null', v: null },
  { _id: 'missing' },
  { _id: 'true', v: true },
  { _id: 'date', v: new Date(5) },
  { _id: 'numbers', v: [3, 7] },
  { _id: 'none', v: [] },
  { _id: 'object', v: { a: 1, b: 2 } },
  {
    _id: 'objects',
    v: [
      { a: 1, b: 3 },
      { a: 2, b: 2 },
    ],
  },
]

const cases: readonly (readonly [string, Filter<Loose>, readonly string[]])[] = [
  ['a value', { v: 5 }, ['number']],
  ['an element', { v: 7 }, ['numbers']],
  ['a whole array', { v: [3, 7] }, ['numbers']],
  ['a whole object', { v: { a: 1, b: 2 } }, ['object']],
  ['null, which missing equals', { v: null }, ['missing', 'null']],
  ['$ne', { v: { $ne: 5 } }, ['date', 'missing', 'none', 'null', 'numbers', 'object', 'objects', 'text', 'true']],
  ['$in', { v: { $in: [5, 'five', null] } }, ['missing', 'null', 'number', 'text']],
  ['$in with a pattern', { v: { $in: [/^FI/i, 5] } }, ['number', 'text']],
  ['$nin', { v: { $nin: [5, null, 3] } }, ['date', 'none', 'object', 'objects', 'text', 'true']],
  ['$gt within numbers', { v: { $gt: 4 } }, ['number', 'numbers']],
  ['$lt within numbers', { v: { $lt: 5 } }, ['numbers']],
  ['a range that two elements meet', { v: { $gt: 4, $lt: 6 } }, ['number', 'numbers']],
  ['$gte within texts', { v: { $gte: 'a' } }, ['text']],
  ['$lt within texts', { v: { $lt: 'z' } }, ['text']],
  ['$lte within dates', { v: { $lte: new Date(5) } }, ['date']],
  ['$gte null', { v: { $gte: null } }, ['missing', 'null']],
  [
    '$exists',
    { v: { $exists: true } },
    ['date', 'none', 'null', 'number', 'numbers', 'object', 'objects', 'text', 'true'],
  ],
  ['$exists: false', { v: { $exists: false } }, ['missing']],
  ['$type', { v: { $type: 'string' } }, ['text']],
  ['$size', { v: { $size: 2 } }, ['numbers', 'objects']],
  ['$all', { v: { $all: [3, 7] } }, ['numbers']],
  ['$elemMatch on values', { v: { $elemMatch: { $gt: 6, $lt: 8 } } }, ['numbers']],
  ['$elemMatch on objects', { v: { $elemMatch: { a: 1, b: 3 } } }, ['objects']],
  ['$elemMatch on fields that are missing', { v: { $elemMatch: { c: null, a: { $gt: 1 } } } }, ['objects']],
  ['$elemMatch that no element meets alone', { v: { $elemMatch: { a: 1, b: 2 } } }, []],
  ['paths into elements', { 'v.a': 1, 'v.b': 2 }, ['object', 'objects']],
  ['positions', { 'v.1.a': 2 }, ['objects']],
  ['$regex', { v: { $regex: '^f.v', $options: 'i' } }, ['text']],
  ['a pattern', { v: /ive$/ }, ['text']],
  ['$not', { v: { $not: { $gt: 4 } } }, ['date', 'missing', 'none', 'null', 'object', 'objects', 'text', 'true']],
  ['$mod', { v: { $mod: [5, 0] } }, ['number']],
  ['$or', { $or: [{ v: 5 }, { v: true }] }, ['number', 'true']],
  ['$and', { $and: [{ v: { $gt: 2 } }, { v: { $lt: 4 } }] }, ['numbers']],
  ['$nor', { $nor: [{ v: { $exists: true } }, { _id: 'number' }] }, ['missing']],
  ['$expr', { $expr: { $eq: ['$v', 5] } }, ['number']],
  ['an empty $in', { v: { $in: [] } }, []],
  ['NaN, which no document has', { v: Number.NaN }, []],
  ['NaN in a list', { v: { $in: [Number.NaN, 'five'] } }, ['text']],
  ['$gte and $lte NaN', { $or: [{ v: { $gte: Number.NaN } }, { v: { $lte: Number.NaN } }] }, []],
  ['$gt and $lt NaN', { $or: [{ v: { $gt: Number.NaN } }, { v: { $lt: Number.NaN } }] }, []],
  ['$ne NaN', { v: { $ne: Number.NaN } }, documents.map(({ _id }) => _id).toSorted()],
  ['infinity', { v: { $lt: Number.POSITIVE_INFINITY, $gt: Number.NEGATIVE_INFINITY } }, ['number', 'numbers']],
  ['a bigint', { v: 5n }, ['number']],
  ['a bigint that no document has', { v: 6n }, []],
  ['bigints in a list', { v: { $in: [5n, 6n, 7n] } }, ['number', 'numbers']],
  ['$nin with a bigint', { v: { $nin: [5n, null, 3n] } }, ['date', 'none', 'object', 'objects', 'text', 'true']],
  ['a range of bigints', { v: { $gt: 4n, $lt: 6n } }, ['number', 'numbers']],
  ['a bigint in an object', { v: { a: 1n, b: 2n } }, ['object']],
  ['a bigint in an element', { v: { $elemMatch: { a: 1n } } }, ['objects']],
  ['$all of a single value', { v: { $all: ['five'] } }, ['text']],
  ['$type of elements', { v: { $type: 'number' } }, ['number', 'numbers']],
  ['$type of several', { v: { $type: ['object', 'bool', 10] } }, ['null', 'object', 'objects', 'true']],
  ['$type of numbers without fractions', { v: { $type: 'int' } }, ['number', 'numbers']],
  ['$bitsAllSet', { v: { $bitsAllSet: 5 } }, ['number', 'numbers']],
  ['$bitsAnyClear', { v: { $bitsAnyClear: [1] } }, ['number']],
  ['$comment', { $comment: 'why', v: 5 }, ['number']],
  ['$expr of a whole list', { $expr: { $eq: ['$v', 7] } }, []],
  ['$expr of null, which missing does not equal', { $expr: { $eq: ['$v', null] } }, ['null']],
  ['$expr across types', { $expr: { $lte: ['$v', 5] } }, ['missing', 'null', 'number']],
]

export function filtersContract(open: Open): void {
  describe('filters', () => {
    test('find by every operator, without an index', async () => {
      const things = await collectionWith(open, documents)
      for (const [name, filter, ids] of cases) expect([name, await idsOf(things, filter)]).toEqual([name, ids])
    })

    test('find the same by an index', async () => {
      const docstore = await open()
      const things = docstore.collection<Loose>('things')
      await docstore.reconcileIndexes([
        {
          collection: 'things',
          indexes: [
            { name: 'v', keys: { v: 1 }, multikey: true },
            { name: 'vid', keys: { v: -1, _id: 1 } },
          ],
        },
      ])
      await things.insertMany(structuredClone(documents))
      for (const [name, filter, ids] of cases) expect([name, await idsOf(things, filter)]).toEqual([name, ids])
    })

    test('with a long list find each of them', async () => {
      const many = Array.from({ length: 300 }, (_, index) => ({ _id: `id-${index}` }))
      const things = await collectionWith(open, many)
      const wanted = many.slice(50, 250).map(({ _id }) => _id)
      expect(await idsOf(things, { _id: { $in: [...wanted, 'nobody'] } })).toEqual(wanted.toSorted())
    })

    test('holding undefined are refused by every operation [N05]', async () => {
      const things = await collectionWith(open, [{ _id: 'a' }])
      const author = undefined as unknown
      const filter = { $and: [{ author }] }
      const refused = { code: 'DOCSTORE_FILTER_UNDEFINED' }
      expect(() => things.find(filter)).toThrow(expect.objectContaining(refused))
      expect(() => things.aggregate([{ $match: filter }])).toThrow(expect.objectContaining(refused))
      const attempts = [
        things.findOne(filter),
        things.countDocuments(filter),
        things.distinct('x', filter),
        things.deleteOne(filter),
        things.deleteMany(filter),
        things.updateOne(filter, { $set: { x: 1 } }),
        things.updateMany(filter, { $set: { x: 1 } }),
        things.replaceOne(filter, {}),
        things.findOneAndUpdate(filter, { $set: { x: 1 } }),
        things.findOneAndReplace(filter, {}),
        things.findOneAndDelete(filter),
        things.bulkWrite([{ deleteMany: { filter } }]),
        things.deleteMany(author as Filter<Loose>),
        things.findOne(author as Filter<Loose>),
      ]
      for (const attempt of attempts) await expect(attempt).rejects.toMatchObject(refused)
      expect(await things.countDocuments()).toBe(1)
    })

    test('holding what no document has are refused by every operation', async () => {
      const things = await collectionWith(open, [{ _id: 'a', at: new Date(0) }])
      const refused = { code: 'DOCSTORE_FILTER_INVALID' }
      for (const value of [new Date(Number.NaN), Symbol('x'), () => 1]) {
        const filter: Filter<Loose> = { at: { $in: [value] } }
        expect(() => things.find(filter)).toThrow(expect.objectContaining(refused))
        expect(() => things.aggregate([{ $match: filter }])).toThrow(expect.objectContaining(refused))
        const attempts = [
          () => things.countDocuments({ at: value }),
          () => things.deleteMany(filter),
          () => things.updateMany({ at: value }, { $set: { x: 1 } }),
          () => things.updateOne({ _id: 'a' }, { $pull: { list: value } }),
          () => things.updateOne({ _id: 'a' }, { $set: { 'list.$[e]': 1 } }, { arrayFilters: [{ e: value }] }),
          () => things.bulkWrite([{ deleteMany: { filter } }]),
          () => things.bulkWrite([{ updateMany: { filter: {}, update: { $pull: { list: { k: value } } } } }]),
        ]
        for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(refused)
      }
      await expect(things.updateOne({}, { $pull: { list: { k: undefined } } })).rejects.toMatchObject({
        code: 'DOCSTORE_FILTER_UNDEFINED',
      })
      expect(await things.find({}).toArray()).toEqual([{ _id: 'a', at: new Date(0) }])
    })

    test('cannot run scripts', async () => {
      const things = await collectionWith(open, [{ _id: 'a' }])
      await expect(things.findOne({ $where: 'true' })).rejects.toMatchObject({ code: 'DOCSTORE_FILTER_INVALID' })
      expect(() => things.aggregate([{ $project: { x: { $function: { body: 'x', args: [], lang: 'js' } } } }])).toThrow(
        '$function',
      )
    })

    test('with unknown operators are refused', async () => {
      const things = await collectionWith(open, [{ _id: 'a', x: 1 }])
      await expect(things.findOne({ x: { $near: 1 } })).rejects.toThrow()
      await expect(things.findOne({ $nonsense: 1 })).rejects.toThrow()
    })
  })
}
