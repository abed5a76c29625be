import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { parse } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKnownDocuments } from '../../src/graphql/known-documents.ts'

// A document that comes again is not parsed, validated and measured again. Its answers stay what they were.

let platform: TestPlatform
let token: string

beforeAll(async () => {
  platform = await createTestPlatform({
    plugins: [
      {
        typeDefs: 'type RootQuery { broken: String strict: String! }',
        resolvers: {
          RootQuery: {
            broken() {
              throw new Error('a secret of the plugin')
            },
            strict: () => null,
          },
        },
      },
    ],
  })
  ;({ token } = await platform.createUser())
})
afterAll(() => platform[Symbol.asyncDispose]())

async function send(body: object, { accept = 'application/json', method = 'POST' } = {}) {
  const query = new URLSearchParams(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
  const answer = await platform.http(`/api/v1/graph/ql${method === 'GET' ? `?${query}` : ''}`, {
    method,
    headers: { accept, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    body: text.replace(/"[0-9a-f-]{36}"/g, '"id"'),
  }
}

const LISTS = `query Lists($n: Int = 1) { comments(query: { limit: $n }) { nodes {
  replies(query: { limit: $n }) { nodes { replies(query: { limit: 100 }) { nodes { id } } } }
} } }`
const codesOf = (body: string) => (JSON.parse(body).errors ?? []).map((error: any) => error.extensions.code)

test('is measured anew for lists of another length', async () => {
  for (const n of [1, 100, 1, undefined, 100, 2]) {
    const { status, body } = await send({ query: LISTS, ...(n === undefined ? {} : { variables: { n } }) })
    expect([n, status, codesOf(body)]).toEqual(n === 100 ? [n, 400, ['QUERY_TOO_COMPLEX']] : [n, 200, []])
  }
})

test.each([
  ['a failing field', { query: '{ broken me { username } }' }, 'PLUGIN_FAILED'],
  ['a value that is missing', { query: '{ strict }' }, 'PLUGIN_FAILED'],
  ['a field that the caller may not read', { query: '{ users(query: {}) { nodes { id } } }' }, 'NOT_AUTHORIZED'],
  ['a variable of another type', { query: LISTS, variables: { n: 'many' } }, 'BAD_USER_INPUT'],
  ['an operation that the document does not have', { query: LISTS, operationName: 'Other' }, undefined],
  [
    'a value that is nested too deeply',
    { query: LISTS, variables: { n: JSON.parse('['.repeat(40) + ']'.repeat(40)) } },
    'BAD_USER_INPUT',
  ],
  [
    'an id with too many digits',
    { query: 'query ($id: ID!) { comment(id: $id) { id } }', variables: { id: 2 ** 60 } },
    'BAD_USER_INPUT',
  ],
  ['a subscription', { query: 'subscription { commentAdded { id } }' }, 'BAD_REQUEST'],
])('is refused in the same words again: %s', async (_what, body, code) => {
  await send({ ...body, variables: undefined, operationName: undefined })
  for (const accept of ['application/json', 'application/graphql-response+json']) {
    const first = await send(body, { accept })
    expect(await send(body, { accept })).toEqual(first)
    if (code !== undefined) expect(first.body).toContain(`"code":"${code}"`)
    expect(first.body).toContain('"errors":[')
    expect(first.body).not.toContain('"http"')
  }
})

test('a mutation that was posted is refused by GET', async () => {
  const query = 'mutation { stopIgnoringUser(input: { id: "nobody" }) { errors { translation_key } } }'
  const posted = await send({ query })
  expect(await send({ query })).toEqual(posted)
  expect((await send({ query }, { method: 'GET' })).status).toBe(405)
})

test('its answers have the settings of the moment', async () => {
  const admin = platform.as(await platform.createUser({ roles: ['ADMIN'] }))
  const query = '{ me { id } settings { infoBoxContent } }'
  const ask = async () => JSON.parse((await send({ query })).body).data.settings.infoBoxContent
  for (const infoBoxContent of ['first', 'second', 'third']) {
    await admin.graphql(
      'mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { errors { translation_key } } }',
      {
        input: { infoBoxContent },
      },
    )
    expect(await ask()).toBe(infoBoxContent)
  }
})

/** What is in use after a collection. Bytes. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

test('wrong documents are not kept, however many there are', async () => {
  const documentOf = (n: number) => `{ unknown${n} { ${'id '.repeat(1_900)} } }`
  await send({ query: documentOf(0) })
  const before = heapUsed()
  for (let n = 1; n <= 40; n++) await send({ query: documentOf(n) })
  expect((heapUsed() - before) / 1024 ** 2).toBeLessThan(5)
})

test('of short documents with many tokens few are kept', () => {
  const documents = createKnownDocuments()
  const textOf = (n: number) => `query q${n} { ${'me{id}'.repeat(490)} }`
  for (let n = 0; n < 100; n++) documents.keep(textOf(n), parse(textOf(n)))
  expect([0, 99].map(n => documents.find(textOf(n)) !== undefined)).toEqual([false, true])
})
