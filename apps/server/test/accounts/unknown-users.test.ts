import type { User } from '@platform/plugin-sdk'
import type { TestUser } from '@platform/plugin-testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { named } from '../compose/named.ts'
import { connect, type LivePlatform, startLive } from '../live/socket.ts'
import { handmade, neededClaims } from './handmade.ts'

/** What the plugin answers in a test, and what it was asked. */
let answer: (jwt: Readonly<Record<string, unknown>>) => unknown
let asked: unknown[]
const plugin = named('directory', {
  tokenUserNotFound: ({ jwt }: { jwt: Readonly<Record<string, unknown>> }) => {
    asked.push(jwt['sub'])
    return answer(jwt)
  },
})

let live: LivePlatform
let known: TestUser
beforeAll(async () => {
  live = await startLive({ plugins: [plugin], env: { PLATFORM_ROOT_URL: 'http://localhost:3000' } })
  known = await live.platform.createUser({ username: 'known' })
})
afterAll(() => live[Symbol.asyncDispose]())
beforeEach(() => {
  asked = []
  answer = () => null
})
afterEach(() => {
  vi.useRealTimers()
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const signedIn = async (headers: Record<string, string>) => {
  const response = await live.platform.http('/api/v1/auth', { headers })
  const { user, error } = response.status === 204 ? {} : await response.json()
  return [response.status, user?.username ?? error?.code ?? null]
}
const failures = () => live.platform.logs.filter(({ level }) => level === 'error').map(({ msg }) => msg)
const socketWith = async (token: string) => {
  const client = await connect(live.url, { init: null })
  client.send({ type: 'connection_init', payload: { token } })
  const first = await client.next('connection_ack').then(
    ({ type }) => type,
    () => client.closed,
  )
  client.socket.close()
  return first
}

test('a valid token of no user makes an anonymous request, by header, address, cookie and socket', async () => {
  const token = handmade(neededClaims('nobody-known'))
  for (const [path, headers] of [
    ['/api/v1/auth', bearer(token)],
    [`/api/v1/auth?access_token=${token}`, {}],
    ['/api/v1/auth', { cookie: `authorization=${token}` }],
  ] as [string, Record<string, string>][]) {
    const response = await live.platform.http(path, { headers })
    expect([response.status, response.headers.get('set-cookie')]).toEqual([204, null])
    expect(response.headers.get('cache-control')).toContain('no-store')
  }
  const response = await live.platform.http('/api/v1/graph/ql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bearer(token) },
    body: JSON.stringify({ query: '{ me { id } }' }),
  })
  expect([response.status, await response.json()]).toEqual([200, { data: { me: null } }])
  expect((await live.platform.http('/api/v1/account', { headers: bearer(token) })).status).toBe(401)
  expect(await socketWith(token)).toBe('connection_ack')
  expect(asked.length).toBeGreaterThan(4)
})

test('a user whom the plugin stored counts, as stored and not as answered', async () => {
  answer = () => ({ id: known.user.id, username: 'Somebody else', roles: ['ADMIN'] })
  const token = handmade(neededClaims('other-id'))
  expect(await signedIn(bearer(token))).toEqual([200, 'known'])
  expect(await signedIn({ cookie: `authorization=${token}` })).toEqual([200, 'known'])
  const notes = live.platform.logs.filter(({ tokenUser }) => tokenUser === 'other-id')
  expect(notes).toMatchObject([{ plugin: 'directory', tokenUser: 'other-id', user: known.user.id }])
})

test('a user found under another id keeps bans and ended sessions', async () => {
  const banned = await live.platform.createUser()
  answer = () => ({ id: banned.user.id })
  const iat = Math.floor(Date.now() / 1_000)
  const token = handmade({ ...neededClaims('banned-elsewhere'), iat })
  expect(await signedIn(bearer(token))).toEqual([200, banned.user.username])
  const moderator = live.platform.as(await live.platform.createUser({ roles: ['ADMIN'] }))
  await moderator.graphql('mutation ($id: ID!) { banUser(input: { id: $id, message: "" }) { errors { message } } }', {
    id: banned.user.id,
  })
  expect(await signedIn(bearer(token))).toEqual([401, 'TOKEN_INVALID'])
  const later = handmade({ ...neededClaims('banned-elsewhere'), jti: 'later', iat: iat + 2 })
  const { data } = await live.platform
    .as({ user: banned.user, token: later })
    .graphql('{ me { state { status { banned { status } } } } }')
  expect(data!['me'].state.status.banned.status).toBe(true)
})

test('a token that was signed out is refused, and no plugin is asked about it', async () => {
  const token = handmade(neededClaims('signs-out'))
  answer = () => ({ id: known.user.id })
  expect((await live.platform.http('/api/v1/auth', { method: 'DELETE', headers: bearer(token) })).status).toBe(204)
  asked = []
  expect(await signedIn(bearer(token))).toEqual([401, 'TOKEN_INVALID'])
  expect(asked).toEqual([])
})

test('a token of a deleted account is refused, and no plugin is asked about it [J29]', async () => {
  const leaving = await live.platform.createUser()
  const foreign = handmade({ ...neededClaims(leaving.user.id), iat: Math.floor(Date.now() / 1_000) })
  const admin = live.platform.as(await live.platform.createUser({ roles: ['ADMIN'] }))
  await admin.graphql(
    'mutation ($id: ID!) { delUser(id: $id, password: "a long enough password") { errors { message } } }',
    { id: leaving.user.id },
  )
  answer = () => ({ id: known.user.id })
  for (const token of [leaving.token, foreign]) {
    expect(await signedIn(bearer(token))).toEqual([401, 'TOKEN_INVALID'])
    expect(await signedIn({ cookie: `authorization=${token}` })).toEqual([204, null])
    expect(await socketWith(token)).toMatchObject({ code: 4403 })
  }
  expect(asked).toEqual([])

  // A plugin that leads another token to the deleted account brings it back as little.
  answer = () => ({ id: leaving.user.id })
  expect(await signedIn(bearer(handmade(neededClaims('led-there'))))).toEqual([502, 'PLUGIN_FAILED'])
})

test('a token that was dated ahead, because sessions had just ended, is refused after the deletion as well [J29]', async () => {
  const leaving = await live.platform.createUser()
  const admin = live.platform.as(await live.platform.createUser({ roles: ['ADMIN'] }))
  const { id } = leaving.user
  for (let i = 0; i < 3; i++)
    await admin.graphql('mutation ($id: ID!) { endSessions(user_id: $id) { errors { message } } }', { id })
  const signIn = await live.platform.http('/api/v1/auth/local', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${leaving.user.username}@test.example`, password: 'a long enough password' }),
  })
  const { token } = (await signIn.json()) as { token: string }
  expect(await signedIn(bearer(token))).toEqual([200, leaving.user.username])
  await admin.graphql(
    'mutation ($id: ID!) { delUser(id: $id, password: "a long enough password") { errors { message } } }',
    { id },
  )
  answer = () => ({ id: known.user.id })
  asked = []
  expect(await signedIn(bearer(token))).toEqual([401, 'TOKEN_INVALID'])
  await expect.poll(() => live.platform.services.docstore.collection('deletions').findOne({ id })).toMatchObject({ id })
  await live.platform.services.erasure.erase({ userId: id, last: false }, new AbortController().signal)
  expect(await signedIn(bearer(token))).toEqual([401, 'TOKEN_INVALID'])
  expect(asked).toEqual([])
})

const REFUSED: Record<string, [answer: () => unknown, why: RegExp]> = {
  'throws an error': [
    () => {
      throw new Error('the directory is away')
    },
    /the directory is away/,
  ],
  'rejects with an error that clients may read elsewhere': [
    () => Promise.reject(Object.assign(new Error('the directory is away'), { translation_key: 'NOT_AUTHORIZED' })),
    /the directory is away/,
  ],
  'gives a user who is not stored': [
    () => ({ id: 'made-up', username: 'made_up', roles: ['ADMIN'], status: {}, tokens: [] }) as unknown as User,
    /not in the store/,
  ],
  'gives a value that is no user': [() => 'known', /no user/],
}

test.each(Object.entries(REFUSED))('a plugin that %s fails with its name', async (_name, [given, why]) => {
  const before = failures().length
  answer = given
  const token = handmade(neededClaims('anyone'))
  expect(await signedIn(bearer(token))).toEqual([502, 'PLUGIN_FAILED'])
  expect(await signedIn({ cookie: `authorization=${token}` })).toEqual([502, 'PLUGIN_FAILED'])
  expect(failures().slice(before)).toEqual(
    Array(2).fill(expect.stringContaining('PLUGIN_HOOK_FAILED directory@1.2.3 tokenUserNotFound')),
  )
  expect(JSON.stringify(live.platform.logs.at(-1))).toMatch(why)
  expect(await socketWith(token)).toMatchObject({ code: 4403 })
})

test('a plugin that never answers fails with its name after ten seconds', async () => {
  let begun!: () => void
  const asking = new Promise<void>(resolve => {
    begun = resolve
  })
  answer = () => {
    begun()
    return new Promise(() => {})
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const answered = signedIn(bearer(handmade(neededClaims('waits'))))
  await asking
  await vi.advanceTimersByTimeAsync(10_001)
  expect(await answered).toEqual([504, 'PLUGIN_FAILED'])
  expect(failures().at(-1)).toContain('PLUGIN_HOOK_FAILED directory@1.2.3 tokenUserNotFound')
})
