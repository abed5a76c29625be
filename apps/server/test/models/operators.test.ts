import type { Filter, Update } from '@platform/docstore'
import type { Asset, User } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AssetModel } from '../../src/compat/models/asset.ts'
import { CommentModel } from '../../src/compat/models/comment.ts'
import type { Model } from '../../src/compat/models/model.ts'
import { UserModel } from '../../src/compat/models/user.ts'
import { onBothStores } from '../on-both-stores.ts'

/** Each change that a model refuses, with the field that the error names and the reason. */
const REFUSED: [name: string, update: object, field: string, reason: RegExp][] = [
  ['a field that is renamed', { $rename: { username: 'nickname' } }, 'username', /\$rename cannot move it/],
  ['a field that takes a renamed one', { $rename: { nickname: 'roles' } }, 'roles', /\$rename cannot move it/],
  ['a part of a field that is renamed', { $rename: { 'status.banned': 'metadata.x' } }, 'status.banned', /\$rename/],
  ['a time in place of a text', { $currentDate: { username: true } }, 'username', /give a text/],
  [
    'a timestamp in place of a time',
    { $currentDate: { deletion_at: { $type: 'timestamp' } } },
    'deletion_at',
    /a time/,
  ],
  ['the least of a number and a text', { $min: { lowercaseUsername: 7 } }, 'lowercaseUsername', /give a text/],
  ['the most of a text and a time', { $max: { deletion_at: 'zzz' } }, 'deletion_at', /give a time/],
  ['a sum with a text', { $inc: { username: 1 } }, 'username', /is no number, so \$inc cannot change it/],
  ['a sum of a text', { $inc: { 'action_counts.flag': 'one' } }, 'action_counts.flag', /give \$inc a number/],
  ['a sum of a text in metadata', { $inc: { 'metadata.visits': '1' } }, 'metadata.visits', /give \$inc a number/],
  ['a product of a list', { $mul: { roles: 2 } }, 'roles', /is no number, so \$mul cannot change it/],
  ['a product with nothing', { $mul: { 'action_counts.flag': null } }, 'action_counts.flag', /give \$mul a number/],
  ['bits of a text', { $bit: { username: { or: 1 } } }, 'username', /is no number, so \$bit cannot change it/],
  ['the last profile that is popped', { $pop: { profiles: 1 } }, 'profiles', /whole list by \$set/],
  ['profiles that are pulled', { $pull: { profiles: { provider: 'local' } } }, 'profiles', /whole list by \$set/],
  ['profiles that are pulled by name', { $pullAll: { profiles: [{ id: 'x' }] } }, 'profiles', /whole list by \$set/],
  [
    'profiles that are cut off',
    { $push: { profiles: { $each: [{ id: 'x', provider: 'y' }], $slice: 0 } } },
    'profiles',
    /whole list by \$set/,
  ],
]

await onBothStores(tests)

function tests(env: () => Readonly<Record<string, string>>): void {
  let platform: TestPlatform
  beforeAll(async () => {
    platform = await createTestPlatform({ env: env() })
  })
  afterAll(() => platform?.[Symbol.asyncDispose]())

  const stored = (id: string) => platform.services.docstore.collection<User>('users').findOne({ id })
  /** Both doors by which a model changes records that are stored. */
  const DOORS = {
    'one record': (model: Model<never>, filter: object, update: object) =>
      model.updateOne(filter as Filter<never>, update as Update<never>),
    'many records': (model: Model<never>, filter: object, update: object) =>
      model.updateMany(filter as Filter<never>, update as Update<never>),
  }

  describe.each(Object.entries(DOORS))('a change of %s', (_door, change) => {
    test.each(REFUSED)('is refused before it is written: %s', async (_name, update, field, reason) => {
      const { user } = await platform.createUser()
      const before = await stored(user.id)
      await expect(change(UserModel as never, { id: user.id }, update)).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        metadata: { problems: [{ field, message: expect.stringMatching(reason) }] },
      })
      expect(await stored(user.id)).toEqual(before)
    })

    test('is made where the result fits the model, whatever it is', async () => {
      const { user } = await platform.createUser()
      const at = new Date('2027-01-01T00:00:00.000Z')
      await change(UserModel as never, { id: user.id }, { $set: { 'metadata.old': 1, tags: [] }, nickname: 'Al' })
      await change(
        UserModel as never,
        { id: user.id },
        {
          $inc: { 'metadata.visits': 2, 'action_counts.flag': 1 },
          $mul: { 'metadata.old': 3 },
          $max: { deletion_at: at },
          $min: { 'metadata.first': 'text' },
          $currentDate: { last_download_at: true },
          $pull: { tags: { 'tag.name': 'STALE' }, ignoresUsers: 'x' },
          $pop: { 'status.banned.history': 1 },
          $rename: { nickname: 'metadata.nickname' },
        },
      )
      expect(await stored(user.id)).toMatchObject({
        metadata: { visits: 2, old: 3, first: 'text', nickname: 'Al' },
        action_counts: { flag: 1 },
        deletion_at: at,
        last_download_at: expect.any(Date),
        tags: [],
      })
    })

    test('may count in a field of another model', async () => {
      const comment = { asset_id: 'a', author_id: 'b', body: 'What I think' }
      const { id } = await CommentModel.create(comment)
      await change(CommentModel as never, { id }, { $inc: { reply_count: 1 } })
      expect(await CommentModel.findById(id)).toMatchObject({ reply_count: 1 })
      await expect(change(CommentModel as never, { id }, { $inc: { body: 1 } })).rejects.toThrow('body: is no number')
    })
  })

  test('an upsert inserts no record without a list that its update makes shorter', async () => {
    const url = 'http://localhost/shorter'
    const upsert = () =>
      AssetModel.findOneAndUpdate({ url }, { $pull: { tags: { 'tag.name': 'STALE' } } }, { upsert: true, new: true })
    await expect(upsert()).rejects.toThrow('tags: is missing, and a new record needs it')
    await AssetModel.create({ url } as Partial<Asset>)
    expect(await upsert()).toMatchObject({ url, tags: [] })
  })
}
