import { shared, type User } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import type { TrustRecord } from '@platform/trust'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { refusals } from '../moderation/operations.ts'
import { statements } from '../statements.ts'

let platform: TestPlatform
let asked: string[] = []
const hanging = Promise.withResolvers<string>()
const [long, failed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
const hangs = Promise.withResolvers<void>()

const karmaOf = ({ metadata }: User) => (metadata['trust'] as TrustRecord | undefined)?.comment?.karma ?? 0

const fields = {
  typeDefs: `
    type Comment { reader: String own: String loud: String echo: String slow: String }
    type Subscription { greeted(asset_id: ID!): Greeting told: String }
    type Greeting { readers: [String!] }`,
  setupFunctions: {
    greeted: () => ({ greeted: {} }),
    told: () => ({
      told: {
        filter({ text }: { text: string }) {
          if (text !== 'fails') return true
          // Two turns of the loop later, a rejection that no code handles has been reported.
          setImmediate(() => setImmediate(failed.resolve))
          throw new Error('it can not be filtered')
        },
      },
    }),
  },
  resolvers: {
    Subscription: {
      async told({ text }: { text: string }) {
        if (text === 'long') await long.promise
        if (text === 'hangs') {
          hangs.resolve()
          await new Promise(() => {})
        }
        return text
      },
      // It writes into the event, as code does that takes it for its own.
      greeted(event: { readers: string[] }, _args: unknown, { user }: { user: { username: string } | null }) {
        event.readers.push(user?.username ?? 'nobody')
        return event
      },
    },
    Comment: {
      reader: (_comment: object, _args: unknown, { user }: { user: { username: string } | null }) =>
        user?.username ?? 'nobody',
      own: (_comment: object, _args: unknown, { user }: { user: User | null }) =>
        user && `ignores ${user.ignoresUsers.length}, karma ${karmaOf(user)}`,
      loud: shared(({ body }: { body: string }) => {
        asked.push('loud')
        return body.toUpperCase()
      }),
      // A resolver that is called shared by mistake, against its type: it does read who asks.
      echo: shared(((_comment: object, _args: unknown, { user }: { user: { username: string } | null }) => {
        asked.push('echo')
        return user?.username ?? 'nobody'
      }) as never),
      slow: (_comment: object, _args: unknown, { user }: { user: { username: string } | null }) =>
        user?.username === 'slow_reader' ? hanging.promise : 'at once',
    },
  },
}

beforeAll(async () => {
  platform = await createTestPlatform({ plugins: [fields] })
})
afterAll(() => platform[Symbol.asyncDispose]())

const added = (selection: string) => `subscription ($id: ID!) { commentAdded(asset_id: $id) { ${selection} } }`

/** Everybody subscribes by the same document, and one comment is posted. @returns what each of them gets */
async function eventsOf(selection: string, readers: readonly TestPlatform[]) {
  const asset = await platform.createAsset()
  const events = []
  for (const reader of readers)
    events.push(await reader.subscribe<{ commentAdded: Record<string, string> }>(added(selection), { id: asset.id }))
  asked = []
  await platform.createComment({ asset, body: 'Said aloud' })
  return events.map(async event => (await event.next()).value!.data.commentAdded)
}

const people = async (count: number) => {
  const made: TestPlatform[] = []
  for (let i = 0; i < count; i++) made.push(platform.as(await platform.createUser()))
  return made
}

test.each(['reader', 'echo'])('each subscriber gets the value of a field that reads who asks (%s)', async field => {
  const users = [await platform.createUser(), await platform.createUser(), await platform.createUser()]
  const got = await eventsOf(field, [...users.map(user => platform.as(user)), platform])
  const names = [...users.map(({ user }) => user.username), 'nobody']
  expect(await Promise.all(got)).toEqual(names.map(name => ({ [field]: name })))
})

test('what a plugin writes into an event for one person comes to nobody else', async () => {
  const users = [await platform.createUser(), await platform.createUser(), await platform.createUser()]
  const events = []
  for (const reader of [...users.map(user => platform.as(user)), platform])
    events.push(
      await reader.subscribe<{ greeted: object }>('subscription { greeted(asset_id: "greeted") { readers } }', {}),
    )
  await platform.services.events.publish('greeted', { asset_id: 'greeted', readers: [] })
  const names = [...users.map(({ user }) => user.username), 'nobody']
  expect(await Promise.all(events.map(async event => (await event.next()).value!.data.greeted))).toEqual(
    names.map(name => ({ readers: [name] })),
  )
})

test('an event that nobody’s account changes is executed once for a hundred people and the anonymous readers', async () => {
  const got = await eventsOf('id body loud user { username } replyCount created_at', [...(await people(100)), platform])
  const events = await Promise.all(got)
  expect(new Set(events.map(({ loud }) => loud))).toEqual(new Set(['SAID ALOUD']))
  expect([events.length, asked]).toEqual([101, ['loud']])
})

test('a document with a field that reads who asks is executed once for each person', async () => {
  const got = await eventsOf('loud reader', await people(3))
  await Promise.all(got)
  expect(asked).toEqual(['loud', 'loud', 'loud'])
})

test('a result that takes long for one person keeps no other waiting', async () => {
  const slow = platform.as(await platform.createUser({ username: 'slow_reader' }))
  const [first, ...others] = await eventsOf('slow', [slow, ...(await people(3))])
  expect(await Promise.all(others)).toEqual([{ slow: 'at once' }, { slow: 'at once' }, { slow: 'at once' }])
  hanging.resolve('at last')
  expect(await first).toEqual({ slow: 'at last' })
})

test('an event that fails behind one that takes long keeps no later one from its reader', async () => {
  const events = await platform.subscribe<{ told: string }>('subscription { told }')
  for (const text of ['long', 'fails', 'last']) await platform.services.events.publish('told', { text })
  await failed.promise
  long.resolve()
  const next = async () => (await events.next()).value!.data.told
  expect([await next(), await next()]).toEqual(['long', 'last'])
})

test('a resolver that never answers keeps its own event alone from the reader, and the log names the plugin', async () => {
  const events = await platform.subscribe<{ told: string }>('subscription { told }')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const text of ['hangs', 'next']) await platform.services.events.publish('told', { text })
  await hangs.promise
  await vi.advanceTimersByTimeAsync(10_001)
  vi.useRealTimers()
  const next = async () => (await events.next()).value!
  expect([await next(), await next()]).toMatchObject([
    { data: null, errors: [{ message: 'This took too long', extensions: { code: 'PLUGIN_TIMEOUT' } }] },
    { data: { told: 'next' } },
  ])
  expect(platform.logs.map(line => line['msg'])).toContainEqual(
    expect.stringMatching(/PLUGIN_TIMEOUT .*Subscription.told/),
  )
})

test('an account is read when it has changed, and not at each event', async () => {
  const asset = await platform.createAsset()
  const author = await platform.createUser()
  const users = [await platform.createUser(), await platform.createUser(), await platform.createUser()]
  const events: AsyncIterator<{ data: { commentAdded: { reader: string } } }>[] = []
  for (const user of users) events.push(await platform.as(user).subscribe(added('reader'), { id: asset.id }))
  const said = async () => {
    await platform.services.events.publish('commentAdded', comment)
    return Promise.all(events.map(async event => (await event.next()).value!.data.commentAdded.reader))
  }
  const comment = await platform.createComment({ asset, author })
  await Promise.all(events.map(event => event.next()))
  expect(await statements(said, 'users')).toBe(0)
  const admin = platform.as(await platform.createUser({ roles: ['ADMIN'] }))
  expect(await refusals(admin, 'setUserRole(id: $id, role: STAFF)', { id: users[0]!.user.id })).toBeNull()
  // What follows a change of roles may read an account meanwhile, too.
  expect(await statements(said, 'users')).toBeGreaterThanOrEqual(users.length)
  await expect.poll(() => statements(said, 'users')).toBe(0)
})

test('a person’s own account reaches their events: whom they ignore, and the karma that a decision gives', async () => {
  const asset = await platform.createAsset()
  const [author, reader] = [await platform.createUser(), await platform.createUser()]
  const moderator = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
  const events = await platform.as(author).subscribe<{ commentAdded: { own: string } }>(added('own'), { id: asset.id })
  const { id } = await platform.createComment({ asset: await platform.createAsset(), author })
  const said = async () => {
    await platform.createComment({ asset, author: reader })
    return (await events.next()).value!.data.commentAdded.own
  }
  expect(await said()).toBe('ignores 0, karma 0')
  for (const [mutation, count] of [
    ['ignoreUser', 1],
    ['stopIgnoringUser', 0],
  ] as const) {
    expect(await refusals(platform.as(author), `${mutation}(id: $id)`, { id: reader.user.id })).toBeNull()
    expect(await said()).toBe(`ignores ${count}, karma 0`)
  }
  expect(await refusals(moderator, 'setCommentStatus(id: $id, status: REJECTED)', { id })).toBeNull()
  expect(await said()).toBe('ignores 0, karma -1')
})

test('events follow what a person may see from the moment that changes', async () => {
  const asset = await platform.createAsset()
  const admin = platform.as(await platform.createUser({ roles: ['ADMIN'] }))
  const moderator = await platform.createUser({ roles: ['MODERATOR'] })
  const author = await platform.createUser()
  const flagged = 'subscription ($id: ID!) { commentFlagged(asset_id: $id) { id } }'
  const [ofModerator, ofAdmin] = [
    await platform.as(moderator).subscribe<{ commentFlagged: { id: string } }>(flagged, { id: asset.id }),
    await admin.subscribe<{ commentFlagged: { id: string } }>(flagged, { id: asset.id }),
  ]
  const flag = async () => {
    const { id } = await platform.createComment({ asset, author })
    await platform
      .as(await platform.createUser())
      .graphql(
        'mutation ($id: ID!) { createFlag(flag: { item_id: $id, item_type: COMMENTS, reason: COMMENT_OTHER }) { errors { translation_key } } }',
        { id },
      )
    return id
  }
  const before = await flag()
  expect([(await ofModerator.next()).value!.data, (await ofAdmin.next()).value!.data]).toEqual([
    { commentFlagged: { id: before } },
    { commentFlagged: { id: before } },
  ])
  expect(await refusals(admin, 'setUserRole(id: $id, role: COMMENTER)', { id: moderator.user.id })).toBeNull()
  const after = await flag()
  expect((await ofAdmin.next()).value!.data).toEqual({ commentFlagged: { id: after } })
  const none = await Promise.race([
    ofModerator.next().then(() => 'an event'),
    flag()
      .then(() => ofAdmin.next())
      .then(() => 'none'),
  ])
  expect(none).toBe('none')
})
