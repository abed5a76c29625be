import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { type AuditResult, serverAudits } from 'graphql-http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const GRAPH = '/api/v1/graph/ql'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

const audits = serverAudits({
  url: `http://localhost${GRAPH}`,
  fetchFn: (url: string, init?: RequestInit) => {
    const { pathname, search } = new URL(url)
    return platform.http(pathname + search, init)
  },
})

describe('the audit of GraphQL over HTTP', () => {
  test.each(
    audits.filter(({ name }) => /^(MUST|SHOULD)/.test(name)).map(audit => [audit.name, audit.id, audit] as const),
  )('%s (%s)', async (_name, _id, audit) => {
    const result: AuditResult = await audit.fn()
    expect(result).toMatchObject({ status: 'ok' })
  })
})

describe('the status of a request that is refused before anything is executed', () => {
  const send = async (body: object, accept?: string) => {
    const response = await platform.http(GRAPH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(accept === undefined ? {} : { accept }) },
      body: JSON.stringify(body),
    })
    const { data, errors } = (await response.json()) as { data?: unknown; errors?: unknown[] }
    return [response.status, response.headers.get('content-type'), data, errors?.length]
  }
  const wrong = [
    ['a document that does not parse', { query: '{ settings {' }],
    ['an unknown field', { query: '{ nope }' }],
    ['an unknown operation', { query: 'query a { __typename }', operationName: 'b' }],
    ['a missing variable', { query: 'query ($id: ID!) { comment(id: $id) { id } }' }],
    ['a variable of a wrong type', { query: 'query ($id: ID!) { comment(id: $id) { id } }', variables: { id: [1] } }],
    [
      'an id with too many digits',
      { query: 'query ($id: ID!) { comment(id: $id) { id } }', variables: { id: 2 ** 60 } },
    ],
  ] as const
  const JSON_TYPE = 'application/json; charset=utf-8'

  test.each(wrong)('%s: 200 for a client that names application/json, 400 for every other one', async (_name, body) => {
    expect(await send(body, 'application/json')).toEqual([200, JSON_TYPE, undefined, 1])
    expect(await send(body, 'application/json, text/plain, */*')).toEqual([200, JSON_TYPE, undefined, 1])
    expect(await send(body)).toEqual([400, JSON_TYPE, undefined, 1])
    expect(await send(body, '*/*')).toEqual([400, JSON_TYPE, undefined, 1])
    for (const accept of ['application/graphql-response+json', 'application/graphql-response+json, application/json'])
      expect(await send(body, accept)).toEqual([400, 'application/graphql-response+json; charset=utf-8', undefined, 1])
  })

  test.each<[name: string, body: object]>([
    ['no query', {}],
    ['a query that is a number', { query: 1 }],
    ['variables that are a list', { query: '{ __typename }', variables: [] }],
    ['a batch', [{ query: '{ __typename }' }]],
  ])('%s is no well-formed request: 400 in both media types', async (_name, body) => {
    for (const accept of ['application/json', 'application/graphql-response+json'])
      expect((await send(body, accept))[0]).toBe(400)
  })

  test('a GET without a query is no well-formed request either', async () => {
    const ask = async (path: string, accept: string) => (await platform.http(path, { headers: { accept } })).status
    for (const accept of ['application/json', 'application/graphql-response+json'])
      expect([await ask(GRAPH, accept), await ask(`${GRAPH}?query={__typename}&variables={`, accept)]).toEqual([
        400, 400,
      ])
    expect(await ask(`${GRAPH}?query={nope}`, 'application/json')).toBe(200)
  })

  test('a limit of the server is no fault of the document: 400 in both media types', async () => {
    const body = { query: `{ ${Array.from({ length: 40 }, (_, i) => `a${i}: __typename`).join(' ')} }` }
    for (const accept of ['application/json', 'application/graphql-response+json'])
      expect((await send(body, accept))[0]).toBe(400)
  })
})
