import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { BEHIND_PROXY, post, tryToSignIn } from './attempts.ts'
import { type Comparison, clockTime, processorTime, sideBySide } from './side-by-side.ts'

let client = 0
/** Another address for every attempt, so that no rate limit is reached. */
const from = () => `198.51.${Math.floor(++client / 200)}.${client % 200}`

/**
 * Medians within a factor of 1.5, because other programs of the machine disturb every sample. An answer without the
 * comparison of a password, or without a read of the store, differs by much more.
 */
const alike = ({ ratio, slower }: Comparison): boolean =>
  Math.abs(Math.log(ratio)) < Math.log(1.5) && Math.abs(slower - 0.5) < 0.4

test('signing in costs the same whether the account is there, has a password, or neither [J33]', {
  timeout: 60_000,
}, async () => {
  await using platform = await createTestPlatform({ env: BEHIND_PROXY, strongHashes: true })
  await platform.createUser({ username: 'ada' })
  const { user } = await platform.createUser({ username: 'external' })
  await platform.services.docstore.collection('users').updateOne({ id: user.id }, { $unset: { password: '' } })
  const attempt = (email: string) => () =>
    processorTime(async () => {
      expect((await tryToSignIn(platform, { email, from: from() })).status).toBe(401)
    })
  const ways = ['ada@test.example', 'external@test.example', 'nobody@test.example'].map(attempt)
  for (const compared of await sideBySide(ways, 25)) expect(compared).toSatisfy(alike)
  // Comparing a password takes many times as long as an answer without one, so this test would see a difference.
  const [, idle] = await sideBySide([ways[0]!, () => processorTime(() => platform.http('/api/v1/setup'))], 10)
  expect(idle).toMatchObject({ slower: 0, ratio: expect.toSatisfy((ratio: number) => ratio < 0.33) })
})

test('a wrong signature and a token that has ended get the same answer after about the same time [J33]', {
  timeout: 120_000,
}, async () => {
  await using platform = await createTestPlatform()
  const { services } = platform
  const ended = await platform.createUser()
  await services.sessions.endAll(ended.user.id)
  const signedOut = await platform.createUser()
  await platform.as(signedOut).http('/api/v1/auth', { method: 'DELETE' })
  const good = (await platform.createUser()).token
  const forged = `${good.slice(0, good.lastIndexOf('.') + 1)}${ended.token.slice(ended.token.lastIndexOf('.') + 1)}`
  const ask = (token: string) => platform.http('/api/v1/account', { headers: { authorization: `Bearer ${token}` } })
  const told = async (token: string) => {
    const response = await ask(token)
    const {
      error: { requestId, ...error },
    } = (await response.json()) as { error: Record<string, unknown> }
    return {
      status: response.status,
      headers: [...response.headers].filter(([name]) => !['x-request-id', 'date'].includes(name)),
      error,
      named: typeof requestId,
    }
  }
  const bad = [forged, ended.token, signedOut.token]
  const answers = await Promise.all(bad.map(told))
  expect(answers[0]).toMatchObject({ status: 401, error: { code: 'TOKEN_INVALID' } })
  for (const answer of answers) expect(answer).toEqual(answers[0])
  const compared = await sideBySide(
    bad.map(token => () => clockTime(() => ask(token))),
    200,
  )
  expect(compared.filter(each => !alike(each))).toEqual([])
})

test('a request for a link is answered immediately, and in the same way whether or not the account exists [J33]', {
  timeout: 120_000,
}, async () => {
  await using platform = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z'), env: BEHIND_PROXY })
  await platform.createUser({ username: 'ada' })
  const request = (email: string) =>
    post(platform, '/api/v1/account/password/reset', { email }, { 'x-forwarded-for': from() })
  const [known, unknown] = [await request('ada@test.example'), await request('eve@test.example')]
  expect([known.status, known]).toEqual([204, unknown])
  const sent = new Set<string | null>()
  const rounds = 100
  const ask = (email: string) => async () => {
    // The rate limit is over, and the jobs of the last request are done.
    platform.clock.advance(7 * 60_000)
    await platform.mails()
    const took = await clockTime(() => request(email))
    sent.add((await platform.mails()).at(-1)!.link)
    return took
  }
  for (const compared of await sideBySide(['ada@test.example', 'eve@test.example'].map(ask), rounds))
    expect(compared).toSatisfy(alike)
  // The account that exists gets a mail each time.
  expect(sent.size).toBeGreaterThan(rounds)
})
