import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AssetModel } from '../../src/compat/models/asset.ts'
import { UserModel } from '../../src/compat/models/user.ts'

/** Filters that compare a field without naming it as a path. */
const FREE: [name: string, filter: object][] = [
  ['$expr', { $expr: { $gt: ['$$ROOT.password', 'a'] } }],
  ['$expr with $getField', { $expr: { $eq: [{ $getField: 'password' }, 'a'] } }],
  ['$where', { $where: 'this.password > "a"' }],
  ['$jsonSchema', { $jsonSchema: { properties: { password: { pattern: 'a' } } } }],
  ['$expr in $and', { $and: [{ username: 'ada' }, { $expr: true }] }],
  ['$expr in $or and $nor', { $or: [{ $nor: [{ $expr: true }] }] }],
  ['$jsonSchema in $elemMatch', { profiles: { $elemMatch: { $jsonSchema: {} } } }],
]

/** Orders by a hidden field, in each form that a store takes. */
const ORDERS: [name: string, sort: unknown][] = [
  ['the field', { password: 1 }],
  ['a field below it', { 'tokens.id': -1 }],
  ['the second key', { username: 1, attaching: 1 }],
  ['a text', 'password'],
  ['a list', [['password', -1]]],
  ['a map', new Map([['password', 1]])],
]

/** What a projection could compute from a hidden field. */
const COMPUTED: [name: string, projection: object][] = [
  ['another name', { known: '$password' }],
  ['the whole record', { known: '$$ROOT' }],
  ['an expression', { known: { $substr: ['$password', 0, 1] } }],
  ['a part of an object', { known: { inside: '$password' } }],
]

const REFUSAL = /^users: .*no plugin gets |^this collection: .*no plugin gets /
const attempt = async (run: () => unknown): Promise<string> => {
  try {
    return `answered ${JSON.stringify(await run())}`
  } catch (error) {
    return (error as Error).message
  }
}

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
  await platform.createUser({ username: 'ada' })
})
afterAll(() => platform[Symbol.asyncDispose]())

describe('a model with hidden fields refuses', () => {
  const $set = { 'metadata.x': 1 }

  test.each(FREE)('a filter by %s, wherever it is given', async (_name, filter) => {
    const by = filter as never
    for (const run of [
      () => UserModel.find(by),
      () => UserModel.findOne(by),
      () => UserModel.countDocuments(by),
      () => UserModel.distinct('id', by),
      () => UserModel.findOneAndUpdate(by, { $set }),
      () => UserModel.updateOne(by, { $set }),
      () => UserModel.updateMany(by, { $set }),
      () => UserModel.deleteOne(by),
      () => UserModel.aggregate([{ $match: by }]),
      () => UserModel.aggregate([{ $facet: { all: [{ $match: by }] } }]),
      () => UserModel.collection.find(by).toArray(),
      () => UserModel.collection.bulkWrite([{ deleteMany: { filter: by } }]),
    ])
      expect(await attempt(run)).toMatch(REFUSAL)
  })

  test('a filter by the name of a hidden field, also where only values or counts are answered', async () => {
    const by = { password: { $regex: '^.argon2' } } as never
    expect(await attempt(() => UserModel.distinct('id', by))).toMatch(REFUSAL)
    const operations = [{ updateMany: { filter: by, update: { $set } } }]
    expect(await attempt(() => UserModel.collection.bulkWrite(operations))).toMatch(REFUSAL)
  })

  test.each(ORDERS)('an order by %s', async (_name, given) => {
    const sort = given as never
    for (const run of [
      () => UserModel.find().sort(sort),
      () => UserModel.findOne({}).sort(sort),
      () => UserModel.find().cursor().sort(sort).toArray(),
      () => UserModel.findOneAndUpdate({}, { $set }, { sort }),
      () => UserModel.updateOne({}, { $set }, { sort }),
      () => UserModel.collection.find({}, { sort }).toArray(),
      () => UserModel.collection.find({}).limit(1).sort(sort).toArray(),
      () => UserModel.collection.findOneAndDelete({}, { sort }),
    ])
      expect(await attempt(run)).toMatch(REFUSAL)
  })

  test('an order by a hidden field after a minus', async () => {
    expect(await attempt(() => UserModel.find().sort('-password'))).toMatch(REFUSAL)
    expect(await attempt(() => UserModel.findOne({}).sort('username -tokens.id'))).toMatch(REFUSAL)
  })

  test.each(COMPUTED)('a projection that computes %s', async (_name, projection) => {
    for (const run of [
      () => UserModel.find({}, projection as never),
      () => UserModel.findOne({}).select(projection as never),
      () =>
        UserModel.find()
          .cursor()
          .project(projection as never)
          .toArray(),
      () => UserModel.findOneAndUpdate({}, { $set }, { projection: projection as never }),
      () => UserModel.collection.findOne({}, { projection: projection as never }),
    ])
      expect(await attempt(run)).toMatch(REFUSAL)
  })

  test('a change that compares a hidden field or copies it', async () => {
    for (const update of [{ $max: { attaching: 'a' } }, { $min: { 'tokens.0.id': 'z' } }]) {
      expect(await attempt(() => UserModel.updateMany({}, update as never))).toMatch(REFUSAL)
      expect(await attempt(() => UserModel.collection.updateMany({}, update as never))).toMatch(REFUSAL)
    }
    const copy = [{ $set: { 'metadata.kept': '$password' } }]
    expect(await attempt(() => UserModel.collection.updateOne({}, copy))).toMatch(REFUSAL)
  })
})

test('the cursor of a model gives no hidden field, whatever is selected', async () => {
  const selected = { password: 1, username: 1 }
  const found = [
    await UserModel.find({ username: 'ada' }).cursor().limit(1).project(selected).toArray(),
    await UserModel.collection.find({ username: 'ada' }).limit(1).project(selected).toArray(),
  ]
  for (const [user] of found) expect(user).toEqual({ _id: expect.anything(), username: 'ada' })
})

test('other orders, projections and filters of a model work as before', async () => {
  const named = { username: 1, profiles: { $slice: 1 }, _id: 0 } as const
  const [user] = await UserModel.find({ $or: [{ username: 'ada' }] }, named).sort('-created_at username')
  expect(user).toEqual(expect.objectContaining({ username: 'ada' }))
  const asset = await platform.createAsset()
  expect(await AssetModel.countDocuments({ $expr: { $eq: ['$id', asset.id] } })).toBe(1)
})
