import { describe, expect, test } from 'vitest'
import type { Filter } from '../../src/index.ts'
import { collectionWith, idsOf, type Loose, type Open } from './fixture.ts'

const documents: readonly Loose[] = [
  { _id: 'texts', v: ['a', 'b'] },
  { _id: 'nested', v: [['a'], 'c'] },
  { _id: 'deep', v: [[['a']]] },
  { _id: 'numbers', v: [[1, 2], 3] },
  { _id: 'objects', v: [{ k: ['a', 'b'] }, { k: 'c' }, 5, null] },
  { _id: 'text', v: 'a' },
]

const cases: readonly (readonly [string, Filter<Loose>, readonly string[]])[] = [
  ['a value that is an element, but no element of an element', { v: 'a' }, ['text', 'texts']],
  ['a list that is an element', { v: ['a'] }, ['nested']],
  ['a pattern of elements', { v: /a/ }, ['text', 'texts']],
  ['$regex of elements', { v: { $regex: 'A', $options: 'i' } }, ['text', 'texts']],
  ['$elemMatch by $in', { v: { $elemMatch: { $in: ['a', 3] } } }, ['numbers', 'texts']],
  ['$elemMatch by a value', { v: { $elemMatch: { $eq: 'a' } } }, ['texts']],
  ['$elemMatch of $elemMatch', { v: { $elemMatch: { $elemMatch: { $gt: 1 } } } }, ['numbers']],
  ['$elemMatch by $ne', { v: { $elemMatch: { $ne: 'a', $type: 'string' } } }, ['nested', 'texts']],
  ['$elemMatch by a size', { v: { $elemMatch: { $size: 2 } } }, ['numbers']],
  ['$size of the list itself', { v: { $size: 1 } }, ['deep']],
  ['$type of elements', { v: { $type: 'string' } }, ['nested', 'text', 'texts']],
  ['$all of lists', { v: { $all: [['a'], 'c'] } }, ['nested']],
  ['a position, whose list is compared as a whole', { 'v.0': 1 }, []],
  ['a position with a list', { 'v.0': [1, 2] }, ['numbers']],
  ['a position in a position', { 'v.0.1': 2 }, ['numbers']],
  ['a field of elements', { 'v.k': 'b' }, ['objects']],
  ['a field that an element has not', { 'v.k': { $exists: true } }, ['objects']],
]

export function listsContract(open: Open): void {
  describe('lists in lists', () => {
    test('are compared as wholes', async () => {
      const things = await collectionWith(open, documents)
      for (const [name, filter, ids] of cases) expect([name, await idsOf(things, filter)]).toEqual([name, ids])
    })

    test('sort by their elements, those that are lists too', async () => {
      const things = await collectionWith(open, [
        { _id: 'list', v: [1, [2]] },
        { _id: 'object', v: { a: 1 } },
        { _id: 'number', v: 9 },
        { _id: 'empty', v: [] },
        { _id: 'true', v: true },
      ])
      const sorted = async (direction: 1 | -1) =>
        (await things.find({}).sort({ v: direction, _id: 1 }).toArray()).map(({ _id }) => _id)
      expect(await sorted(1)).toEqual(['empty', 'list', 'number', 'object', 'true'])
      expect(await sorted(-1)).toEqual(['true', 'list', 'object', 'number', 'empty'])
      expect(await things.distinct('v', { _id: { $in: ['list', 'empty', 'number'] } })).toEqual([1, 9, [2]])
    })
  })
}
