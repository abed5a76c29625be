import { explainFind } from '@platform/docstore'
import type { User } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { needsEmbeddedStore } from '../../../../test/needs.ts'
import { nameFilter, userCounting, userFilter } from '../../src/features/users/filter.ts'
import { statements } from '../statements.ts'

const NOON = new Date('2026-03-01T12:00:00.000Z')
const later = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000)

let platform: TestPlatform
let people: Record<'mod' | 'admin' | 'ann' | 'annika' | 'bob' | 'cat' | 'dan', TestUser>
let moderator: TestPlatform

beforeAll(async () => {
  platform = await createTestPlatform({ now: NOON })
  const made: [string, TestUser][] = []
  for (const [username, roles] of [
    ['mod', ['MODERATOR']],
    ['admin_1', ['ADMIN', 'STAFF']],
    ['ann', []],
    ['Annika', []],
    ['bob', []],
    ['cat', []],
    ['dan', []],
  ] as const) {
    made.push([
      username === 'admin_1' ? 'admin' : username.toLowerCase(),
      await platform.createUser({ username, roles }),
    ])
    platform.clock.advance(1_000)
  }
  people = Object.fromEntries(made) as typeof people
  // While they still may.
  const asset = await platform.createAsset()
  for (const person of [people.bob, people.cat, people.annika]) await platform.createComment({ asset, author: person })
  const users = platform.services.docstore.collection<User>('users')
  const set = (person: keyof typeof people, $set: Record<string, unknown>) =>
    users.updateOne({ id: people[person].user.id }, { $set })
  await set('ann', { 'status.banned.status': true, ignoresUsers: [people.bob.user.id, people.cat.user.id] })
  await set('bob', { 'status.suspension.until': later(60) })
  await set('cat', {
    'status.suspension.until': later(-60),
    'status.alwaysPremod.status': true,
    'metadata.displayName': 'Dr. Cat',
  })
  await set('dan', { 'status.username.status': 'REJECTED', 'action_counts.flag': 2 })
  platform.services.revisions.bump('users')
  moderator = platform.as(people.mod)
})

afterAll(() => platform[Symbol.asyncDispose]())

async function list(query: Record<string, unknown>) {
  const { data, errors } = await moderator.graphql<{
    users: { nodes: { username: string }[]; hasNextPage: boolean; endCursor: string }
  }>('query ($query: UsersQuery!) { users(query: $query) { nodes { username } hasNextPage endCursor } }', { query })
  expect(errors).toEqual([])
  return data!.users
}
const names = async (query: Record<string, unknown>) => (await list(query)).nodes.map(({ username }) => username)

test.each<[name: string, query: Record<string, unknown>, expected: string[]]>([
  ['everybody, the newest first', {}, ['dan', 'cat', 'bob', 'Annika', 'ann', 'admin_1', 'mod']],
  ['the oldest first', { sortOrder: 'ASC', limit: 2 }, ['mod', 'admin_1']],
  ['the beginning of a username, whatever its case', { value: 'AnN' }, ['Annika', 'ann']],
  ['the beginning of an e-mail address', { value: 'bob@test' }, ['bob']],
  ['the beginning of a name given elsewhere', { value: 'Dr. C' }, ['cat']],
  ['signs as they are [E10]', { value: '.*' }, []],
  ['an end', { value: 'nika' }, []],
  ['a role', { state: { role: 'ADMIN' } }, ['admin_1']],
  ['no role that is stronger', { state: { role: 'STAFF' } }, []],
  ['no role at all', { state: { role: 'COMMENTER' } }, ['dan', 'cat', 'bob', 'Annika', 'ann']],
  ['the banned', { state: { status: { banned: true } } }, ['ann']],
  ['those who are not', { state: { status: { banned: false } }, limit: 3 }, ['dan', 'cat', 'bob']],
  ['the suspended', { state: { status: { suspended: true } } }, ['bob']],
  [
    'those whose suspension is over',
    { state: { role: 'COMMENTER', status: { suspended: false } } },
    ['dan', 'cat', 'Annika', 'ann'],
  ],
  ['those who are always held', { state: { status: { alwaysPremod: true } } }, ['cat']],
  ['a state of the username', { state: { status: { username: ['REJECTED', 'CHANGED'] } } }, ['dan']],
  ['a flagged username', { action_type: 'FLAG', state: { status: { username: ['SET', 'REJECTED'] } } }, ['dan']],
  ['several conditions together', { value: 'c', state: { status: { alwaysPremod: true, suspended: false } } }, ['cat']],
])('people are found by %s', async (_name, query, expected) => {
  expect(await names(query)).toEqual(expected)
})

test('pages are cut at keys: each is there once', async () => {
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page = await list({ limit: 3, cursor })
    seen.push(...page.nodes.map(({ username }) => username))
    cursor = page.hasNextPage ? page.endCursor : null
  } while (cursor)
  expect(seen).toEqual(await names({ limit: 100 }))
})

test('users are counted by role and account status', async () => {
  const count = async (query: Record<string, unknown>) =>
    (await moderator.graphql('query ($query: UserCountQuery!) { userCount(query: $query) }', { query })).data![
      'userCount'
    ]
  expect([
    await count({}),
    await count({ action_type: 'FLAG' }),
    await count({ state: { role: 'COMMENTER', status: { banned: false } } }),
  ]).toEqual([7, 1, 4])
})

test('there are as many users of a role and a status as a list of them has', async () => {
  const flags = [null, true, false]
  for (const role of [null, 'ADMIN', 'MODERATOR', 'STAFF', 'COMMENTER'])
    for (const banned of flags)
      for (const suspended of flags) {
        const state = { role, status: { banned, suspended } }
        const { data } = await moderator.graphql<{ userCount: number; users: { nodes: object[] } }>(
          `query ($count: UserCountQuery!, $list: UsersQuery!) {
            userCount(query: $count) users(query: $list) { nodes { id } }
          }`,
          { count: { state }, list: { state, limit: 100 } },
        )
        expect(data!.userCount, JSON.stringify(state)).toBe(data!.users.nodes.length)
      }
})

test.each([
  ['of the commonest role', { role: 'COMMENTER' as const }],
  ['who are not banned', { status: { banned: false } }],
])('users %s are counted by indexes', async (_who, state) => {
  needsEmbeddedStore()
  const users = platform.services.docstore.collection<User>('users')
  const { among, but } = userCounting({ state }, new Date())
  for (const filter of [among, but ?? {}].filter(each => Object.keys(each).length > 0))
    expect(await explainFind(users, filter, {})).toMatchObject({ usesIndex: true, pushedDown: true })
})

test('a page takes the same number of queries however many people are on it', async () => {
  const DETAILS = `query ($query: UsersQuery!) {
    users(query: $query) {
      nodes {
        id action_summaries { count } actions { id } ignoredUsers { username }
        comments(query: { limit: 2, statuses: null }) { nodes { id body } }
        state { status { banned { history { assigned_by { username } } } } }
      }
    }
  }`
  const page = (limit: number) => statements(() => moderator.graphql(DETAILS, { query: { limit } }))
  await page(7)
  const [small, large] = [await page(5), await page(7)]
  expect(large).toBe(small)
  const { data } = await moderator.graphql(DETAILS, { query: { limit: 100 } })
  expect(
    (data!['users'] as { nodes: { id: string; comments: { nodes: object[] }; ignoredUsers: object[] }[] }).nodes.map(
      ({ comments, ignoredUsers }) => [comments.nodes.length, ignoredUsers.length],
    ),
  ).toEqual([
    [0, 0],
    [1, 0],
    [1, 0],
    [1, 0],
    [0, 2],
    [0, 0],
    [0, 0],
  ])
})

describe('every list is answered by an index', () => {
  const sort = { created_at: -1, id: -1 } as const
  const now = new Date()
  test.each<[name: string, filter: Record<string, unknown>]>([
    ['all', {}],
    ['a name', nameFilter('ann')],
    ['a role', userFilter({ state: { role: 'MODERATOR' } }, now)],
    ['commenters', userFilter({ state: { role: 'COMMENTER' } }, now)],
    ['the banned', userFilter({ state: { status: { banned: true } } }, now)],
    ['the suspended', userFilter({ state: { status: { suspended: true } } }, now)],
    ['those who are held', userFilter({ state: { status: { alwaysPremod: true } } }, now)],
    ['reported names', userFilter({ action_type: 'FLAG', state: { status: { username: ['SET', 'CHANGED'] } } }, now)],
  ])('%s', async (_name, filter) => {
    expect(
      await explainFind(platform.services.docstore.collection<User>('users'), filter, { sort, limit: 11 }),
    ).toMatchObject({ usesIndex: true })
  })
})

test('only moderators may look up users, and every user may look up the own account [R02]', async () => {
  const { id } = people.bob.user
  for (const by of [platform, platform.as(people.cat)]) {
    for (const document of [
      '{ users(query: {}) { nodes { id } } }',
      '{ userCount(query: {}) }',
      `{ user(id: "${id}") { id email } }`,
    ]) {
      const { data, errors } = await by.graphql<Record<string, unknown>>(document)
      expect([Object.values(data ?? {}), errors[0]?.code], document).toEqual([[null], 'NOT_AUTHORIZED'])
    }
  }
  expect(
    (await moderator.graphql(`{ user(id: "${id}") { username email state { status { suspension { until } } } } }`))
      .data,
  ).toEqual({
    user: {
      username: 'bob',
      email: 'bob@test.example',
      state: { status: { suspension: { until: later(60).toISOString() } } },
    },
  })
  expect(
    (await platform.as(people.cat).graphql(`{ user(id: "${people.cat.user.id}") { username email } }`)).data,
  ).toEqual({ user: { username: 'cat', email: 'cat@test.example' } })
  expect((await moderator.graphql('{ user(id: "nobody") { id } }')).data).toEqual({ user: null })
})
