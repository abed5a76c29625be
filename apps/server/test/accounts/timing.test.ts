import { expect, test } from 'vitest'
import { createTestPlatform } from '../../src/testing/index.ts'
import { BEHIND_PROXY, post, tryToSignIn } from './attempts.ts'

const SAMPLES = 12
let client = 0
/** A client of its own for every attempt, so that no limit is met. */
const from = () => `198.51.${Math.floor(++client / 200)}.${client % 200}`

/** The median of what each way costs the process, one after the other in turn. Time on the clock is not ours alone; time of the processor is. */
async function costs(ways: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const samples = ways.map(() => [] as number[])
  for (const way of ways) await way()
  for (let i = 0; i < SAMPLES; i++) {
    for (const [n, way] of ways.entries()) {
      const before = process.cpuUsage()
      await way()
      const { user, system } = process.cpuUsage(before)
      samples[n]!.push(user + system)
    }
  }
  return samples.map(each => each.toSorted((a, b) => a - b)[SAMPLES / 2]!)
}

test('J33: signing in costs the same whether the account is there, has a password, or neither', { timeout: 60_000 }, async () => {
  await using platform = await createTestPlatform({ env: BEHIND_PROXY })
  await platform.createUser({ username: 'ada' })
  const { user } = await platform.createUser({ username: 'external' })
  await platform.platform.docstore.collection('users').updateOne({ id: user.id }, { $unset: { password: '' } })
  const attempt = (email: string) => async () => { expect((await tryToSignIn(platform, { email, from: from() })).status).toBe(401) }
  const [known, passwordless, unknown] = await costs([attempt('ada@test.example'), attempt('external@test.example'), attempt('nobody@test.example')])
  for (const other of [passwordless!, unknown!]) expect(other / known!).toSatisfy((ratio: number) => ratio > 0.6 && ratio < 1.6)
  // A password that is looked at costs many times an answer that looks at none.
  const [idle] = await costs([() => platform.http('/api/v1/setup')])
  expect(known! / idle!).toBeGreaterThan(3)
})

test('J33: a wrong signature, a token of nobody known and one that was ended are answered alike, at like costs', { timeout: 60_000 }, async () => {
  await using platform = await createTestPlatform()
  const { tokens, services } = platform.platform
  const ended = await platform.createUser()
  await services.sessions.endAll(ended.user.id)
  const signedOut = await platform.createUser()
  await platform.as(signedOut).http('/api/v1/auth', { method: 'DELETE' })
  const good = (await platform.createUser()).token
  const forged = `${good.slice(0, good.lastIndexOf('.') + 1)}${ended.token.slice(ended.token.lastIndexOf('.') + 1)}`
  const unknown = (await tokens.sign({ kind: 'session', userId: 'nobody-known' })).token
  const ask = (token: string) => async () => {
    const response = await platform.http('/api/v1/account', { headers: { authorization: `Bearer ${token}` } })
    const { error: { requestId, ...error } } = await response.json() as { error: Record<string, unknown> }
    return { status: response.status, headers: [...response.headers].filter(([name]) => !['x-request-id', 'date'].includes(name)), error, named: typeof requestId }
  }
  const ways = [forged, unknown, ended.token, signedOut.token].map(ask)
  const answers = await Promise.all(ways.map(way => way()))
  expect(answers[0]).toMatchObject({ status: 401, error: { code: 'TOKEN_INVALID' } })
  for (const answer of answers) expect(answer).toEqual(answers[0])
  // One of these is too short to be measured: a hundred of each at a time. A database that is asked once more is what may differ.
  const hundred = ways.map(way => async () => { for (let i = 0; i < 100; i++) await way() })
  const spent = await costs(hundred)
  for (const cost of spent) expect(cost / spent[0]!).toSatisfy((ratio: number) => ratio > 0.33 && ratio < 3)
})

test('J33: asking for a link answers at once and alike, whether there is such an account', async () => {
  await using platform = await createTestPlatform({ env: BEHIND_PROXY })
  await platform.createUser({ username: 'ada' })
  const ask = (email: string) => post(platform, '/api/v1/account/password/reset', { email }, { 'x-forwarded-for': from() })
  const [known, unknown] = [await ask('ada@test.example'), await ask('nobody@test.example')]
  expect(known).toEqual(unknown)
  expect(known.status).toBe(204)
})
