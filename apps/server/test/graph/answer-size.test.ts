import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { documents } from '@platform/stream'
import { GraphQLScalarType } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'

const MB = 1024 ** 2

let platform: TestPlatform
let page: string
beforeAll(async () => {
  platform = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
  const asset = await platform.createAsset()
  page = asset.id
  const author = await platform.createUser({ roles: ['ADMIN'] })
  for (let i = 0; i < 100; i++)
    await platform.createComment({ asset, author, body: `${i} ${'"word" '.repeat(560)}`, status: 'ACCEPTED' })
})
afterAll(() => platform[Symbol.asyncDispose]())

/** A document that asks for a hundred comments several times; `n` makes every one differ, so that none is ready. */
const documentOf = (aliases: number, n: number) =>
  `query q${n} { ${Array.from({ length: aliases }, (_, i) => `a${i}: comments(query: { asset_id: "${page}", limit: 100 }) { nodes { body } }`).join(' ')} }`

interface Answer {
  readonly status: number
  readonly bytes: number
  readonly code: string | undefined
  readonly retryAfter: string | null
}

async function ask(by: TestPlatform, document: string): Promise<Answer> {
  const response = await by.http('/api/v1/graph/ql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: document }),
  })
  const text = await response.text()
  const { errors } = JSON.parse(text) as { errors?: { extensions: { code: string } }[] }
  return {
    status: response.status,
    bytes: text.length,
    code: errors?.[0]?.extensions.code,
    retryAfter: response.headers.get('retry-after'),
  }
}

test('one caller gets at most 64 MB of answers in a minute, and others are not affected [G30]', async () => {
  const [greedy, modest] = [platform.as(await platform.createUser()), platform.as(await platform.createUser())]
  expect((await ask(modest, documentOf(2, 0))).status).toBe(200)
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => ask(greedy, documentOf(10, n))))
  const taken = answers.filter(({ status }) => status === 200)
  const bytes = taken.reduce((total, answer) => total + answer.bytes, 0)
  expect(taken[0]!.bytes).toBeGreaterThan(4 * MB)
  expect(bytes).toBeLessThan(70 * MB)
  for (let n = 40; n < 60; n++) answers.push(await ask(greedy, documentOf(10, n)))
  expect(answers.at(-1)).toMatchObject({ status: 429, code: 'RATE_LIMIT_EXCEEDED', retryAfter: '60' })
  expect((await ask(modest, documentOf(1, 1))).status).toBe(200)
  platform.clock.advance(60_000)
  expect((await ask(greedy, documentOf(10, 61))).status).toBe(200)
})

test('an answer that is smaller than expected releases the rest of its budget', async () => {
  const reader = platform.as(await platform.createUser())
  // There are a hundred comments here, and none in the other discussions.
  const { id } = await platform.createAsset()
  for (let n = 0; n < 60; n++) expect((await ask(reader, documentOf(12, n).replaceAll(page, id))).status).toBe(200)
})

test('the value of a scalar that JSON does not have is left out, or refused, and that each time alike', async () => {
  const values: Record<string, unknown> = { function: () => 1, symbol: Symbol('s'), big: 5n }
  const scalar = new GraphQLScalarType({ name: 'Anything', coerceOutputValue: value => values[value as string] })
  await using given = await createTestPlatform({
    plugins: [
      {
        typeDefs: 'scalar Anything type RootQuery { anything(of: String): Anything plain: Int }',
        resolvers: {
          Anything: scalar as never,
          RootQuery: { anything: (_root: unknown, { of }: { of: string }) => of, plain: () => 1 },
        },
      },
    ],
  })
  const reader = given.as(await given.createUser())
  const answerTo = async (of: string) => {
    const query = `{ anything(of: "${of}") plain }`
    const body = JSON.stringify({ query })
    const headers = { 'content-type': 'application/json' }
    const response = await reader.http('/api/v1/graph/ql', { method: 'POST', headers, body })
    const { data, error } = (await response.json()) as { data?: object; error?: { code: string } }
    return [response.status, data ?? error?.code]
  }
  for (const _ of ['once', 'again']) {
    expect(await answerTo('function')).toEqual([200, { plain: 1 }])
    expect(await answerTo('symbol')).toEqual([200, { plain: 1 }])
    expect(await answerTo('big')).toEqual([500, 'INTERNAL'])
  }
})

test('an answer of more than 8 MB is refused, by what such items took before', async () => {
  const reader = platform.as(await platform.createUser())
  for (let n = 0; n < 2; n++)
    expect(await ask(reader, documentOf(20, n))).toMatchObject({ status: 400, code: 'QUERY_TOO_COMPLEX' })
})

test('an answer whose size nothing foretold is refused, too', async () => {
  const blob = 'x'.repeat(9 * MB)
  await using other = await createTestPlatform({
    plugins: [{ typeDefs: 'type RootQuery { blob: String }', resolvers: { RootQuery: { blob: () => blob } } }],
  })
  expect(await ask(other, '{ blob }')).toMatchObject({ status: 400, code: 'QUERY_TOO_COMPLEX' })
})

test('a long comment that somebody has read keeps nobody from the documents of the stream', async () => {
  await using own = await createTestPlatform()
  const [quiet, loud] = [await own.createAsset(), await own.createAsset()]
  await own.createComment({ asset: quiet, body: 'A short one' })
  const { id } = await own.createComment({ asset: loud, body: 'word '.repeat(13_000) })
  await own.graphql(`query ($id: ID!) { comment(id: $id) { ${'body '.repeat(20)} } }`, { id })
  const query = { limit: 20, sortBy: 'CREATED_AT', sortOrder: 'DESC' }
  const variables = JSON.stringify({ id: quiet.id, query, deep: true })
  const stored = new URLSearchParams({ documentId: documents.MoreComments, variables })
  const answer = await own.http(`/api/v1/graph/ql?${stored}`)
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('A short one')])
  // Nor from as many comments as a client may ask for in a document of its own.
  const many = Array.from({ length: 5 }, (_, i) => `a${i}: comments(query: { limit: 100 }) { nodes { body } }`)
  expect((await ask(own, `{ ${many.join(' ')} }`)).status).toBe(200)
})
