import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

const BUDGET = { items: 200_000, window: 60_000 }
let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform({
    now: new Date('2026-03-01T12:00:00.000Z'),
    env: { PLATFORM_GRAPHQL_BUDGET: String(BUDGET.items) },
  })
})
afterAll(() => platform[Symbol.asyncDispose]())

/** Requests as many items as one document may. With another `n` it is another document, which no shared answer fits. */
const LARGEST = `query ($limit: Int, $n: String!) {
  comments(query: { limit: $limit, tags: [$n] }) {
    nodes { replies(query: { limit: 98 }) { nodes { id } } }
  }
}`
const ask = (by: TestPlatform, n: number) =>
  by.http('/api/v1/graph/ql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: LARGEST, variables: { limit: 100, n: String(n) } }),
  })

test('a user who requests more items than the budget of a minute gets 429 until the minute is over; other users and readers do not [G30]', async () => {
  const [greedy, modest] = [platform.as(await platform.createUser()), platform.as(await platform.createUser())]
  const most = BUDGET.items / 10_000
  const answers = []
  for (let n = 0; n < most + 3; n++) answers.push(await ask(greedy, n))
  const refused = answers.filter(({ status }) => status === 429)
  expect([answers.findIndex(({ status }) => status === 429) >= most, refused.length > 0, answers[0]!.status]).toEqual([
    true,
    true,
    200,
  ])
  const last = answers.at(-1)!
  expect([last.status, last.headers.get('retry-after'), await last.json()]).toEqual([
    429,
    '60',
    {
      errors: [
        expect.objectContaining({
          extensions: expect.objectContaining({ code: 'RATE_LIMIT_EXCEEDED', retryAfter: 60 }),
        }),
      ],
    },
  ])
  expect((await ask(modest, 0)).status).toBe(200)
  expect((await ask(platform, 0)).status).toBe(200)
  platform.clock.advance(BUDGET.window)
  expect((await ask(greedy, most + 4)).status).toBe(200)
})

test('a budget that is spent lasts for a minute also when the clock is set back', async () => {
  const user = platform.as(await platform.createUser())
  platform.clock.advance(60 * BUDGET.window)
  const most = BUDGET.items / 10_000
  for (let n = 0; n < most; n++) await ask(user, 100 + n)
  expect((await ask(user, 100 + most)).status).toBe(429)
  platform.clock.advance(-30 * BUDGET.window)
  expect((await ask(user, 101 + most)).status).toBe(200)
})

test('an answer that the server shares between readers costs nothing of the budget', async () => {
  for (let n = 0; n < (2 * BUDGET.items) / 10_000; n++) expect((await ask(platform, 1)).status).toBe(200)
})
