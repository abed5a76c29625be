import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Docstore } from '@platform/docstore'
import { type Comment, definePlugin, defineReaction, type HookObject, type User } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { decide } from '../comments/operations.ts'
import { refusals } from '../moderation/operations.ts'
import { placesOf } from './stored-ids.ts'

const RESPECT = 'createRespectAction(input: { item_id: $id })'
const FLAG = 'createFlag(flag: { item_id: $id, item_type: COMMENTS, reason: COMMENT_SPAM })'

/** A platform on which a moderator did everything that stores the id of a user somewhere. */
async function filled(plugins: readonly HookObject[] = []) {
  const platform = await createTestPlatform({ plugins: [defineReaction('respect'), ...plugins] })
  const { services } = platform
  const { docstore } = services
  const admin = await platform.createUser({ roles: ['ADMIN'] })
  const gone = await platform.createUser({ username: 'gone_person', roles: ['MODERATOR'] })
  const other = await platform.createUser({ username: 'other_person' })
  const asset = await platform.createAsset()
  const own = await platform.createComment({ asset, author: gone, body: 'words of gone_person' })
  const answer = await platform.createComment({ asset, author: other, parent: own, body: 'words of another' })
  const flagged = await platform.createComment({ asset, author: other })
  await decide(platform.as(gone), answer.id, 'ACCEPTED')
  const does = async (user: TestUser, field: string, id: string) =>
    expect(await refusals(platform.as(user), field, { id })).toBeNull()
  await does(gone, RESPECT, answer.id)
  await does(other, RESPECT, own.id)
  await does(gone, 'alwaysPremodUser(input: { id: $id })', other.user.id)
  await does(gone, 'addTag(tag: { id: $id, name: "noted", item_type: COMMENTS })', answer.id)
  await does(gone, 'addTag(tag: { id: $id, name: "noted", item_type: USERS })', other.user.id)
  await does(gone, 'addTag(tag: { id: $id, name: "noted", item_type: ASSETS })', asset.id)
  await does(gone, 'updateAssetStatus(id: $id, input: { closedAt: "2999-01-01T00:00:00.000Z" })', asset.id)
  await does(gone, FLAG, flagged.id)
  await services.personalTokens.create(gone.user, 'a script')
  // Staff can't be ignored; the user became a moderator later.
  await docstore.collection<User>('users').updateOne({ id: other.user.id }, { $set: { ignoresUsers: [gone.user.id] } })
  // A flag that was taken back after a decision, and a job that waits for its turn.
  await docstore
    .collection('withdrawn_flags')
    .insertOne({ id: 'withdrawn', item_id: flagged.id, user_id: gone.user.id } as never)
  await services.deletionRequests.request(gone.user.id)
  return { platform, docstore, admin, gone, other, own, answer }
}

const erase = async ({ platform, admin, gone }: { platform: TestPlatform; admin: TestUser; gone: TestUser }) => {
  expect(
    await refusals(platform.as(admin), 'delUser(id: $id, password: "a long enough password")', { id: gone.user.id }),
  ).toBeNull()
  await platform.services.jobs.idle()
}

async function exportOf(platform: TestPlatform, userId: string) {
  const records = []
  for await (const item of platform.services.composition.personalData.export(userId)) records.push(item)
  return records
}

test('each feature whose collection holds the id of a user has personalData', async () => {
  const { platform, gone } = await filled()
  await using _ = platform
  const places = placesOf(gone.user.id, platform)
  expect(Object.fromEntries([...places].map(([name, paths]) => [name, [...paths].toSorted()]))).toMatchObject({
    actions: ['user_id'],
    assets: ['status_history.assigned_by', 'tags.assigned_by'],
    comments: expect.arrayContaining(['author_id', 'status_history.assigned_by', 'tags.assigned_by']),
    jobs: expect.arrayContaining(['payload.userId']),
    users: expect.arrayContaining([
      'id',
      'ignoresUsers',
      'status.alwaysPremod.history.assigned_by',
      'tags.assigned_by',
    ]),
    withdrawn_flags: ['user_id'],
  })
  // A job belongs to the feature that adds it, which removes it; the next test sees that none is left.
  const collections = [...places.keys()].filter(name => name !== 'jobs')
  for (const collection of collections) {
    const owners = platform.services.composition.plugins.filter(({ hooks }) =>
      hooks.indexes?.some(index => index.collection === collection),
    )
    expect([collection, owners.some(({ hooks }) => hooks.personalData !== undefined)]).toEqual([collection, true])
  }
})

test('each feature with an index on the id of a user has personalData', async () => {
  await using platform = await createTestPlatform()
  const features = platform.services.composition.plugins.filter(({ core }) => core)
  // The names that the contract of plugins knows.
  const named = /(^|[._])(user|author|owner|person|account|moderator|assigned_by)(_?id)?$/i
  const indexed = features.filter(({ hooks }) =>
    hooks.indexes?.some(({ keys }) => Object.keys(keys).some(key => named.test(key))),
  )
  expect(indexed.map(({ name }) => name)).toEqual(expect.arrayContaining(['actions', 'comments']))
  expect(indexed.filter(({ hooks }) => hooks.personalData === undefined).map(({ name }) => name)).toEqual([])
})

test('after an erasure the id occurs only in the record that says that the account is being deleted', async () => {
  const { platform, ...made } = await filled()
  await using _ = platform
  await erase({ platform, ...made })
  const id = made.gone.user.id
  // Until the second pass a minute later, which has a job of its own.
  expect([...placesOf(id, platform).keys()].toSorted()).toEqual(['deletions', 'jobs'])
  platform.clock.advance(61_000)
  await platform.services.jobs.idle()
  // Until the one of the day after, when no server is of an older version any more.
  expect([...placesOf(id, platform).keys()]).toEqual(['jobs'])
  platform.clock.advance(24 * 3_600_000)
  await platform.services.jobs.idle()
  expect(placesOf(id, platform)).toEqual(new Map())
  expect(placesOf('gone_person', platform)).toEqual(new Map())
})

test('what a user writes who comes back with the same id is not erased the day after', async () => {
  const { platform, ...made } = await filled()
  await using _ = platform
  await erase({ platform, ...made })
  platform.clock.advance(61_000)
  await platform.services.jobs.idle()
  const { id } = made.gone.user
  await made.docstore.collection<object>('users').insertOne({ ...made.gone.user })
  const asset = await platform.createAsset()
  const comment = await platform.createComment({ asset, author: made.gone, body: 'Back again' })
  platform.clock.advance(24 * 3_600_000)
  await platform.services.jobs.idle()
  const comments = made.docstore.collection<Comment>('comments')
  expect(await comments.findOne({ id: comment.id })).toMatchObject({ author_id: id, body: 'Back again' })
  expect([...placesOf(id, platform).keys()]).not.toContain('deletions')
})

test('who comes back with the same id before the erasure has ended can comment only afterwards', async () => {
  const { platform, ...made } = await filled()
  await using _ = platform
  await erase({ platform, ...made })
  await made.docstore.collection<object>('users').insertOne({ ...made.gone.user })
  const asset = await platform.createAsset()
  const comment = () => platform.createComment({ asset, author: made.gone, body: 'Back again' })
  await expect(comment()).rejects.toMatchObject({ translation_key: 'NOT_AUTHORIZED' })
  platform.clock.advance(61_000)
  await platform.services.jobs.idle()
  expect(await comment()).toMatchObject({ author_id: made.gone.user.id })
})

test('who came back with the same id can be deleted again before the first erasure has ended', async () => {
  const { platform, ...made } = await filled()
  await using _ = platform
  await erase({ platform, ...made })
  const { user } = made.gone
  await made.docstore.collection<object>('users').insertOne({ ...user })
  const again = 'delUser(id: $id, password: "a long enough password")'
  expect(await refusals(platform.as(made.admin), again, { id: user.id })).toBeNull()
  for (const wait of [61_000, 24 * 3_600_000]) {
    platform.clock.advance(wait)
    await platform.services.jobs.idle()
  }
  expect(placesOf(user.id, platform)).toEqual(new Map())
})

test('an export has what the user wrote and did, and neither secrets nor what others are called', async () => {
  const { platform, gone, other, own, answer, docstore } = await filled()
  await using _ = platform
  const records = await exportOf(platform, gone.user.id)
  const of = (name: string) => records.filter(item => item.name === name).map(({ record }) => record)
  expect(of('account')).toMatchObject([{ id: gone.user.id, username: 'gone_person', roles: ['MODERATOR'] }])
  expect(of('comments')).toMatchObject([{ id: own.id, body: 'words of gone_person' }])
  expect(of('actions')).toHaveLength(2)
  expect(of('tags')).toMatchObject([
    { item_id: answer.id, tag: 'noted' },
    { item_type: 'ASSETS', tag: 'noted' },
  ])
  expect(of('personal-access-tokens')).toMatchObject([{ name: 'a script', active: true }])
  expect(of('discussions')).toHaveLength(1)
  const user = (await docstore.collection<{ id: string; password: string; tokens: { id: string }[] }>('users').findOne({
    id: gone.user.id,
  }))!
  const text = JSON.stringify(records)
  for (const hidden of [user.password, user.tokens[0]!.id, other.user.id, 'other_person', 'words of another'])
    expect(text).not.toContain(hidden)
  expect((await exportOf(platform, other.user.id)).filter(({ name }) => name === 'ignored-users')).toMatchObject([
    { plugin: 'users', record: { user_id: gone.user.id } },
  ])
})

test('an export has the karma, what was reported, and an address or invitation that waits', async () => {
  await using platform = await createTestPlatform()
  const { docstore, invitations } = platform.services
  const users = docstore.collection<object>('users')
  const admin = await platform.createUser({ username: 'boss', roles: ['ADMIN'] })
  const { user } = await platform.createUser()
  const trust = { comment: { karma: -2 } }
  const attaching = { email: 'waits@test.example', password: 'a hash' }
  const kept = { 'metadata.trust': trust, 'action_counts.flag': 3, attaching }
  await users.updateOne({ id: user.id }, { $set: kept })
  const records = await exportOf(platform, user.id)
  const of = (name: string) => records.filter(item => item.name === name).map(({ record }) => record)
  expect(of('account')).toMatchObject([{ karma: trust, reported: { flag: 3 } }])
  expect(of('waiting-address')).toEqual([{ email: 'waits@test.example' }])
  const invited = await invitations.invite(admin.user, { email: 'guest@test.example', role: 'STAFF' })
  expect((await exportOf(platform, invited.id)).filter(({ name }) => name === 'invitation')).toMatchObject([
    { record: { created_at: expect.any(Date), expires_at: expect.any(Date) } },
  ])
})

/** Keeps who voted, one document for each vote. */
function votes(docstore: () => Docstore, told: string[]) {
  const kept = () => docstore().collection<{ id: string; user_id: string }>('votes')
  return definePlugin({
    name: 'votes',
    sdk: '^1.0',
    capabilities: ['docstore.collections'],
    personalData: {
      async *export(userId) {
        for await (const { id } of kept().find({ user_id: userId })) yield { name: 'votes', record: { id } }
      },
      async erase(userId) {
        const comments = await docstore().collection<Comment>('comments').countDocuments({ author_id: userId })
        const vote = await kept().findOne({ user_id: userId })
        if (vote) told.push(`vote erased while there ${comments === 1 ? 'is 1 comment' : `are ${comments} comments`}`)
        return vote ? (await kept().deleteOne({ id: vote.id })).deletedCount : 0
      },
    },
  })
}

test('the records of a plugin are exported, and erased in batches before the records of the core', async () => {
  const told: string[] = []
  const state: { docstore?: Docstore } = {}
  const made = await filled([votes(() => state.docstore!, told) as HookObject])
  await using platform = made.platform
  state.docstore = made.docstore
  for (const id of ['one', 'two', 'three'])
    await made.docstore.collection('votes').insertOne({ id, user_id: made.gone.user.id } as never)
  const exported = (await exportOf(platform, made.gone.user.id)).filter(({ plugin }) => plugin === 'votes')
  expect(exported.map(({ record }) => record['id']).toSorted()).toEqual(['one', 'three', 'two'])
  await erase(made)
  expect(await made.docstore.collection('votes').countDocuments({})).toBe(0)
  expect(told).toEqual(Array(3).fill('vote erased while there is 1 comment'))
})

test('a plugin that fails is named, and keeps no other data from being erased', async () => {
  const broken = definePlugin({
    name: 'broken',
    sdk: '^1.0',
    personalData: {
      async *export() {
        yield { name: 'ballots', record: {} }
        throw new Error('no gateway')
      },
      erase: () => {
        throw new Error('no gateway')
      },
    },
  })
  const { platform, gone, docstore } = await filled([broken as HookObject])
  await using _ = platform
  await expect(exportOf(platform, gone.user.id)).rejects.toThrow('no gateway')
  const { personalData } = platform.services.composition
  await expect(personalData.erase(gone.user.id, new AbortController().signal)).rejects.toThrow('no gateway')
  expect(await docstore.collection('comments').countDocuments({ author_id: gone.user.id })).toBe(0)
  expect(platform.logs.some(({ plugin, msg }) => plugin === 'broken' && /personalData erase/.test(String(msg)))).toBe(
    true,
  )
})

test('what a disabled plugin has about a deleted user is erased once it is loaded again', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'platform-erase-'))
  const settings = { diary: { onFailure: 'disable' } } as const
  const diary = (more: object) =>
    definePlugin({
      name: 'diary',
      sdk: '^1.0',
      personalData: {
        async *export() {},
        erase: async (userId, { services: { docstore } }) =>
          (await docstore.collection('diary.days').deleteMany({ user_id: userId })).deletedCount,
      },
      ...more,
    })
  const broken = diary({ typeDefs: 'type Comment { body: Int }' })
  const left = ({ services }: TestPlatform) => services.docstore.collection('diary.days').countDocuments({})
  {
    await using platform = await createTestPlatform({ plugins: [broken], settings, directory })
    const [admin, gone] = [await platform.createUser({ roles: ['ADMIN'] }), await platform.createUser()]
    await platform.services.docstore.collection('diary.days').insertOne({ id: 'a', user_id: gone.user.id } as never)
    await erase({ platform, admin, gone })
    for (const wait of [61_000, 24 * 3_600_000, 24 * 3_600_000]) {
      platform.clock.advance(wait)
      await platform.services.jobs.idle()
    }
    expect(await left(platform)).toBe(1)
  }
  await using platform = await createTestPlatform({ plugins: [diary({})], settings, directory })
  platform.clock.advance(4 * 24 * 3_600_000)
  await platform.services.jobs.idle()
  expect(await left(platform)).toBe(0)
  platform.clock.advance(24 * 3_600_000)
  await platform.services.jobs.idle()
  expect(await platform.services.docstore.collection('jobs').countDocuments({ type: 'users.erase' })).toBe(0)
  await rm(directory, { recursive: true })
})

test.each<[what: string, answer: unknown, says: RegExp]>([
  ['no number', 'all of it', /erase answered a string, expected how many documents/],
  ['a number below zero', -1, /expected how many documents/],
])('an erasure that answers %s is a mistake that is named', async (_what, answer, says) => {
  const plugin = { personalData: { export: async function* () {}, erase: () => answer as number } }
  await using platform = await createTestPlatform({ plugins: [plugin] })
  const { personalData } = platform.services.composition
  await expect(personalData.erase('somebody', new AbortController().signal)).rejects.toThrow(says)
})

test.each<[what: string, given: () => unknown, says: RegExp]>([
  ['a list', () => [], /export gave a list, expected an async iterable/],
  [
    'a record without a name',
    async function* () {
      yield { record: {} }
    },
    /expected \{ name, record \}: name:/,
  ],
])('an export that gives %s is a mistake that is named', async (_what, given, says) => {
  const plugin = { personalData: { export: given as never, erase: () => 0 } }
  await using platform = await createTestPlatform({ plugins: [plugin] })
  await expect(exportOf(platform, 'somebody')).rejects.toThrow(says)
})
