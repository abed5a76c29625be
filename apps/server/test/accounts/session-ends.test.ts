import type { TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StoredUser } from '#server/runtime/user-record'
import { connect, type LivePlatform, startLive } from '../live/socket.ts'

let live: LivePlatform
beforeAll(async () => {
  live = await startLive()
})
afterAll(() => live[Symbol.asyncDispose]())

const status = async (token: string) =>
  (await live.platform.http('/api/v1/auth', { headers: { authorization: `Bearer ${token}` } })).status
const signOut = (headers: Record<string, string>) => live.platform.http('/api/v1/auth', { method: 'DELETE', headers })
const again = async (user: TestUser) => (await live.platform.services.sessions.begin(user.user)).token
const refused = async (token: string) =>
  (
    await connect(live.url, { init: null }).then(async client => {
      client.send({ type: 'connection_init', payload: { token } })
      return client.closed
    })
  ).code

describe('when all sessions of a user are ended [J22]', () => {
  const ENDED = { code: 4403, reason: 'Your session has ended' }

  test('every token from before is refused and its connections are closed, and a new one works immediately', async () => {
    const reader = await live.platform.createUser()
    const [other, bystander] = [await again(reader), await live.platform.createUser()]
    const clients = await Promise.all(
      [reader.token, other, bystander.token].map(token => connect(live.url, { init: { token } })),
    )
    await live.platform.services.sessions.endAll(reader.user.id)
    expect(await Promise.all(clients.slice(0, 2).map(({ closed }) => closed))).toEqual([ENDED, ENDED])
    const now = await again({
      ...reader,
      user: (await live.platform.services.users.findById(reader.user.id))!,
    })
    expect(await Promise.all([reader.token, other, now, bystander.token].map(status))).toEqual([401, 401, 200, 200])
    expect([await refused(reader.token), clients[2]!.socket.readyState]).toEqual([4403, 1])
    const late = await connect(live.url, { init: { token: now } })
    for (const { socket } of [...clients, late]) socket.close()
  })

  test('personal tokens from before are refused too', async () => {
    const { services } = live.platform
    const { user } = await live.platform.createUser()
    const { token, jti } = await services.tokens.sign({ kind: 'personal', userId: user.id })
    await services.docstore
      .collection<StoredUser>('users')
      .updateOne({ id: user.id }, { $push: { tokens: { id: jti, name: 'a script', active: true } } })
    expect(await status(token)).toBe(200)
    await services.sessions.endAll(user.id)
    expect(await status(token)).toBe(401)
  })
})

describe('signing out', () => {
  test('ends that token and no other, here and on its connection', async () => {
    const reader = await live.platform.createUser()
    const other = await again(reader)
    const [client, kept] = await Promise.all([reader.token, other].map(token => connect(live.url, { init: { token } })))
    const answer = await signOut({ authorization: `Bearer ${reader.token}` })
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([
      204,
      expect.stringMatching(/^authorization=; .*Max-Age=0/),
    ])
    expect((await client!.closed).code).toBe(4403)
    expect([
      await status(reader.token),
      await status(`${reader.token}=`),
      await status(other),
      kept!.socket.readyState,
    ]).toEqual([401, 401, 200, 1])
    kept!.socket.close()
  })

  test('needs a user who is signed in', async () => {
    expect([(await signOut({})).status, (await signOut({ authorization: 'Bearer bad' })).status]).toEqual([401, 401])
  })

  test('says nothing about the same id in a token of another user [J14]', async () => {
    const { services } = live.platform
    const { tokens } = services
    const [one, two] = [await live.platform.createUser(), await live.platform.createUser()]
    const verified = await tokens.verify(one.token, { kind: 'session' })
    await services.sessions.end({ ...verified, userId: two.user.id })
    expect([await status(one.token), await status(two.token)]).toEqual([200, 200])
  })

  test('works with a personal token, which has no end, and switches it off for good [J21]', async () => {
    const { services } = live.platform
    const { user } = await live.platform.createUser()
    const users = services.docstore.collection<StoredUser>('users')
    const { token, jti } = await services.tokens.sign({ kind: 'personal', userId: user.id })
    expect(await status(token)).toBe(401)
    await users.updateOne({ id: user.id }, { $push: { tokens: { id: jti, name: 'a script', active: true } } })
    expect((await signOut({ authorization: `Bearer ${token}` })).status).toBe(204)
    expect([await status(token), (await users.findOne({ id: user.id }))!.tokens]).toEqual([
      401,
      [{ id: jti, name: 'a script', active: false }],
    ])
  })
})
