import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Collection, connectDocstore, type Docstore } from '../src/index.ts'
import { pausesOf } from './pauses.ts'
import { temporaryUrl } from './temporary.ts'

interface Thing {
  readonly _id: string
  readonly n: number
  readonly state: string
  readonly times?: number
}

const THINGS = 5_000
/** For each row SQLite compares as many values. No index has them. */
const SLOWLY = { $and: Array.from({ length: 300 }, (_, n) => ({ n: { $ne: -n - 1 } })) }

let docstore: Docstore
let things: Collection<Thing>
beforeEach(async () => {
  docstore = await connectDocstore(temporaryUrl())
  things = docstore.collection<Thing>('things')
  await things.insertMany(Array.from({ length: THINGS }, (_, n) => ({ _id: `t${n}`, n, state: 'open' })))
})
afterEach(() => docstore.close())

const last = { ...SLOWLY, n: THINGS - 1 }
const more = Array.from({ length: 20_000 }, (_, n) => ({ _id: `more${n}`, n, state: 'more' }))

describe('others are answered meanwhile', () => {
  test.each<[name: string, write: () => Promise<unknown>]>([
    ['updateOne', () => things.updateOne(last, { $set: { state: 'done' } })],
    ['updateMany', () => things.updateMany(SLOWLY, { $inc: { times: 1 } })],
    ['replaceOne', () => things.replaceOne(last, { n: 1, state: 'new' })],
    [
      'findOneAndUpdate in an order',
      () => things.findOneAndUpdate(SLOWLY, { $inc: { times: 1 } }, { sort: { n: -1 } }),
    ],
    ['findOneAndReplace', () => things.findOneAndReplace(last, { n: 1, state: 'new' })],
    ['findOneAndDelete', () => things.findOneAndDelete(last)],
    ['deleteOne', () => things.deleteOne(last)],
    ['deleteMany', () => things.deleteMany(SLOWLY)],
    ['deleteMany of all', () => things.deleteMany({})],
    ['updateMany by a pattern', () => things.updateMany({ state: /^(o|op|ope|open)+$/ }, { $inc: { times: 1 } })],
    ['a bulk write', () => things.bulkWrite([{ updateOne: { filter: last, update: { $inc: { times: 1 } } } }])],
    ['an insert of many', () => things.insertMany(more)],
  ])('%s', async (_name, write) => {
    const { whole, longest } = await pausesOf(write)
    expect(whole).toBeGreaterThan(15)
    expect(longest).toBeLessThan(whole / 2)
  })
})

test('an update of many changes each document once, and counts them', async () => {
  await things.updateMany({ n: { $lt: 1_500 } }, { $set: { times: 5 } })
  expect(await things.updateMany({ n: { $lt: 3_000 } }, { $max: { times: 5 } })).toMatchObject({
    matchedCount: 3_000,
    modifiedCount: 1_500,
  })
  expect(await things.updateMany({ state: 'open' }, { $inc: { times: 1 } })).toMatchObject({ matchedCount: THINGS })
  expect(await things.countDocuments({ times: 6 })).toBe(3_000)
  expect(await things.countDocuments({ times: 1 })).toBe(2_000)
  expect(await things.deleteMany({ times: 6 })).toMatchObject({ deletedCount: 3_000 })
  expect(await things.countDocuments()).toBe(2_000)
})

test('of many who take a document at once each gets another one', async () => {
  const taken = await Promise.all(
    Array.from({ length: 20 }, () =>
      things.findOneAndUpdate({ n: { $gte: THINGS - 30 }, state: 'open' }, { $set: { state: 'taken' } }),
    ),
  )
  expect(new Set(taken.map(thing => thing?._id)).size).toBe(20)
  expect(await things.countDocuments({ state: 'taken' })).toBe(20)
})

test('a document that was found, and then changed by somebody else, is left as it is', async () => {
  const update = things.updateMany({ ...SLOWLY, state: 'open' }, { $inc: { times: 1 } })
  let isDone = false
  void update.finally(() => (isDone = true))
  let changed = 0
  for (let n = THINGS - 1; !isDone && n >= 0; n--) {
    const { modifiedCount } = await things.updateOne(
      { _id: `t${n}`, times: { $exists: false } },
      { $set: { state: 'kept' } },
    )
    changed += modifiedCount
  }
  expect(changed).toBeGreaterThan(0)
  expect((await update).modifiedCount).toBe(THINGS - changed)
  expect(await things.countDocuments({ state: 'kept', times: { $exists: true } })).toBe(0)
})

test('what is not found is inserted, and once when many ask for it', async () => {
  const upserts = await Promise.all(
    Array.from({ length: 10 }, () =>
      things.updateOne({ state: 'one' }, { $inc: { times: 1 }, $setOnInsert: { n: -1 } }, { upsert: true }),
    ),
  )
  expect(upserts.filter(({ upsertedCount }) => upsertedCount === 1)).toHaveLength(1)
  expect(await things.find({ state: 'one' }).toArray()).toEqual([expect.objectContaining({ n: -1, times: 10 })])
  expect(await things.updateMany({ state: 'two' }, { $set: { n: -2 } }, { upsert: true })).toMatchObject({
    matchedCount: 0,
    upsertedCount: 1,
    upsertedId: expect.any(String),
  })
})

test('a duplicate key in the middle ends an update, and documents before it stay changed', async () => {
  await docstore.reconcileIndexes([
    {
      collection: 'things',
      indexes: [{ name: 'key', keys: { key: 1 }, unique: true, partial: { key: { $exists: true } } }],
    },
  ])
  const keyed = docstore.collection<Thing & { key?: string }>('things')
  await keyed.updateOne({ _id: 't4000' }, { $set: { key: 'x' } })
  await expect(
    keyed.bulkWrite([
      { updateMany: { filter: { state: 'open', n: { $lt: 300 } }, update: { $set: { state: 'first' } } } },
      { updateOne: { filter: { state: 'open', n: 4_500 }, update: { $set: { key: 'x' } } } },
      { deleteMany: { filter: { state: 'first' } } },
    ]),
  ).rejects.toMatchObject({ code: 11000, writeErrors: [{ index: 1 }], result: { matchedCount: 300, deletedCount: 0 } })
  expect(await keyed.countDocuments({ state: 'first' })).toBe(300)
})

test('a bulk write with operations that look at everything does them in their order', async () => {
  const result = await things.bulkWrite([
    { insertOne: { document: { _id: 'a', n: -1, state: 'a' } } },
    { updateMany: { filter: { n: { $lt: 10 } }, update: { $set: { state: 'low' } } } },
    { updateOne: { filter: { state: 'nowhere' }, update: { $set: { n: -5 } }, upsert: true } },
    { deleteOne: { filter: { state: 'low' } } },
    { replaceOne: { filter: { state: 'low' }, replacement: { n: 0, state: 'replaced' } } },
    { deleteMany: { filter: { state: 'low' } } },
  ])
  expect(result).toMatchObject({
    insertedCount: 1,
    matchedCount: 12,
    modifiedCount: 12,
    upsertedCount: 1,
    deletedCount: 10,
    upsertedIds: { 2: expect.any(String) },
  })
  expect(await things.countDocuments({ state: 'low' })).toBe(0)
  expect(await things.countDocuments({ state: 'replaced' })).toBe(1)
})
