import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { named } from '../compose/named.ts'
import { type LivePlatform, startLive } from '../live/socket.ts'

const GRAPH = '/api/v1/graph/ql'
const JSON_TYPE = 'application/json; charset=utf-8'
const GRAPHQL = 'application/graphql-response+json'
const GRAPHQL_TYPE = `${GRAPHQL}; charset=utf-8`
const ID = 'query ($id: ID!) { comment(id: $id) { id } }'

let live: LivePlatform
let cookie: string
beforeAll(async () => {
  const large = named('large', {
    typeDefs: 'type RootQuery { large: String }',
    resolvers: { RootQuery: { large: () => 'x'.repeat(9 * 1024 ** 2) } },
  })
  live = await startLive({ plugins: [large] })
  cookie = `authorization=${(await live.platform.createUser()).token}`
})
afterAll(() => live[Symbol.asyncDispose]())

interface Refused {
  readonly method?: string
  readonly search?: string
  readonly headers?: Record<string, string>
  readonly body?: string | Buffer
  readonly code: string
  readonly status: number
  /** For a client that accepts `application/json` alone, where it is another one. */
  readonly jsonStatus?: number
}

const posted = (body: unknown) => ({ body: JSON.stringify(body) })
const BAD_VALUE = { code: 'BAD_USER_INPUT', status: 400 }
const BAD_REQUEST = { code: 'BAD_REQUEST', status: 400 }
const OF_DOCUMENT = { status: 400, jsonStatus: 200 }

const LIST = 'query ($query: CommentsQuery!) { comments(query: $query) { nodes { id } } }'
/** An object with so many fields, as small as JSON has them. */
const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`A${i.toString(36)}`, 1]))

const REFUSED: Record<string, Refused> = {
  'a variable with thousands of fields that its type does not have': {
    ...posted({ query: LIST, variables: { query: fields(20_000) } }),
    ...BAD_VALUE,
    ...OF_DOCUMENT,
  },
  'a variable with a long text beside fields that its type does not have': {
    ...posted({ query: LIST, variables: { query: { ...fields(60), asset_id: 'x'.repeat(200_000) } } }),
    ...BAD_VALUE,
    ...OF_DOCUMENT,
  },
  'a long text in place of a number': {
    ...posted({ query: LIST, variables: { query: { limit: 'x'.repeat(200_000) } } }),
    ...BAD_VALUE,
    ...OF_DOCUMENT,
  },
  'fields in the document that a type does not have': {
    ...posted({ query: `{ comments(query: { ${'a: 1 '.repeat(400)} }) { nodes { id } } }` }),
    code: 'GRAPHQL_VALIDATION_FAILED',
    ...OF_DOCUMENT,
  },
  'a name that stands 21 times in the fragments of one selection': {
    ...posted({ query: `{ comments { nodes { ${'... { id } '.repeat(21)} } } }` }),
    code: 'QUERY_TOO_COMPLEX',
    status: 400,
  },
  'a name that stands 21 times in the named fragments of one selection': {
    ...posted({
      query: `{ comments { ${'...a '.repeat(3)} } } fragment a on CommentConnection { nodes { ${'...b '.repeat(3)} } }
        fragment b on Comment { ${'id '.repeat(7)} }`,
    }),
    code: 'QUERY_TOO_COMPLEX',
    status: 400,
  },
  'a name that stands 21 times in one selection': {
    ...posted({ query: `{ comments { nodes { ${'id '.repeat(21)} } } }` }),
    code: 'QUERY_TOO_COMPLEX',
    status: 400,
  },
  'a query that is a number': { ...posted({ query: 5 }), ...BAD_VALUE },
  'variables that are a list': { ...posted({ query: '{ __typename }', variables: [] }), ...BAD_VALUE },
  'a batch': { ...posted([{ query: '{ __typename }' }]), ...BAD_VALUE },
  'no query': { ...posted({}), ...BAD_REQUEST },
  'a body that is no JSON': { body: '{', ...BAD_REQUEST },
  'a body that is no UTF-8': { body: Buffer.from([0x22, 0xff, 0x22]), ...BAD_REQUEST },
  'JSON beyond its bounds': {
    body: `{"query":"{ __typename }","variables":${'['.repeat(100)}${']'.repeat(100)}}`,
    ...BAD_VALUE,
  },
  'a body that is too large': { body: 'x'.repeat(256 * 1024 + 1), code: 'PAYLOAD_TOO_LARGE', status: 413 },
  'a body of another type': {
    ...posted({ query: '{ __typename }' }),
    headers: { 'content-type': 'text/xml' },
    code: 'UNSUPPORTED_MEDIA_TYPE',
    status: 415,
  },
  'an encoded body': {
    ...posted({ query: '{ __typename }' }),
    headers: { 'content-encoding': 'gzip' },
    code: 'UNSUPPORTED_MEDIA_TYPE',
    status: 415,
  },
  'a method without a meaning': { method: 'DELETE', code: 'METHOD_NOT_ALLOWED', status: 405 },
  'a request of another site with a cookie': {
    ...posted({ query: '{ __typename }' }),
    headers: { origin: 'https://elsewhere.example' },
    code: 'CSRF_REJECTED',
    status: 403,
  },
  'a wrong token': {
    ...posted({ query: '{ __typename }' }),
    headers: { authorization: 'Bearer nothing' },
    code: 'TOKEN_INVALID',
    status: 401,
  },
  'an unknown stored document': { ...posted({ documentId: 'nope' }), code: 'DOCUMENT_NOT_FOUND', status: 400 },
  'a GET with variables that are no JSON': {
    method: 'GET',
    search: '?query={__typename}&variables={',
    ...BAD_REQUEST,
  },
  'a mutation by GET': {
    method: 'GET',
    search: '?query=mutation{stopIgnoringUser(id:"a"){errors{translation_key}}}',
    code: 'BAD_REQUEST',
    status: 405,
  },
  'a document that does not parse': { ...posted({ query: '{' }), code: 'GRAPHQL_PARSE_FAILED', ...OF_DOCUMENT },
  'an unknown field': { ...posted({ query: '{ nope }' }), code: 'GRAPHQL_VALIDATION_FAILED', ...OF_DOCUMENT },
  'a variable of a wrong type': {
    ...posted({ query: ID, variables: { id: [1] } }),
    code: 'BAD_USER_INPUT',
    ...OF_DOCUMENT,
  },
  'a document that is too long': {
    ...posted({ query: `{ ${'__typename '.repeat(2_000)} }` }),
    code: 'QUERY_TOO_LARGE',
    status: 400,
  },
  'a subscription': { ...posted({ query: 'subscription { commentAdded { id } }' }), code: 'BAD_REQUEST', status: 400 },
  'an answer that is too large': { ...posted({ query: '{ large }' }), code: 'QUERY_TOO_COMPLEX', status: 400 },
}

async function send({ method = 'POST', search = '', headers = {}, body }: Refused, accept: string) {
  const response = await fetch(`http://127.0.0.1:${live.listening.port}${GRAPH}${search}`, {
    method,
    headers: {
      accept,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(headers['origin'] ? { cookie } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: new Uint8Array(Buffer.from(body)) }),
  })
  const text = await response.text()
  expect(text.length).toBeLessThan(100_000)
  const { errors, error } = JSON.parse(text)
  return [response.status, response.headers.get('content-type'), errors?.[0].extensions.code ?? error?.code]
}

describe.each(Object.entries(REFUSED))('%s', (_what, refused) => {
  const { code, status, jsonStatus = status } = refused

  test('is refused in the media type of GraphQL for a client that names it', async () => {
    for (const accept of [GRAPHQL, `${GRAPHQL}; charset=utf-8, application/json;q=0.9`, GRAPHQL.toUpperCase()])
      expect(await send(refused, accept)).toEqual([status, GRAPHQL_TYPE, code])
  })

  test('is refused in JSON for every other client', async () => {
    expect(await send(refused, 'application/json')).toEqual([jsonStatus, JSON_TYPE, code])
    expect(await send(refused, '*/*')).toEqual([status, JSON_TYPE, code])
  })
})

test('a refusal in the media type of GraphQL has errors and no other key, each with the id of its request', async () => {
  const response = await live.platform.http(GRAPH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: GRAPHQL, 'x-request-id': 'mine' },
    body: JSON.stringify({ query: 5 }),
  })
  expect(await response.json()).toEqual({
    errors: [
      {
        message: expect.stringContaining('query'),
        extensions: {
          code: 'BAD_USER_INPUT',
          requestId: 'mine',
          problems: [expect.objectContaining({ field: 'query' })],
        },
      },
    ],
  })
})
