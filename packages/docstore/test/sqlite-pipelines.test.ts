import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Collection, connectDocstore, type Docstore, type PipelineStage } from '../src/index.ts'
import { temporaryUrl } from './temporary.ts'

let docstore: Docstore
let things: Collection<object>
beforeAll(async () => {
  docstore = await connectDocstore(temporaryUrl())
  await docstore.reconcileIndexes([{ collection: 'things', indexes: [{ name: 'n', keys: { n: -1 } }] }])
  things = docstore.collection('things')
  await things.insertMany(
    Array.from({ length: 12 }, (_, n) => ({
      _id: `t${n}`,
      n,
      group: n % 3 === 0 ? null : `g${n % 3}`,
      list: [{ v: n, w: -n }, { v: n + 1 }],
      deep: { at: new Date(n), name: `name ${n}` },
      ...(n % 2 ? { odd: true } : {}),
    })),
  )
})
afterAll(() => docstore.close())

/** After this stage the whole documents are read, whatever the others need. */
const WHOLE = { $replaceRoot: { newRoot: '$$ROOT' } }

test.each<[name: string, ...pipeline: PipelineStage[]]>([
  ['a sum', { $group: { _id: '$group', sum: { $sum: '$n' }, last: { $max: '$deep.at' } } }, { $sort: { _id: 1 } }],
  [
    'an order that an accumulator names',
    { $group: { _id: '$group', top: { $top: { output: '$n', sortBy: { 'deep.at': -1 } } } } },
  ],
  ['whole documents', { $group: { _id: '$odd', all: { $push: '$$ROOT' } } }],
  ['the present document', { $group: { _id: null, names: { $push: '$$CURRENT.deep.name' } } }],
  ['a field of another name', { $group: { _id: null, all: { $push: { $getField: 'odd' } } } }],
  ['a text that is no path', { $group: { _id: { $literal: '$group' }, n: { $sum: 1 } } }],
  ['variables', { $group: { _id: { $let: { vars: { x: '$n' }, in: { $mod: ['$$x', 2] } } }, n: { $sum: 1 } } }],
  [
    'parts of lists',
    { $unwind: { path: '$list', includeArrayIndex: 'at' } },
    { $group: { _id: '$at', v: { $sum: '$list.v' } } },
  ],
  [
    'a filter in between',
    { $set: { twice: { $multiply: ['$n', 2] } } },
    { $match: { twice: { $gt: 8 }, $or: [{ odd: true }, { 'deep.name': 'name 6' }] } },
    { $project: { _id: 0, n: 1, twice: 1 } },
  ],
  [
    'an expression in a filter',
    { $skip: 2 },
    { $match: { $expr: { $eq: [{ $mod: ['$n', 4] }, 0] } } },
    { $count: 'found' },
  ],
  ['what is left out', { $project: { list: 0, deep: 0 } }],
  ['what is computed', { $project: { sum: { $add: ['$n', 1] }, group: 1 } }],
  [
    'a part that is set and grouped by',
    { $set: { 'deep.more': '$n' } },
    { $group: { _id: '$deep.name', more: { $first: '$deep.more' } } },
    { $sort: { _id: 1 } },
  ],
  ['buckets', { $bucket: { groupBy: '$n', boundaries: [0, 5, 20], output: { names: { $push: '$deep.name' } } } }],
  [
    'facets, in one pass or each by itself',
    {
      $facet: {
        groups: [{ $group: { _id: '$group', n: { $sum: '$n' } } }, { $sort: { n: -1 } }, { $limit: 2 }],
        odd: [{ $group: { _id: '$odd', n: { $sum: 1 } } }, { $match: { n: { $gt: 5 } } }],
      },
    },
  ],
  ['facets of documents', { $facet: { odd: [{ $match: { odd: true } }, { $count: 'n' }], n: [{ $count: 'n' }] } }],
  ['all documents, sorted', { $set: { minus: { $subtract: [0, '$n'] } } }, { $sort: { minus: 1 } }, { $limit: 3 }],
])(
  'a pipeline has the same result, whether its documents are read as wholes or in part: %s',
  async (_name, ...pipeline) => {
    const result = await things.aggregate(pipeline).toArray()
    expect(result).not.toEqual([])
    expect(result).toEqual(await things.aggregate([WHOLE, ...pipeline]).toArray())
  },
)

test('of many documents in an order, the first ones are those that a limit asks for', async () => {
  const many = [{ $set: { part: { $range: [0, 20] } } }, { $unwind: '$part' }]
  const first = await things.aggregate([...many, { $sort: { n: 1, part: 1 } }, { $limit: 30 }]).toArray()
  const expected = Array.from({ length: 30 }, (_, at) => ({ n: Math.floor(at / 20), part: at % 20 }))
  expect(first.map(({ n, part }) => ({ n, part }))).toEqual(expected)
})

const KEYS = [null, 1, '$group', '$deep.at', '$deep.nothing', '$list.v', '$list', '$$ROOT.odd', ['$odd', '$group']]
const COMPUTED = [{ of: '$group', odd: '$odd' }, { $mod: ['$n', 2] }, { $ifNull: ['$odd', false] }, { $literal: '$n' }]
const SUMMED = ['$n', '$deep.at', '$deep.name', '$list', '$list.w', '$nothing', 1, 0.5, null, { $divide: ['$n', 8] }]
const FILTERS = [{}, { n: { $gte: 3 } }, { 'deep.name': /name \d$/ }, { n: { $lt: 9 }, odd: true }, { n: 99 }]

test.each([...KEYS, ...COMPUTED])('the sums of groups are those of the values that the groups have: %j', async key => {
  for (const $match of FILTERS) {
    const fields = SUMMED.map((value, index) => [`s${index}`, value] as const)
    const sums = Object.fromEntries(fields.map(([name, value]) => [name, { $sum: value }]))
    const lists = Object.fromEntries(fields.map(([name, value]) => [name, { $push: value }]))
    const sort = (groups: Record<string, unknown>[]) =>
      groups.toSorted((a, b) => (JSON.stringify(a['_id']) < JSON.stringify(b['_id']) ? -1 : 1))
    const pushed = await things.aggregate([{ $match }, { $group: { _id: key, ...lists } }]).toArray()
    const added = pushed.map(group =>
      Object.fromEntries(Object.entries(group).map(([name, value]) => [name, name === '_id' ? value : sumOf(value)])),
    )
    const summed = await things.aggregate([{ $match }, { $group: { _id: key, ...sums } }]).toArray()
    expect(sort(summed)).toEqual(sort(added))
    // One field alone is read without the others.
    const alone = await things.aggregate([{ $match }, { $group: { _id: key, s0: { $sum: '$n' } } }]).toArray()
    expect(sort(alone)).toEqual(sort(added).map(({ _id, s0 }) => ({ _id, s0 })))
  }
})

const sumOf = (values: unknown) =>
  (values as unknown[]).reduce<number>((sum, value) => (typeof value === 'number' ? sum + value : sum), 0)
