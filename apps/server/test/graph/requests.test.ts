import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const GRAPH = '/api/v1/graph/ql'
const QUERY = '{ settings { moderation } }'
const PRODUCTION = { NODE_ENV: 'production', PLATFORM_ROOT_URL: 'https://comments.example' }

let platform: TestPlatform

beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

async function send(body: string, type: string | null = 'application/json', on = platform) {
  const response = await on.http(GRAPH, {
    method: 'POST',
    body,
    headers: type === null ? {} : { 'content-type': type },
  })
  const text = await response.text()
  const answer = text.startsWith('{')
    ? (JSON.parse(text) as { data?: unknown; error?: { code: string }; errors?: { extensions: { code: string } }[] })
    : null
  return {
    status: response.status,
    code: answer?.error?.code ?? answer?.errors?.[0]?.extensions.code ?? null,
    data: answer?.data,
  }
}

describe('the body [G19, G09]', () => {
  test.each<[name: string, body: string]>([
    ['null', 'null'],
    ['a text', '"x"'],
    ['a number', '1'],
    ['an empty object', '{}'],
    ['no JSON', '{'],
    ['a query that is a number', '{"query": 1}'],
    ['an empty query', '{"query": ""}'],
    ['a name that is a number', `{"query": "${QUERY}", "operationName": 0}`],
    ['a name that is a list', `{"query": "${QUERY}", "operationName": []}`],
    ['an unknown operation', '{"query": "query a { me { id } }", "operationName": "b"}'],
    ['variables that are a text', `{"query": "${QUERY}", "variables": "{}"}`],
    ['variables that are a list', `{"query": "${QUERY}", "variables": []}`],
    ['extensions that are a list', `{"query": "${QUERY}", "extensions": []}`],
    ['a batch of one [G09]', `[{"query": "${QUERY}"}]`],
    ['a batch of two [G09]', `[{"query": "${QUERY}"}, {"query": "${QUERY}"}]`],
    ['a batch of none [G09]', '[]'],
  ])('%s is refused', async (_name, body) => {
    const { status, code, data } = await send(body)
    expect([status, ['BAD_USER_INPUT', 'BAD_REQUEST', 'OPERATION_RESOLUTION_FAILURE'].includes(code!), data]).toEqual([
      400,
      true,
      undefined,
    ])
  })

  test('further keys are ignored', async () => {
    expect(await send(`{"query": "${QUERY}", "id": 1, "__proto__": {"polluted": true}}`)).toEqual({
      status: 200,
      code: null,
      data: { settings: { moderation: 'POST' } },
    })
  })

  test('the operation is chosen by its name', async () => {
    expect(
      (await send('{"query": "query a { __typename } query b { settings { moderation } }", "operationName": "b"}'))
        .data,
    ).toEqual({ settings: { moderation: 'POST' } })
  })

  test('more than 256 KiB are refused', async () => {
    expect(await send(JSON.stringify({ query: QUERY, extensions: { x: 'x'.repeat(256 * 1024) } }))).toMatchObject({
      status: 413,
      code: 'PAYLOAD_TOO_LARGE',
    })
  })
})

describe('the content type [G17, G18]', () => {
  test.each<[type: string | null, status: number]>([
    ['application/json', 200],
    ['application/json; charset=utf-8', 200],
    ['APPLICATION/JSON', 200],
    ['application/x-www-form-urlencoded', 415],
    ['application/graphql', 415],
    ['text/plain', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/jsonp', 415],
    ['', 415],
  ])('%j is answered with %i', async (type, status) => {
    const headers: Record<string, string> = { origin: new URL(platform.services.config.rootUrl).origin }
    const response = await platform.http(GRAPH, {
      method: 'POST',
      body: JSON.stringify({ query: QUERY }),
      headers: type === null ? headers : { ...headers, 'content-type': type },
    })
    expect(response.status).toBe(status)
  })
})

describe('what the client accepts [G27]', () => {
  test.each([
    ['application/json', 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
    ['application/graphql-response+json', 'application/graphql-response+json; charset=utf-8'],
    ['application/graphql-response+json, application/json;q=0.9', 'application/graphql-response+json; charset=utf-8'],
    ['text/event-stream', 'application/json; charset=utf-8'],
    ['multipart/mixed', 'application/json; charset=utf-8'],
    ['text/html', 'application/json; charset=utf-8'],
  ])('%s gets %s, whatever others got before', async (accept, expected) => {
    for (const _ of [1, 2]) {
      const response = await platform.http(GRAPH, {
        method: 'POST',
        headers: { accept, 'content-type': 'application/json' },
        body: JSON.stringify({ query: QUERY }),
      })
      expect([response.headers.get('content-type'), await response.json()]).toEqual([
        expected,
        { data: { settings: { moderation: 'POST' } } },
      ])
    }
  })
})

describe('GET', () => {
  test('answers a query', async () => {
    const response = await platform.http(`${GRAPH}?query=${encodeURIComponent(QUERY)}`)
    expect([response.status, await response.json()]).toEqual([200, { data: { settings: { moderation: 'POST' } } }])
  })

  test('refuses a mutation', async () => {
    const response = await platform.http(
      `${GRAPH}?query=${encodeURIComponent('mutation { setCommentStatus(id: "x", status: NONE) { errors { translation_key } } }')}`,
    )
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })

  test.each(['DELETE', 'PUT', 'PATCH'])('%s is not allowed', async method => {
    const response = await platform.http(GRAPH, { method })
    expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
      405,
      'METHOD_NOT_ALLOWED',
    ])
  })
})

describe('listing the schema [G14]', () => {
  const INTROSPECTION = [
    '{ __schema { types { name } } }',
    '{ __type(name: "User") { fields { name } } }',
    'query { ...f } fragment f on RootQuery { __schema { types { name } } }',
  ]

  test('is possible in development, as is GraphiQL', async () => {
    for (const document of INTROSPECTION) expect((await platform.graphql(document)).errors).toEqual([])
    const console = await platform.http('/api/v1/graph/iql')
    expect([console.status, console.headers.get('content-type'), (await console.text()).includes('GraphiQL')]).toEqual([
      200,
      'text/html; charset=utf-8',
      true,
    ])
  })

  test('is refused in production, where GraphiQL is not served', async () => {
    await using production = await createTestPlatform({ env: PRODUCTION })
    for (const document of INTROSPECTION) {
      const { status, errors } = await production.graphql(document)
      expect([status, errors[0]!.code]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED'])
    }
    expect((await production.graphql('{ __typename settings { moderation } unknown }')).errors[0]!.message).toBe(
      'Cannot query field "unknown" on type "RootQuery".',
    )
    for (const path of ['/api/v1/graph/iql', `${GRAPH}?explorer`]) {
      const response = await production.http(path, { headers: { accept: 'text/html' } })
      expect([
        response.status < 500 && response.status >= 400,
        response.headers.get('content-type')!.includes('html') && (await response.text()).includes('graphiql'),
      ]).toEqual([true, false])
    }
  })
})
