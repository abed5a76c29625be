import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Collection, connectDocstore, type Docstore, firstOfEach } from '../src/index.ts'
import { pausesOf } from './pauses.ts'
import { temporaryUrl } from './temporary.ts'

interface Thing {
  readonly _id: string
  readonly n: number
  readonly text?: string
}

const THINGS = 30_000
/** For each row SQLite compares as many values, and no row is found. */
const NOWHERE = { $and: [...Array.from({ length: 300 }, (_, n) => ({ n: { $ne: -n - 1 } })), { n: -1 }] }
/** Matches no text, after it has tried for minutes. */
const HOPELESS = /^(a+)+$/

let docstore: Docstore
let things: Collection<Thing>
beforeAll(async () => {
  docstore = await connectDocstore(temporaryUrl())
  things = docstore.collection<Thing>('things')
  await things.insertMany(Array.from({ length: THINGS }, (_, n) => ({ _id: `t${n}`, n })))
})
afterAll(() => docstore.close())

async function drain(results: AsyncIterable<unknown>): Promise<void> {
  for await (const _one of results) {
    // It is read, and no more.
  }
}

test.each<[name: string, read: () => Promise<unknown>]>([
  ['findOne', () => things.findOne(NOWHERE)],
  ['findOne of a field in JavaScript', () => things.findOne({ $and: [NOWHERE, { n: { $mod: [2, 2] } }] })],
  ['a find', () => things.find(NOWHERE).toArray()],
  ['a find in an order that no index has', () => things.find(NOWHERE, { sort: { other: 1 }, limit: 3 }).toArray()],
  ['a find of which the results are read one by one', () => drain(things.find(NOWHERE))],
  ['one of them in an order that no index has', () => drain(things.find({}).sort({ text: 1, n: -1 }))],
  ['one of them in the order of an index', () => drain(things.find(NOWHERE).sort({ _id: 1 }))],
  ['a count', () => things.countDocuments(NOWHERE)],
  ['distinct', () => things.distinct('n', NOWHERE)],
  ['an aggregation', () => things.aggregate([{ $match: NOWHERE }]).toArray()],
  [
    'the first of each',
    () => firstOfEach(things, { by: 'n', filter: { n: { $in: [1, 2] }, ...NOWHERE }, sort: {}, limit: 1 }),
  ],
])('%s that looks at everything lets others be answered, though it names no time', async (_name, read) => {
  const { whole, longest } = await pausesOf(read)
  expect(whole).toBeGreaterThan(30)
  expect(longest).toBeLessThan(whole / 2)
})

test('results that are read one by one are all there, in their order, also behind many that are passed over', async () => {
  const found: number[] = []
  for await (const { n } of things.find({ n: { $gte: THINGS - 3 } })) found.push(n)
  expect(found).toEqual([THINGS - 3, THINGS - 2, THINGS - 1])
  const some = things.find({ n: { $mod: [10_000, 1] } }, { skip: 1, limit: 5_000 })
  expect([await some.next(), await some.hasNext(), await some.next(), await some.next()]).toEqual([
    { _id: 't10001', n: 10_001 },
    true,
    { _id: 't20001', n: 20_001 },
    null,
  ])
})

test('a findOne is given up at its deadline', async () => {
  await expect(things.findOne(NOWHERE, { maxTimeMS: 20 })).rejects.toMatchObject({ code: 'DOCSTORE_READ_TOO_LONG' })
})

test.each<[name: string, read: (few: Collection<Thing>) => Promise<unknown>]>([
  ['find', few => few.find({ text: HOPELESS }, { maxTimeMS: 100 }).toArray()],
  ['findOne', few => few.findOne({ text: { $regex: HOPELESS.source } }, { maxTimeMS: 100 })],
  ['a count', few => few.countDocuments({ $or: [{ text: HOPELESS }, { n: -1 }] }, { maxTimeMS: 100 })],
  ['distinct', few => few.distinct('n', { text: { $not: HOPELESS } }, { maxTimeMS: 100 })],
  ['an aggregation', few => few.aggregate([{ $match: { text: HOPELESS } }], { maxTimeMS: 100 }).toArray()],
])('a pattern that takes very long with one text is given up at the deadline: %s', async (_name, read) => {
  const few = docstore.collection<Thing>('few')
  await few.replaceOne({ _id: 'one' }, { _id: 'one', n: 1, text: `${'a'.repeat(40)}!` }, { upsert: true })
  const { whole, longest } = await pausesOf(() =>
    expect(read(few)).rejects.toMatchObject({ code: 'DOCSTORE_READ_TOO_LONG' }),
  )
  expect(whole).toBeLessThan(10_000)
  expect(longest).toBeLessThan(500)
})

test('what an index finds is read at once, also by many values, in lists, and by conditions of JavaScript', async () => {
  await docstore.reconcileIndexes([
    {
      collection: 'people',
      indexes: [
        { name: 'group', keys: { group: 1 } },
        { name: 'roles', keys: { roles: 1 }, multikey: true },
        { name: 'profile', keys: { 'profiles.by': 1, 'profiles.id': 1 }, multikey: true },
      ],
    },
  ])
  const people = docstore.collection<object>('people')
  const person = (n: number) => ({
    group: `g${n}`,
    roles: n < 3 ? ['ADMIN'] : [],
    profiles: [{ by: 'local', id: `${n}` }],
  })
  await people.insertMany(Array.from({ length: 2_000 }, (_, n) => person(n)))
  let threads = 0
  const note = () => (threads += 1)
  process.on('worker', note)
  const groups = Array.from({ length: 60 }, (_, n) => `g${n * 10}`)
  expect(await people.find({ group: { $in: groups } }, { sort: { group: 1 } }).toArray()).toHaveLength(60)
  expect(await people.find({ group: { $in: groups } }, { sort: { other: 1 } }).toArray()).toHaveLength(60)
  expect(await people.countDocuments({ roles: 'ADMIN' })).toBe(3)
  expect(await people.findOne({ profiles: { $elemMatch: { by: 'local', id: '7' } } })).toMatchObject({ group: 'g7' })
  process.off('worker', note)
  expect(threads).toBe(0)
})

test('few documents that are large are read in another thread', async () => {
  const large = docstore.collection<Thing>('large')
  const text = 'x'.repeat(900_000)
  for (let n = 0; n < 40; n++) await large.insertOne({ _id: `t${n}`, n, text })
  let threads = 0
  const note = () => (threads += 1)
  process.on('worker', note)
  await docstore.close()
  docstore = await connectDocstore(docstore.description.replace('sqlite ', 'sqlite:'))
  things = docstore.collection<Thing>('things')
  const again = docstore.collection<Thing>('large')
  expect(await again.distinct('n')).toHaveLength(40)
  expect(threads).toBe(1)
  expect(await again.find({ _id: { $gte: 't' } }, { limit: 20, maxTimeMS: 30_000 }).toArray()).toHaveLength(20)
  process.off('worker', note)
  expect(threads).toBe(2)
})
