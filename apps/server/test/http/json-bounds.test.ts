import type { PluginRouter } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { processorTimeOf } from '../../../../test/processor-time.ts'
import { named } from '../compose/named.ts'
import { startLive } from '../live/socket.ts'

const GRAPH = '/api/v1/graph/ql'
const typeDefs =
  'scalar Anything\ninput NoteInput { weight: Float, of: ID }\nextend type RootQuery { note(input: NoteInput, ' +
  'any: Anything): String }'
const resolvers = { RootQuery: { note: (_: unknown, args: unknown) => JSON.stringify(args) } }

let platform: TestPlatform
let admin: TestPlatform
let page: string
let bodies: unknown[]

beforeAll(async () => {
  const router = (own: PluginRouter) => {
    own.post('/api/v1/notes', (req, res) => {
      bodies.push(req.body)
      res.json({})
    })
  }
  platform = await createTestPlatform({ plugins: [named('notes', { typeDefs, resolvers, router })] })
  const user: TestUser = await platform.createUser({ roles: ['ADMIN'] })
  admin = platform.as(user) as TestPlatform
  page = (await platform.createAsset()).id
})
afterAll(() => platform[Symbol.asyncDispose]())
beforeEach(() => {
  bodies = []
})

const deep = (levels: number, inner = '1') => `${'{"a":'.repeat(levels)}${inner}${'}'.repeat(levels)}`
const lists = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

interface Said {
  readonly status: number
  readonly code: string | undefined
  readonly message: string | undefined
}

async function said(response: Response): Promise<Said> {
  const text = await response.text()
  const answer = (text === '' ? {} : JSON.parse(text)) as {
    error?: { code: string; message: string }
    errors?: { message: string; extensions: { code: string } }[]
  }
  return {
    status: response.status,
    code: answer.error?.code ?? answer.errors?.[0]?.extensions.code,
    message: answer.error?.message ?? answer.errors?.[0]?.message,
  }
}

const send = async (path: string, body: string, { method = 'POST', type = 'application/json' } = {}) =>
  said(await admin.http(path, { method, body, headers: { 'content-type': type } }))
const refused = (message: RegExp) => ({ status: 400, code: 'BAD_USER_INPUT', message: expect.stringMatching(message) })

const SET = 'mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { errors { translation_key } } }'
const operation = (query: string, rest: string) => `{"query": ${JSON.stringify(query)}, ${rest}}`

describe('the body of a GraphQL request', () => {
  test.each<[name: string, body: string, message: RegExp]>([
    [
      'variables nested 5,000 deep [G03]',
      operation('{ settings { moderation } }', `"variables": ${deep(5_000)}`),
      /^variables\.a\.a\.a.*…: lies within more than 100 lists and objects; nest it less deeply$/,
    ],
    [
      'extensions nested 12,000 deep',
      operation('{ settings { moderation } }', `"extensions": ${deep(12_000)}`),
      /^extensions\.a\.a/,
    ],
    [
      'lists nested 120,000 deep',
      operation('{ settings { moderation } }', `"extensions": {"x": [0, ${lists(120_000)}]}`),
      /^extensions\.x\.1\.0/,
    ],
    ['another key nested deeply', `{"query": "{ settings { moderation } }", "more": ${deep(5_000)}}`, /^more\.a/],
    [
      'a number that is too large [G21]',
      operation(
        'query ($query: CommentsQuery!) { comments(query: $query) { hasNextPage } }',
        '"variables": {"query": {"limit": 1e400}}',
      ),
      /^variables\.query\.limit: is too large a number; give one between -1\.7e308 and 1\.7e308$/,
    ],
    [
      'a number that is too small [G21]',
      operation('{ settings { moderation } }', '"variables": {"list": [0, -1e309]}'),
      /^variables\.list\.1: is too large a number/,
    ],
    [
      'a number of 400 digits [G21]',
      operation('{ settings { moderation } }', `"extensions": {"x": ${'9'.repeat(400)}}`),
      /^extensions\.x: is too large a number/,
    ],
    [
      'an id of a number of too many digits [G21]',
      operation('query ($id: ID!) { comment(id: $id) { id } }', '"variables": {"id": 9007199254740993}'),
      /^variables\.id has more digits than a number keeps; send the id as a string, in quotes$/,
    ],
    [
      'one within an input [G21]',
      operation(
        'query ($input: NoteInput) { note(input: $input) }',
        '"variables": {"input": {"of": 9007199254740993}}',
      ),
      /^variables\.input\.of has more digits than a number keeps/,
    ],
  ])('%s is refused', async (_name, body, message) => {
    expect(await send(GRAPH, body)).toEqual(refused(message))
    // Readers without a session take another way through the server.
    expect(
      await said(await platform.http(GRAPH, { method: 'POST', body, headers: { 'content-type': 'application/json' } })),
    ).toEqual(refused(message))
  })

  test('a setting is not reset by a number that is too large', async () => {
    await send(GRAPH, operation(SET, '"variables": {"input": {"closedTimeout": 1234}}'))
    expect(await send(GRAPH, operation(SET, '"variables": {"input": {"closedTimeout": 1e400}}'))).toEqual(
      refused(/^variables\.input\.closedTimeout: /),
    )
    expect((await admin.graphql('{ settings { closedTimeout } }')).data).toEqual({ settings: { closedTimeout: 1234 } })
  })

  test('what is within the bounds is taken', async () => {
    const taken = { status: 200, code: undefined, message: undefined }
    expect(await send(GRAPH, operation('{ settings { moderation } }', `"extensions": ${deep(98)}`))).toEqual(taken)
    expect(
      await send(
        GRAPH,
        operation(
          'query ($input: NoteInput) { note(input: $input) }',
          '"variables": {"input": {"weight": 1.7e308, "of": 9007199254740991}}',
        ),
      ),
    ).toEqual(taken)
    expect(
      await send(
        GRAPH,
        operation(
          '{ settings { moderation } }',
          `"extensions": {"x": ${JSON.stringify(`1e400 ${'['.repeat(500)} \\" ${'{'.repeat(500)}`)}}`,
        ),
      ),
    ).toEqual(taken)
  })

  test('bytes that are no UTF-8 are refused', async () => {
    await using live = await startLive()
    const body = new Uint8Array(
      Buffer.from(operation('{ settings { moderation } }', '"extensions": {"x": "\u00fc"}}'), 'latin1'),
    )
    const response = await fetch(`http://127.0.0.1:${live.listening.port}${GRAPH}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect(await said(response)).toEqual({
      status: 400,
      code: 'BAD_REQUEST',
      message: 'The body is not UTF-8; send it in that encoding',
    })
  })

  test('deep nesting costs next to nothing', async () => {
    const body = operation('{ settings { moderation } }', `"extensions": {"x": ${lists(125_000)}}`)
    const costs: number[] = []
    for (let i = 0; i < 5; i++)
      costs.push(await processorTimeOf(async () => expect((await send(GRAPH, body)).status).toBe(400)))
    expect(Math.min(...costs)).toBeLessThan(40)
  })
})

describe('the parameters of a GraphQL request by GET', () => {
  const get = async (search: Record<string, string>) =>
    said(
      await platform.http(
        `${GRAPH}?${new URLSearchParams({ query: '{ settings { moderation } }', ...search }).toString()}`,
      ),
    )
  test.each<[name: string, search: Record<string, string>, message: RegExp]>([
    ['variables nested deeply', { variables: deep(700) }, /^variables\.a\.a/],
    ['extensions nested deeply', { extensions: lists(1_000) }, /^extensions\.0\.0/],
    [
      'a number that is too large in the variables',
      { variables: '{"x": 1e400}' },
      /^variables\.x: is too large a number/,
    ],
    [
      'a number that is too large in the extensions',
      { extensions: '{"x": [-1e400]}' },
      /^extensions\.x\.0: is too large a number/,
    ],
  ])('%s are refused', async (_name, search, message) => {
    expect(await get(search)).toEqual(refused(message))
  })

  test('what is no JSON is refused with its name, and variables are read', async () => {
    expect(await get({ variables: '{' })).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      message: 'variables: this is not JSON',
    })
    expect(await get({ variables: '[]' })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(
      (
        await platform.http(
          `${GRAPH}?${new URLSearchParams({ query: 'query ($id: ID!) { asset(id: $id) { id } }', variables: JSON.stringify({ id: page }) }).toString()}`,
        )
      ).status,
    ).toBe(200)
  })
})

describe('values written out in a document', () => {
  test.each<[name: string, query: string, message: RegExp]>([
    [
      'a number for an integer',
      '{ comments(query: { limit: 1e400 }) { hasNextPage } }',
      /^1e400 is too large a number/,
    ],
    ['a number for a fraction', '{ note(input: { weight: -1e400 }) }', /^-1e400 is too large a number/],
    ['a number of 400 digits', `{ note(input: { weight: ${'9'.repeat(400)} }) }`, /^9{20} is too large a number/],
    [
      'a default of a variable',
      'query ($x: Float = 1e400) { note(input: { weight: $x }) }',
      /^1e400 is too large a number/,
    ],
    [
      'lists within lists [G03]',
      `{ note(any: ${lists(33)}) }`,
      /^This value has more than 32 lists and objects within each other; nest it less deeply$/,
    ],
    [
      'objects within objects [G03]',
      `{ note(any: ${'{a:'.repeat(400)}1${'}'.repeat(400)}) }`,
      /^This value has more than 32/,
    ],
  ])('%s is refused', async (_name, query, message) => {
    for (const _ of ['the first time', 'and again'])
      expect(await send(GRAPH, JSON.stringify({ query }))).toEqual(refused(message))
  })

  test('those within the bounds are taken', async () => {
    expect(
      (await platform.graphql(`{ note(any: ${lists(32)}, input: { weight: 1e308, of: 9007199254740993 }) }`)).data,
    ).toEqual({ note: expect.stringContaining('"9007199254740993"') })
  })
})

describe('the body of every other route', () => {
  test.each<[route: string, options: { method?: string; type?: string }]>([
    ['/api/v1/auth/local', {}],
    ['/api/v1/users', {}],
    ['/api/v1/setup', {}],
    ['/api/v1/csp', { type: 'application/csp-report' }],
    ['/api/v1/csp', {}],
    ['/api/v1/notes', {}],
    ['/api/v1/account/password/reset', {}],
  ])('%s %j', async (route, options) => {
    expect(await send(route, deep(30_000), options)).toEqual(
      refused(/^a\.a\.a\.a\.a\.a\.a\.a…: lies within more than 100/),
    )
    expect(await send(route, '{"x": [{"y": 1e400}]}', options)).toEqual(refused(/^x\.0\.y: is too large a number/))
    expect(await send(route, '{', options)).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      message: 'The body is not JSON',
    })
    expect(bodies).toEqual([])
  })

  test('the settings of a discussion', async () => {
    expect(
      await send(`/api/v1/assets/${page}/settings`, '{"questionBoxEnable": true, "infoBoxContent": [1e400]}', {
        method: 'PUT',
      }),
    ).toEqual(refused(/^infoBoxContent\.0: is too large a number/))
  })

  test('a route of a plugin gets what is within the bounds', async () => {
    expect((await send('/api/v1/notes', deep(100))).status).toBe(200)
    expect(bodies).toEqual([JSON.parse(deep(100))])
    expect((await send('/api/v1/notes', '{"x": 12345678901234567890, "__proto__": {"polluted": true}}')).status).toBe(
      200,
    )
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})
