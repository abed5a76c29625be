import { describe, expect, test } from 'vitest'
import type { Filter, FindOptions } from '../../src/index.ts'
import { collectionWith, type Loose, type Open } from './fixture.ts'

/** Filters that MongoDB refuses. */
export const wrongFilters: readonly (readonly [string, Filter<Loose>])[] = [
  ['$and of nothing', { $and: [] }],
  ['$or of nothing', { $or: [] }],
  ['$nor of nothing', { $nor: [] }],
  ['$and of nothing within another', { $or: [{ n: 2 }, { $and: [] }] }],
  ['$not of a value', { n: { $not: 1 as never } }],
  ['$not of nothing', { n: { $not: {} } }],
  ['$ne of a pattern', { n: { $ne: /x/ } }],
  ['$gt of a pattern', { n: { $gt: /x/ } }],
  ['$in without a list', { n: { $in: 1 as never } }],
  ['$in of operators', { n: { $in: [{ $gt: 1 }] } }],
  ['$all without a list', { n: { $all: 1 as never } }],
  ['$size of a text', { n: { $size: '1' as never } }],
  ['$size below 0', { n: { $size: -1 } }],
  ['$size with a fraction', { n: { $size: 1.5 } }],
  ['$mod by 0', { n: { $mod: [0, 1] } }],
  ['$mod without a remainder', { n: { $mod: [2] as never } }],
  ['$type that there is not', { n: { $type: 'nonsense' } }],
  ['$elemMatch of a value', { n: { $elemMatch: 1 as never } }],
  ['$bitsAllSet of a fraction', { n: { $bitsAllSet: 1.5 } }],
]

const options: readonly (readonly [string, FindOptions])[] = [
  ['a skip below 0', { skip: -1 }],
  ['a direction of 0', { sort: { n: 0 as 1 } }],
  ['a direction of 5', { sort: { n: 5 as 1 } }],
  ['a direction of another name', { sort: { n: 'up' as unknown as 1 } }],
]

export function refusalsContract(open: Open): void {
  describe('refusals', () => {
    test('of wrong filters, before anything is changed', async () => {
      const things = await collectionWith(open, [{ _id: 'a', n: 1 }])
      for (const [name, filter] of wrongFilters) {
        const attempts = [
          () => things.find(filter).toArray(),
          () => things.countDocuments(filter),
          () => things.updateMany(filter, { $set: { n: 2 } }),
          () => things.updateOne(filter, { $set: { n: 2 } }, { upsert: true }),
          () => things.findOneAndDelete(filter),
          () => things.deleteMany(filter),
        ]
        for (const attempt of attempts) await expect(attempt(), name).rejects.toThrow()
      }
      expect(await things.find({}).toArray()).toEqual([{ _id: 'a', n: 1 }])
    })

    test('of wrong orders, and of a part of the results that there is not', async () => {
      const things = await collectionWith(open, [{ _id: 'a', n: 1 }])
      for (const [name, wrong] of options)
        await expect((async () => things.find({}, wrong).toArray())(), name).rejects.toThrow()
      await expect(things.countDocuments({}, { limit: -2 })).rejects.toThrow()
      for (const stage of [{ $limit: 0 }, { $limit: -1 }, { $skip: -1 }, { $count: '' }, { $match: { $and: [] } }]) {
        await expect(things.aggregate([stage]).toArray(), JSON.stringify(stage)).rejects.toThrow()
        const later = [{ $set: { m: 1 } }, stage]
        await expect(things.aggregate(later).toArray(), JSON.stringify(stage)).rejects.toThrow()
      }
    })
  })
}
