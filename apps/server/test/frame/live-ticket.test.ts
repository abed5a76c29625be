import type { TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, handshake, type LivePlatform, startLive } from '../live/socket.ts'

let live: LivePlatform
let person: TestUser
beforeAll(async () => {
  live = await startLive({
    env: {
      NODE_ENV: 'production',
      PLATFORM_ROOT_URL: 'https://comments.example',
      PLATFORM_WEBSOCKET_LIVE_URI: 'wss://live.example/api/v1/live',
      PLATFORM_INSTALL_LOCK: 'TRUE',
    },
  })
  person = await live.platform.createUser()
})
afterAll(() => live[Symbol.asyncDispose]())

const options = { origin: 'https://comments.example', headers: { host: 'live.example' } }

/** Asks for a ticket, as the caller or as an anonymous reader. */
async function ask(caller: TestUser | null): Promise<{ data: { liveTicket: string | null }; errors?: any[] }> {
  const answer = await live.platform.http('/api/v1/graph/ql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(caller ? { authorization: `Bearer ${caller.token}` } : {}) },
    body: JSON.stringify({ query: '{ liveTicket }' }),
  })
  return answer.json()
}

const ticketOf = async (caller: TestUser | null) => (await ask(caller)).data.liveTicket

/** Who the connection of a ticket belongs to: it is closed when the sessions of that user end. */
async function closeCodeAfterSignOut(ticket: string | null, { user }: TestUser): Promise<number> {
  const client = await connect(live.url, { ...options, init: { ticket } })
  await live.platform.services.sessions.endAll(user.id)
  return (await client.closed).code
}

async function refusal(ticket: unknown): Promise<number> {
  const client = await connect(live.url, { ...options, init: null })
  client.send({ type: 'connection_init', payload: { ticket } })
  return (await client.closed).code
}

describe('a live endpoint on another host', () => {
  test('accepts connections under its own name, and no others', async () => {
    const statuses = await Promise.all(
      ['live.example', 'comments.example', 'evil.example'].map(host =>
        handshake(live.url, { origin: options.origin, headers: { host } }),
      ),
    )
    expect(statuses).toEqual([101, 101, 421])
  })

  test('knows the reader by a ticket, and ends the connection with the session', async () => {
    const reader = await live.platform.createUser()
    expect(await closeCodeAfterSignOut(await ticketOf(reader), reader)).toBe(4403)
  })

  test('takes a ticket once', async () => {
    const ticket = await ticketOf(person)
    const client = await connect(live.url, { ...options, init: { ticket } })
    expect(await refusal(ticket)).toBe(4403)
    client.socket.close()
  })

  test('takes a ticket for a minute', async () => {
    const ticket = await ticketOf(person)
    live.platform.clock.advance(60_001)
    expect(await refusal(ticket)).toBe(4403)
  })

  test('refuses the ticket of a session that has ended since', async () => {
    const reader = await live.platform.createUser()
    const ticket = await ticketOf(reader)
    await live.platform.services.sessions.endAll(reader.user.id)
    expect(await refusal(ticket)).toBe(4403)
  })

  test.each([['x'], [''], [7], [{ $ne: null }], [['a']]])('refuses the ticket %j [W07]', async ticket => {
    expect(await refusal(ticket)).toBe(4403)
  })
})

describe('a frame on the host of the platform', () => {
  const signed = async ({ user }: TestUser, embedding = 'https://comments.example') =>
    (
      await live.platform.services.tokens.sign({
        kind: 'frame',
        userId: user.id,
        claims: { platform_frame: embedding },
      })
    ).token

  test('is known by its cookie', async () => {
    const reader = await live.platform.createUser()
    const headers = { host: 'comments.example', cookie: `authorization=${await signed(reader)}` }
    const client = await connect(live.url, { origin: options.origin, headers })
    await live.platform.services.sessions.endAll(reader.user.id)
    expect((await client.closed).code).toBe(4403)
  })

  test('is disconnected, and its tickets are refused, when its site is no longer permitted', async () => {
    const embedding = 'https://blog.example'
    const { settings } = live.platform.services
    await settings.update({ domains: { whitelist: ['blog.example'] } })
    const reader = await live.platform.createUser()
    const token = await signed(reader, embedding)
    const headers = { host: 'comments.example', cookie: `authorization=${token}` }
    const answer = await live.platform.http('/api/v1/graph/ql?query=%7BliveTicket%7D', {
      headers: { authorization: `Bearer ${token}`, 'x-platform-frame': embedding },
    })
    const { liveTicket } = (await answer.json()).data
    expect(liveTicket).toEqual(expect.any(String))
    const client = await connect(live.url, { origin: options.origin, headers })
    await settings.update({ domains: { whitelist: [] } })
    expect((await client.closed).code).toBe(4403)
    expect(await refusal(liveTicket)).toBe(4403)
  })

  test('is refused with a frame token in place of a ticket', async () => {
    const client = await connect(live.url, { ...options, init: null })
    client.send({ type: 'connection_init', payload: { token: await signed(person) } })
    expect((await client.closed).code).toBe(4403)
  })
})

describe('the field liveTicket', () => {
  test('is null for anonymous readers', async () => {
    expect(await ticketOf(null)).toBeNull()
  })

  test('gives another ticket each time, and no cache keeps the answer', async () => {
    const answer = await live.platform.http('/api/v1/graph/ql?query=%7BliveTicket%7D', {
      headers: { authorization: `Bearer ${person.token}` },
    })
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(await ticketOf(person)).not.toBe((await answer.json()).data.liveTicket)
  })

  test('gives a user 120 tickets in a minute', async () => {
    const reader = await live.platform.createUser()
    const answers = await Promise.all(Array.from({ length: 121 }, () => ask(reader)))
    const refused = answers.filter(({ errors }) => errors)
    expect(refused.map(({ errors }) => errors?.[0].extensions.code)).toEqual(['RATE_LIMIT_EXCEEDED'])
  })
})
