import type { PluginRouter } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AssetModel } from '../../src/compat/models/asset.ts'
import { UserModel } from '../../src/compat/models/user.ts'
import { post } from '../accounts/attempts.ts'
import { handmade, neededClaims } from '../accounts/handmade.ts'
import { named } from '../compose/named.ts'
import { onBothStores } from '../on-both-stores.ts'

const UPSERT = { setDefaultsOnInsert: true, new: true, upsert: true }

/** Makes users as plugins for the predecessor do: the whole record is the update, with parts of a nested field. */
const directory = named('directory', {
  tokenUserNotFound: ({ jwt: { sub } }: { jwt: { sub: string } }) =>
    UserModel.findOneAndUpdate(
      { id: sub },
      {
        id: sub,
        username: sub,
        lowercaseUsername: sub,
        roles: [],
        profiles: [],
        status: { username: { status: 'SET', history: [] } },
      } as never,
      UPSERT,
    ),
})

/** Routes that hand what is posted to a model, as the tutorial does with an asset. */
const routes = named('routes', {
  router(router: PluginRouter) {
    router.post('/api/v1/routes/tutorial', async (req, res) => {
      const { url } = req.body as { url: string }
      res.json(await AssetModel.findOneAndUpdate(req.body as never, { $setOnInsert: { url } } as never, UPSERT))
    })
    router.post('/api/v1/routes/assets', async (req, res) => {
      const { filter, update } = req.body as { filter: never; update: never }
      res.json(await AssetModel.findOneAndUpdate(filter, update, UPSERT))
    })
    router.post('/api/v1/routes/users', async (req, res) => {
      const { filter, update, upsert } = req.body as { filter: never; update: never; upsert?: boolean }
      res.json(await UserModel.findOneAndUpdate(filter, update, { ...UPSERT, upsert: upsert ?? true }))
    })
    router.post('/api/v1/routes/users/many', async (req, res) => {
      const { filter, update } = req.body as { filter: never; update: never }
      res.json(await UserModel.updateMany(filter, update))
    })
  },
})

await onBothStores(tests)

function tests(env: () => Readonly<Record<string, string>>): void {
  let platform: TestPlatform
  beforeAll(async () => {
    platform = await createTestPlatform({ env: env(), plugins: [directory, routes] })
  })
  afterAll(() => platform?.[Symbol.asyncDispose]())

  const send = async (model: string, body: object) => {
    const { status, body: answer } = await post(platform, `/api/v1/routes/${model}`, body)
    return { status, answer }
  }

  describe('a user whom a plugin makes by an upsert with a part of the status', () => {
    const asked = async (sub: string, document: string, variables: Record<string, unknown> = {}) => {
      const { body } = await post(
        platform,
        '/api/v1/graph/ql',
        { query: document, variables },
        { authorization: `Bearer ${handmade(neededClaims(sub))}` },
      )
      return body
    }

    test('comments like any other user, also when it is not the first one', async () => {
      const asset = await platform.createAsset()
      for (const sub of ['made_one', 'made_two']) {
        const { data } = await asked(
          sub,
          `mutation ($id: ID!) {
            createComment(input: { asset_id: $id, body: "Written by a made user" }) {
              comment { user { username } }
              errors { translation_key }
            }
          }`,
          { id: asset.id },
        )
        expect(data.createComment).toEqual({ comment: { user: { username: sub } }, errors: null })
      }
    })

    test('has every part of the status', async () => {
      await asked('made_whole', '{ me { id } }')
      const moderator = platform.as(await platform.createUser({ roles: ['ADMIN'] }))
      const { data } = await moderator.graphql(
        `{ user(id: "made_whole") {
          role
          state { status {
            username { status history { status } }
            banned { status history { status } }
            alwaysPremod { status }
            suspension { until }
          } }
        } }`,
      )
      expect(data!['user']).toEqual({
        role: 'COMMENTER',
        state: {
          status: {
            username: { status: 'SET', history: [] },
            banned: { status: false, history: [] },
            alwaysPremod: { status: false },
            suspension: { until: null },
          },
        },
      })
    })

    const names = (name: string) => ({ username: name, lowercaseUsername: name })
    test.each<[name: string, filter: object, update: object, username: { status: string; history: object[] }]>([
      ['in the update', {}, { 'status.username.status': 'UNSET' }, { status: 'UNSET', history: [] }],
      ['in an object', {}, { status: { username: { status: 'UNSET' } } }, { status: 'UNSET', history: [] }],
      ['in the filter', { 'status.username.status': 'UNSET' }, {}, { status: 'UNSET', history: [] }],
      [
        'only on insert',
        {},
        { $setOnInsert: { 'status.username.status': 'CHANGED' } },
        { status: 'CHANGED', history: [] },
      ],
      ['nowhere', {}, {}, { status: 'SET', history: [] }],
    ])('has no history that says another status of the name, given %s', async (given, filter, update, username) => {
      const id = given.replaceAll(' ', '_')
      const { answer } = await send('users', { filter: { id, ...filter }, update: { ...names(id), ...update } })
      expect(answer.status.username).toEqual(username)
      const made = await UserModel.create({
        ...names(`${id}_made`),
        profiles: [{ provider: 'elsewhere', id }],
        ...(given === 'nowhere' ? {} : { status: { username: { status: username.status } } }),
      } as never)
      expect(made.status.username).toEqual(username)
    })

    test('keeps the parts that a later update does not name', async () => {
      const { answer: before } = await send('users', {
        filter: { id: 'kept' },
        update: { username: 'kept', lowercaseUsername: 'kept', status: { banned: { status: true } } },
      })
      expect(before.status.banned).toEqual({ status: true, history: [] })
      const { answer: after } = await send('users', {
        filter: { id: 'kept' },
        update: { $set: { status: { username: { status: 'CHANGED' } } } },
        upsert: false,
      })
      expect(after.status).toEqual({
        ...before.status,
        username: { ...before.status.username, status: 'CHANGED' },
      })
    })
  })

  test('a list of no profiles takes none from a stored user, who signs in as before', async () => {
    const { user } = await platform.createUser({ username: 'profiled' })
    const update = { id: user.id, username: 'profiled', lowercaseUsername: 'profiled', profiles: [] }
    expect((await send('users', { filter: { id: user.id }, update })).answer.profiles).toEqual([
      expect.objectContaining({ provider: 'local' }),
    ])
    const account = { email: 'profiled@test.example', password: 'a long enough password' }
    expect((await post(platform, '/api/v1/auth/local', account)).status).toBe(200)
    const emptied = await send('users', { filter: { id: user.id }, update: { profiles: [] }, upsert: false })
    expect([emptied.status, emptied.answer.error.metadata.problems]).toEqual([
      400,
      [{ field: 'profiles', message: 'is empty' }],
    ])
  })

  test('an update of many records reaches each, also when the changed ones no longer match its filter', async () => {
    const users = platform.services.docstore.collection<Record<string, unknown>>('users')
    const fresh = (n: number) => ({
      id: `many-${n}`,
      username: `many_${n}`,
      lowercaseUsername: `many_${n}`,
      profiles: [{ provider: 'elsewhere', id: `many-${n}` }],
      status: { banned: { status: false, history: [] }, suspension: { until: null, history: [] } },
      level: 1,
    })
    await users.insertMany(Array.from({ length: 205 }, (_, n) => fresh(n)))
    const update = { level: 2, status: { banned: { status: true } } }
    const { answer } = await send('users/many', { filter: { level: 1 }, update })
    expect(answer).toEqual({ matchedCount: 205, modifiedCount: 205 })
    const kept = { level: 2, 'status.banned.status': true, 'status.suspension.until': null }
    expect(await users.countDocuments(kept)).toBe(205)
  })

  test('an update of many records changes the element of a list that its filter finds', async () => {
    const users = await Promise.all([platform.createUser(), platform.createUser()])
    const ids = users.map(({ user }) => user.id)
    const filter = { id: { $in: ids }, 'profiles.provider': 'local' }
    const { answer } = await send('users/many', { filter, update: { $set: { 'profiles.$.metadata.seen': 1 } } })
    expect(answer).toEqual({ matchedCount: 2, modifiedCount: 2 })
    const seen = { id: { $in: ids }, profiles: { $elemMatch: { provider: 'local', 'metadata.seen': 1 } } }
    expect(await platform.services.docstore.collection('users').countDocuments(seen)).toBe(2)
  })

  describe('a change that would break the model', () => {
    const whole = { username: 'fine', lowercaseUsername: 'fine' }
    test.each<[name: string, update: object, fields: string[]]>([
      ['a user without names', { roles: [] }, ['username', 'lowercaseUsername']],
      ['a role that does not exist', { ...whole, roles: ['KING'] }, ['roles.0']],
      [
        'a status that does not exist',
        { ...whole, status: { username: { status: 'FINE' } } },
        ['status.username.status'],
      ],
      ['null for the status', { ...whole, status: null }, ['status']],
      ['a text for a part of the status', { ...whole, status: { banned: 'no' } }, ['status.banned']],
      ['a text for a ban', { ...whole, 'status.banned.status': 'no' }, ['status.banned.status']],
      ['a profile without provider', { ...whole, $push: { profiles: { id: 'x' } } }, ['profiles.0.provider']],
      ['profiles that are no list', { ...whole, $setOnInsert: { profiles: 'none' } }, ['profiles']],
      ['an object for a name', { ...whole, username: { $gt: '' } }, ['username']],
      ['a name that is taken away', { ...whole, $unset: { lowercaseUsername: '' } }, ['lowercaseUsername']],
    ])('is refused before it is written: %s', async (_name, update, fields) => {
      const { status, answer } = await send('users', { filter: { id: 'broken' }, update })
      expect([status, answer.error.code]).toEqual([400, 'BAD_USER_INPUT'])
      expect(answer.error.metadata.problems.map(({ field }: { field: string }) => field)).toEqual(fields)
      const found = await send('users', { filter: { id: 'broken' }, update: { $set: {} }, upsert: false })
      expect(found.answer).toBeNull()
    })

    test('is refused for a stored record too, which stays as it is', async () => {
      const { user } = await platform.createUser({ username: 'stored' })
      for (const update of [{ $set: { roles: ['KING'] } }, { $unset: { status: '' } }, { username: 7 }])
        expect((await send('users', { filter: { id: user.id }, update, upsert: false })).status).toBe(400)
      const { answer } = await send('users', { filter: { id: user.id }, update: { $set: {} }, upsert: false })
      expect(answer).toMatchObject({ username: 'stored', roles: ['COMMENTER'], status: { banned: { status: false } } })
    })

    test.each<[name: string, update: object, field: string]>([
      ['a role that does not exist', { roles: ['KING'] }, 'roles.0'],
      ['a status that is taken away', { $unset: { status: '' } }, 'status'],
      ['a text for a ban', { $set: { status: { banned: { status: 'no' } } } }, 'status.banned.status'],
    ])('is refused for many records before one is written: %s', async (_name, update, field) => {
      const { user } = await platform.createUser()
      const { status, answer } = await send('users/many', { filter: { id: user.id }, update })
      expect([status, answer.error.metadata.problems[0].field]).toEqual([400, field])
      const { answer: stored } = await send('users', { filter: { id: user.id }, update: { $set: {} }, upsert: false })
      expect(stored).toMatchObject({ roles: ['COMMENTER'], status: { banned: { status: false } } })
    })

    test('is not one that writes what only the plugin knows', async () => {
      const { user } = await platform.createUser()
      const update = { $set: { 'metadata.directory.level': 3, notes: [1] }, $unset: { 'action_counts.like': '' } }
      const { answer } = await send('users', { filter: { id: user.id }, update, upsert: false })
      expect(answer).toMatchObject({ metadata: { directory: { level: 3 } }, notes: [1] })
    })
  })

  describe("the tutorial's upsert, with the posted body as the filter", () => {
    const url = 'http://localhost/tutorial'
    const tutorial = (body: object) => send('tutorial', body)

    test('keeps the identifier when the title changes, and answers with the new title', async () => {
      const { status, answer: first } = await tutorial({ url, title: 'One' })
      expect([status, first]).toEqual([
        200,
        expect.objectContaining({ url, title: 'One', closedAt: null, settings: {} }),
      ])
      const { answer: second } = await tutorial({ url, title: 'Two', author: 'Ada', section: null })
      expect(second).toMatchObject({ id: first.id, url, title: 'Two', author: 'Ada', section: null })
      expect((await tutorial({ url })).answer).toMatchObject({ id: first.id, title: 'Two', author: 'Ada' })
      const { data } = await platform.graphql('query ($url: String!) { asset(url: $url) { id title } }', { url })
      expect(data!['asset']).toEqual({ id: first.id, title: 'Two' })
    })

    test('makes one asset in many simultaneous upserts', async () => {
      const many = await Promise.all(
        Array.from({ length: 10 }, (_, i) => tutorial({ url: `${url}/many`, title: `Title ${i}` })),
      )
      expect(new Set(many.map(({ status, answer }) => `${status} ${answer.id}`)).size).toBe(1)
    })

    test.each([
      ['an object for the address', { url: { $gt: '' }, title: 'Taken' }],
      ['a number for the title', { url, title: 7 }],
      ['a list for the title', { url, title: ['Taken'] }],
    ])('refuses %s, and changes nothing', async (_name, body) => {
      const before = await tutorial({ url })
      expect((await tutorial(body)).status).toBe(400)
      expect((await tutorial({ url })).answer).toMatchObject({ id: before.answer.id, title: before.answer.title })
    })

    test('sets nothing that the update names itself', async () => {
      const filter = { url: `${url}/named`, title: 'Of the filter', author: 'Ada' }
      const update = { $setOnInsert: { title: 'Of the update' } }
      expect((await send('assets', { filter, update })).answer).toMatchObject({ title: 'Of the update', author: 'Ada' })
    })
  })

  describe("a filter of an upsert that keeps MongoDB's meaning", () => {
    const url = 'http://localhost/meaning'
    const made = async () => (await send('tutorial', { url, title: 'Stored' })).answer
    const $set = { description: 'found' }

    test('is one with an operator', async () => {
      const { id } = await made()
      const found = await send('assets', { filter: { url, title: { $in: ['Stored', 'Other'] } }, update: { $set } })
      expect(found.answer).toMatchObject({ id, title: 'Stored', description: 'found' })
      // Nothing is found, and a second asset of the same address is not made.
      const other = await send('assets', { filter: { url, title: { $ne: 'Stored' } }, update: { $set } })
      expect(other.status).toBe(500)
    })

    test('is one with any other field, such as a guard', async () => {
      const { id } = await made()
      await send('assets', { filter: { id }, update: { $set: { version: 1 } } })
      const moved = await send('assets', { filter: { id, version: 1 }, update: { $set: { version: 2 } } })
      expect(moved.answer).toMatchObject({ id, version: 2 })
      const stale = await send('assets', {
        filter: { id, version: 1 },
        update: { $set: { version: 2 }, $setOnInsert: { url: `${url}/stale` } },
      })
      expect(stale.status).toBe(500)
    })

    test('is one of another model', async () => {
      await send('users', { filter: { id: 'guarded' }, update: { username: 'guarded', lowercaseUsername: 'guarded' } })
      const { status } = await send('users', {
        filter: { id: 'guarded', username: 'other' },
        update: { $set: { lowercaseUsername: 'other' } },
      })
      expect(status).toBe(500)
    })
  })
}
