import { describe, expect, test } from 'vitest'
import { firstOfEach, type Projection } from '../../src/index.ts'
import { collectionWith, type Loose, type Open } from './fixture.ts'

const five: readonly Loose[] = [
  { _id: 'a', group: 'x', rank: 3, deep: { rank: 1 } },
  { _id: 'b', group: 'x', rank: 1, deep: { rank: 2 } },
  { _id: 'c', group: 'y', rank: 2, deep: { rank: 3 } },
  { _id: 'd', group: 'y', rank: 5, deep: { rank: 4 } },
  { _id: 'e', group: 'y', rank: 4, deep: { rank: 5 } },
]

const ids = (documents: readonly object[]): unknown[] => documents.map(document => (document as Loose)._id)

export function queriesContract(open: Open): void {
  describe('queries', () => {
    test('sort, skip and limit, given as options or on the cursor', async () => {
      const things = await collectionWith(open, five)
      expect(ids(await things.find({}, { sort: { rank: -1 }, skip: 1, limit: 2 }).toArray())).toEqual(['e', 'a'])
      expect(ids(await things.find({}).sort({ group: -1, rank: 1 }).limit(4).toArray())).toEqual(['c', 'e', 'd', 'b'])
      expect(ids(await things.find({ group: 'y' }).sort({ 'deep.rank': -1 }).skip(2).toArray())).toEqual(['c'])
      expect(await things.findOne({ group: 'y' }, { sort: { rank: 1 }, skip: 1 })).toMatchObject({ _id: 'e' })
    })

    test('give the same results when they may take only a certain time', async () => {
      const others = Array.from({ length: 400 }, (_, n) => ({ _id: `other${n}`, group: 'x', rank: 0 }))
      const things = await collectionWith(open, [...five, ...others])
      const maxTimeMS = 30_000
      const [filter, options] = [{ group: 'y' }, { sort: { rank: 1 }, skip: 1, projection: { rank: 1 } }] as const
      expect(await things.find(filter, { ...options, maxTimeMS }).toArray()).toEqual([
        { _id: 'e', rank: 4 },
        { _id: 'd', rank: 5 },
      ])
      const found: unknown[] = []
      for await (const { _id } of things.find(filter, { ...options, maxTimeMS })) found.push(_id)
      expect(found).toEqual(['e', 'd'])
      expect(await things.countDocuments(filter, { maxTimeMS })).toBe(3)
      expect(await things.distinct('group', {}, { maxTimeMS })).toEqual(['x', 'y'])
      const pipeline = [{ $match: filter }, { $group: { _id: '$group', sum: { $sum: '$rank' } } }]
      expect(await things.aggregate(pipeline, { maxTimeMS }).toArray()).toEqual([{ _id: 'y', sum: 11 }])
    })

    test('sort the types as MongoDB does', async () => {
      const mixed = [
        new Date(0),
        true,
        'text',
        { a: 1 },
        7,
        null,
        false,
        -1,
        'Text',
        '\u{1f600}',
        '\uffee',
        new Date(-5),
      ]
      const things = await collectionWith(
        open,
        mixed.map((v, index) => ({ _id: String(index), v })),
      )
      const sorted = await things.find({}).sort({ v: 1 }).toArray()
      expect(sorted.map(({ v }) => v)).toEqual([
        null,
        -1,
        7,
        'Text',
        'text',
        '\uffee',
        '\u{1f600}',
        { a: 1 },
        false,
        true,
        new Date(-5),
        new Date(0),
      ])
    })

    test('project the fields to return or to omit', async () => {
      const things = await collectionWith(open, five)
      expect(await things.findOne({ _id: 'a' }, { projection: { rank: 1 } })).toEqual({ _id: 'a', rank: 3 })
      expect(await things.findOne({ _id: 'a' }, { projection: { _id: 0, 'deep.rank': 1 } })).toEqual({
        deep: { rank: 1 },
      })
      expect(await things.find({ _id: 'a' }).project({ deep: 0, group: 0 }).toArray()).toEqual([{ _id: 'a', rank: 3 }])
      expect(await things.find({ _id: 'a' }).project<{ _id: string }>({ _id: 1 }).toArray()).toEqual([{ _id: 'a' }])
    })

    test('are read one by one, iterated, mapped, or closed early', async () => {
      const things = await collectionWith(open, five)
      const cursor = things.find({}).sort({ _id: 1 })
      expect([await cursor.hasNext(), (await cursor.next())?._id, (await cursor.next())?._id]).toEqual([true, 'a', 'b'])
      expect(ids(await cursor.toArray())).toEqual(['c', 'd', 'e'])
      expect([await cursor.hasNext(), await cursor.next()]).toEqual([false, null])
      const seen: string[] = []
      for await (const name of things
        .find({})
        .sort({ _id: -1 })
        .map(({ _id }) => `<${_id}>`))
        if (seen.push(name) === 2) break
      expect(seen).toEqual(['<e>', '<d>'])
      const visited: string[] = []
      await things
        .find({})
        .sort({ _id: 1 })
        // biome-ignore lint/suspicious/useIterableCallbackReturn: the `forEach` of a cursor stops at `false`.
        .forEach(({ _id }) => {
          visited.push(_id)
          return visited.length < 3
        })
      expect(visited).toEqual(['a', 'b', 'c'])
      const closed = things.find({})
      await closed.close()
      expect(await closed.next()).toBeNull()
    })

    test('count and name distinct values', async () => {
      const things = await collectionWith(open, [
        ...five,
        { _id: 'f', group: null },
        { _id: 'g', group: ['x', 'z'] },
        { _id: 'h' },
      ])
      expect(await things.countDocuments({ group: 'x' })).toBe(3)
      expect(await things.countDocuments({ rank: { $gte: 2 } }, { skip: 1, limit: 2 })).toBe(2)
      expect(await things.distinct('group')).toEqual([null, 'x', 'y', 'z'])
      expect(await things.distinct('rank', { group: 'y' })).toEqual([2, 4, 5])
    })

    test('aggregate: match, group, sort, join', async () => {
      const things = await collectionWith(open, five)
      const totals = [
        { $match: { rank: { $gt: 1 } } },
        { $group: { _id: '$group', total: { $sum: '$rank' } } },
        { $sort: { _id: 1 } },
      ]
      expect(await things.aggregate(totals).toArray()).toEqual([
        { _id: 'x', total: 3 },
        { _id: 'y', total: 11 },
      ])
      const top = [{ $sort: { rank: -1 } }, { $limit: 2 }, { $project: { rank: 1 } }]
      expect(await things.aggregate(top).toArray()).toEqual([
        { _id: 'd', rank: 5 },
        { _id: 'e', rank: 4 },
      ])
      const joined = [
        { $match: { _id: { $in: ['a', 'c'] } } },
        { $sort: { _id: 1 } },
        { $limit: 2 },
        {
          $lookup: {
            from: 'things',
            localField: 'group',
            foreignField: 'group',
            pipeline: [{ $sort: { rank: 1 } }, { $project: { _id: 1 } }],
            as: 'peers',
          },
        },
        { $project: { peers: 1 } },
      ]
      expect(await things.aggregate(joined).toArray()).toEqual([
        { _id: 'a', peers: [{ _id: 'b' }, { _id: 'a' }] },
        { _id: 'c', peers: [{ _id: 'c' }, { _id: 'e' }, { _id: 'd' }] },
      ])
      expect(await things.aggregate([{ $match: { group: 'y' } }, { $count: 'n' }]).toArray()).toEqual([{ n: 3 }])
      expect(await things.aggregate([{ $limit: 2 }, { $match: { _id: 'nobody' } }]).toArray()).toEqual([])
    })

    test('aggregate adds up the numbers of each group, and a missing value is in the group of null', async () => {
      const at = new Date(5)
      const things = await collectionWith(open, [
        { _id: 'a', key: 'x', n: 1, deep: { n: 0.5 } },
        { _id: 'b', key: null, n: 'text' },
        { _id: 'c', n: 2.5 },
        { _id: 'd', key: at, n: [7, 8] },
        { _id: 'e', key: new Date(at), n: at },
        { _id: 'f', key: 'x', n: -4, deep: { n: null } },
        { _id: 'g', key: { a: 1 }, n: true },
        { _id: 'h', key: { a: 1 }, n: 3 },
        { _id: 'i', key: '7', n: 1 },
        { _id: 'j', key: 7, n: 2 },
        { _id: 'k', key: true, n: 2 },
      ])
      const all = (...pipeline: Parameters<typeof things.aggregate>[0]) => things.aggregate(pipeline).toArray()
      const byKey = { _id: '$key', n: { $sum: '$n' }, deep: { $sum: '$deep.n' }, count: { $sum: 1 } }
      const groups = [
        { _id: null, n: 2.5, deep: 0, count: 2 },
        { _id: 7, n: 2, deep: 0, count: 1 },
        { _id: '7', n: 1, deep: 0, count: 1 },
        { _id: 'x', n: -3, deep: 0.5, count: 2 },
        { _id: { a: 1 }, n: 3, deep: 0, count: 2 },
        { _id: true, n: 2, deep: 0, count: 1 },
        { _id: at, n: 0, deep: 0, count: 2 },
      ]
      expect(await all({ $group: byKey }, { $sort: { _id: 1 } })).toEqual(groups)
      expect(await all({ $group: { ...byKey, least: { $min: '$_id' } } }, { $sort: { _id: 1 } })).toEqual(
        groups.map(group => expect.objectContaining(group) as object),
      )
      expect(await all({ $group: byKey }, { $match: { n: { $gt: 0 } } }, { $sort: { n: -1 } }, { $limit: 1 })).toEqual([
        groups[4],
      ])
      const facets = {
        keys: [{ $group: byKey }, { $sort: { _id: 1 } }, { $limit: 2 }],
        all: [{ $group: { _id: null, n: { $sum: '$n' } } }],
      }
      expect(await all({ $match: { _id: { $lt: 'i' } } }, { $facet: facets }, { $unwind: '$all' })).toEqual([
        { keys: [groups[0], groups[3]], all: { _id: null, n: 2.5 } },
      ])
      expect(await all({ $match: { _id: 'nobody' } }, { $group: byKey })).toEqual([])
      expect(await all({ $match: { _id: 'nobody' } }, { $facet: facets })).toEqual([{ keys: [], all: [] }])
    })

    test('aggregate as MongoDB does: buckets, what is missing, and nothing', async () => {
      const things = await collectionWith(open, [
        ...five,
        { _id: 'f', rank: null },
        { _id: 'g', list: [{ v: 1 }, { v: 2 }] },
      ])
      const all = (...pipeline: Parameters<typeof things.aggregate>[0]) => things.aggregate(pipeline).toArray()
      expect(await all({ $match: { group: 'nobody' } }, { $count: 'n' })).toEqual([])
      expect(await all({ $bucket: { groupBy: '$rank', boundaries: [0, 3, 5], default: 'other' } })).toEqual([
        { _id: 0, count: 2 },
        { _id: 3, count: 2 },
        { _id: 'other', count: 3 },
      ])
      expect(await all({ $group: { _id: null, groups: { $addToSet: '$group' }, ranks: { $push: '$rank' } } })).toEqual([
        { _id: null, groups: expect.toSatisfy((found: unknown[]) => found.length === 2), ranks: expect.any(Array) },
      ])
      const best = { $top: { output: '$_id', sortBy: { rank: -1 } } }
      const worst = { $bottom: { output: ['$_id', '$rank'], sortBy: { rank: -1 } } }
      expect(await all({ $match: { rank: { $gt: 0 } } }, { $group: { _id: null, best, worst } })).toEqual([
        { _id: null, best: 'd', worst: ['b', 1] },
      ])
      expect(await all({ $match: { _id: 'g' } }, { $set: { 'list.v': 0, deep: { n: 1 } } })).toEqual([
        { _id: 'g', list: [{ v: 0 }, { v: 0 }], deep: { n: 1 } },
      ])
      const peers = {
        $lookup: {
          from: 'things',
          let: { own: '$rank' },
          pipeline: [{ $match: { $expr: { $gt: ['$rank', '$$own'] } } }, { $project: { _id: 1 } }],
          as: 'above',
        },
      }
      expect(await all({ $match: { _id: 'e' } }, peers, { $project: { above: 1 } })).toEqual([
        { _id: 'e', above: [{ _id: 'd' }] },
      ])
    })

    test('sort in the directions of the driver', async () => {
      const things = await collectionWith(open, five)
      const sorted = async (direction: unknown) =>
        ids(await things.find({}, { sort: { rank: direction as 1 } }).toArray()).join('')
      expect([await sorted('desc'), await sorted('descending'), await sorted('-1')]).toEqual(Array(3).fill('deacb'))
      expect([await sorted('asc'), await sorted('ascending'), await sorted('1')]).toEqual(Array(3).fill('bcaed'))
      expect(ids(await things.find({}, { sort: { rank: 1 }, limit: 2.5 }).toArray())).toHaveLength(2)
    })

    test('shorten lists, and leave the other fields as they are', async () => {
      const things = await collectionWith(open, [{ _id: 'a', n: 1, list: [1, 2, 3], deep: [{ l: [1, 2], m: 1 }] }])
      const shown = async (projection: Projection) => (await things.find({}, { projection }).toArray())[0]
      expect(await shown({ list: { $slice: 1 } })).toEqual({ _id: 'a', n: 1, list: [1], deep: [{ l: [1, 2], m: 1 }] })
      expect(await shown({ list: { $slice: -2 }, n: 0, deep: 0 })).toEqual({ _id: 'a', list: [2, 3] })
      expect(await shown({ list: { $slice: [-2, 1] }, n: 1 })).toEqual({ _id: 'a', n: 1, list: [2] })
      expect(await shown({ list: { $elemMatch: { $gt: 1 } } })).toEqual({ _id: 'a', list: [2] })
      expect(Object.keys((await shown({ 'deep.m': 1 })) ?? {})).toEqual(['_id', 'deep'])
      const [matched] = await things.find({ list: { $gt: 1 } }, { projection: { 'list.$': 1 } }).toArray()
      expect(matched).toEqual({ _id: 'a', list: [2] })
    })

    test.each([
      ['without an index', []],
      ['by an index', [{ name: 'group', keys: { group: 1, rank: -1 } as const }]],
    ])('find the first of each group %s', async (_name, indexes) => {
      const docstore = await open()
      await docstore.reconcileIndexes([{ collection: 'things', indexes }])
      const things = docstore.collection<Loose>('things')
      await things.insertMany(structuredClone([...five]))
      const first = { by: 'group', sort: { rank: -1 }, limit: 2 } as const
      expect(
        ids(await firstOfEach(things, { ...first, filter: { group: { $in: ['y', 'x', 'nobody', 'x'] } } })),
      ).toEqual(['a', 'b', 'd', 'e'])
      expect(
        ids(await firstOfEach(things, { ...first, filter: { group: { $in: ['x', 'y'] }, rank: { $lt: 5 } } })),
      ).toEqual(['a', 'b', 'e', 'c'])
      expect(ids(await firstOfEach(things, { ...first, filter: { rank: { $mod: [2, 1] } }, limit: 1 }))).toEqual([
        'a',
        'd',
      ])
      expect(
        await firstOfEach(things, { ...first, filter: { group: 'x' }, limit: 1, projection: { rank: 1, _id: 0 } }),
      ).toEqual([{ rank: 3 }])
      expect(
        await firstOfEach(things, {
          ...first,
          filter: { group: { $in: ['y', 'x'] } },
          sort: { group: -1, rank: 1 },
          projection: { rank: 1, _id: 0 },
        }),
      ).toEqual([{ rank: 1 }, { rank: 3 }, { rank: 2 }, { rank: 4 }])
      expect(await firstOfEach(things, { ...first, filter: { group: { $in: [] } } })).toEqual([])
      expect(await firstOfEach(things, { ...first, filter: { group: { $in: ['nobody', 'else'] } } })).toEqual([])
      expect(await firstOfEach(things, { ...first, filter: { group: { $in: ['x'] }, rank: { $gt: 3 } } })).toEqual([])
    })

    test.each([
      ['without an index', []],
      ['by an index', [{ name: 'group', keys: { group: 1, rank: 1 } as const }]],
    ])('find the first of each of many groups %s, in the order of the groups', async (_name, indexes) => {
      const docstore = await open()
      await docstore.reconcileIndexes([{ collection: 'things', indexes }])
      const things = docstore.collection<Loose>('things')
      // Texts outside the plane of most scripts come last in either store, and first in JavaScript's order.
      const groups = ['Ž', '\u{1f600}', '\uffee', '', 'a.b', '$a', ...Array.from({ length: 150 }, (_, n) => `g${n}`)]
      await things.insertMany(
        groups.flatMap((group, n) => [3, 1, 2].map(rank => ({ _id: `${n} ${rank}`, group, rank, kind: rank % 2 }))),
      )
      await things.insertMany([
        { _id: 'none 1', rank: 1 },
        { _id: 'none 2', group: null, rank: 2 },
      ])
      const asked = { by: 'group', sort: { rank: 1 }, limit: 2 } as const
      const ordered = groups.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      const expected = (ranks: number[]) => ordered.flatMap(group => ranks.map(rank => ({ group, rank })))
      const shown = (found: readonly Loose[]) =>
        found.map(document => ({ group: document['group'], rank: document['rank'] }))
      expect(shown(await firstOfEach(things, { ...asked, filter: { group: { $in: groups } } }))).toEqual(
        expected([1, 2]),
      )
      expect(shown(await firstOfEach(things, { ...asked, filter: { kind: 1, group: { $in: groups } } }))).toEqual(
        expected([1, 3]),
      )
      expect(ids(await firstOfEach(things, { ...asked, filter: { group: { $in: ['g1', null] } } }))).toEqual([
        'none 1',
        'none 2',
        '7 1',
        '7 2',
      ])
    })

    test('find in a transaction the first of each group with what it has written', async () => {
      const docstore = await open()
      const things = docstore.collection<Loose>('things')
      await things.insertMany(structuredClone([...five]))
      const found = await docstore.transaction(async session => {
        await things.insertOne({ _id: 'f', group: 'x', rank: 9 }, { session })
        return firstOfEach(things, {
          filter: { group: { $in: ['x', 'y'] } },
          by: 'group',
          sort: { rank: -1 },
          limit: 2,
          session,
        })
      })
      expect(ids(found)).toEqual(['f', 'a', 'd', 'e'])
    })
  })
}
