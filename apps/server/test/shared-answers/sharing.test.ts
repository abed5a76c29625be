import { defineReaction, shared } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statements } from '../statements.ts'
import { isShared } from './runs.ts'

let platform: TestPlatform
let id: string
let runs = 0

const PAGE = `query ($id: ID!) {
  asset(id: $id) {
    title totalCommentCount
    comments {
      nodes { id body user { username } action_summaries { count } replies { nodes { id } } }
    }
  }
}`

beforeAll(async () => {
  platform = await createTestPlatform({
    plugins: [
      defineReaction('respect'),
      {
        typeDefs: `type RootQuery { visits: Int }
          type Comment { shout: String stored: String from: String agent: String root: String }`,
        resolvers: {
          RootQuery: { visits: () => ++runs },
          Comment: {
            shout: ({ body }: { body: string }) => {
              runs++
              return body.toUpperCase()
            },
            // Plugins in JavaScript see the address beside what the types of the context name.
            from: shared((_comment: object, _args: unknown, context: object) => Reflect.get(context, 'address')),
            agent: shared((_comment: object, _args: unknown, context: object) => {
              return Reflect.get(context, 'parent').request.userAgent
            }),
            root: shared((_comment: object, _args: unknown, context: object) => {
              return Reflect.get(context, 'rootParent').userAgent
            }),
          },
        },
        hooks: {
          Settings: {
            organizationName: {
              post: (_parent: unknown, _args: unknown, _context: unknown, _info: unknown) => `visited ${++runs} times`,
            },
          },
        },
      },
    ],
  })
  const asset = await platform.createAsset()
  id = asset.id
  const root = await platform.createComment({ asset })
  await platform.createComment({ asset, parent: root })
})
afterAll(() => platform[Symbol.asyncDispose]())

describe('what everybody sees alike is computed once', () => {
  test.each<[name: string, document: string]>([
    ['a page of a thread', PAGE],
    ['the settings', '{ settings { moderation } }'],
    ['lists', 'query ($id: ID!) { comments(query: { asset_id: $id }) { nodes { body } } }'],
    ['a field a plugin only defines', 'query ($id: ID!) { asset(id: $id) { comments { nodes { stored } } } }'],
  ])('%s', async (_name, document) => {
    expect(await isShared(platform, document, document.includes('$id') ? { id } : {})).toBe(true)
  })

  test('also for GET', async () => {
    const path = `/api/v1/graph/ql?query=${encodeURIComponent('{ settings { moderation } }')}`
    await platform.http(path)
    expect(await statements(() => platform.http(path))).toBe(0)
  })

  test('also for a reader with cookies of others, and with a request id of their own', async () => {
    const headers = { 'content-type': 'application/json', cookie: 'theme=dark; _visits=17', 'x-request-id': 'mine' }
    const read = () =>
      platform.http('/api/v1/graph/ql', {
        method: 'POST',
        headers,
        body: JSON.stringify({ query: PAGE, variables: { id } }),
      })
    await platform.graphql(PAGE, { id })
    expect(await statements(read)).toBe(0)
  })

  test('with the headers of any answer, and an id for each', async () => {
    const read = () =>
      platform.http('/api/v1/graph/ql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: '{ settings { charCount } }' }),
      })
    const [first, second] = [await read(), await read()]
    const plain = (headers: Headers) =>
      Object.fromEntries(
        [...headers].filter(([name]) => !['x-request-id', 'date', 'connection', 'content-length'].includes(name)),
      )
    expect(plain(second.headers)).toEqual(plain(first.headers))
    expect(second.headers.get('content-security-policy')).toBeTruthy()
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    expect(await second.json()).toEqual(await first.json())
  })
})

describe('what belongs to one user, or comes from a plugin, is computed for each', () => {
  test('a resolver of a plugin', async () => {
    const ask = async () => (await platform.graphql('{ visits settings { moderation } }')).data!['visits'] as number
    expect(await ask()).toBe((await ask()) - 1)
  })

  test.each([
    ['the address of the reader', 'from'],
    ['the request by the parent of the context', 'agent'],
    ['the request as the root of all parents', 'root'],
  ])('a resolver of a plugin that is marked as shared, and reads %s', async (_name, field) => {
    const asked = `query ($id: ID!) { asset(id: $id) { comments { nodes { ${field} } } } }`
    expect(await isShared(platform, asked, { id })).toBe(false)
  })

  test('a resolver of a plugin deep in a page', async () => {
    runs = 0
    for (const _ of [1, 2, 3])
      await platform.graphql('query ($id: ID!) { asset(id: $id) { comments { nodes { shout } } } }', { id })
    expect(runs).toBe(3)
  })

  test('a field with a hook', async () => {
    const ask = async () =>
      (await platform.graphql('{ settings { organizationName } }')).data!['settings'].organizationName as string
    expect(await ask()).not.toBe(await ask())
  })

  test('whatever a signed-in user asks', async () => {
    const document =
      'query ($id: ID!) { me { username } asset(id: $id) { comments { nodes { action_summaries { current_user: count } } } } }'
    const [one, two] = [await platform.createUser(), await platform.createUser()]
    const names = async (caller: TestPlatform) => (await caller.graphql(document, { id })).data!['me']?.username ?? null
    expect([
      await names(platform),
      await names(platform.as(one)),
      await names(platform.as(two)),
      await names(platform),
      await names(platform.as(one)),
    ]).toEqual([null, one.user.username, two.user.username, null, one.user.username])
  })

  test("what a reader with a bad cookie asks: that cookie is cleared, and no other reader's", async () => {
    const read = (headers: Record<string, string> = {}) =>
      platform.http('/api/v1/graph/ql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query: '{ settings { closedTimeout } }' }),
      })
    await read()
    const cleared = await read({ cookie: 'authorization=bad.token.here' })
    expect([cleared.headers.get('set-cookie'), cleared.headers.get('cache-control')]).toEqual([
      expect.stringContaining('Max-Age=0'),
      'private, no-store',
    ])
    expect((await read()).headers.get('set-cookie')).toBeNull()
  })

  test('an answer with an error', async () => {
    expect(
      await isShared(
        platform,
        'query ($id: ID!) { asset(id: $id) { comments(query: { limit: 0 }) { nodes { id } } } }',
        { id },
      ),
    ).toBe(false)
  })

  test('that something is not there', async () => {
    expect([
      await isShared(platform, '{ settings { moderation } comment(id: "nowhere") { id } }'),
      await isShared(platform, '{ settings { moderation } asset(id: "nowhere") { id } }'),
    ]).toEqual([false, false])
  })
})
