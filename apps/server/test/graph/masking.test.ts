import { type HookObject, PlatformError } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { type ExecutionResult, GraphQLError } from 'graphql'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const SECRET = 'mongodb://root:hunter2@store'
/** Outside production an answer shows the cause of an error, so these tests are about production. */
const PRODUCTION = { NODE_ENV: 'production', PLATFORM_ROOT_URL: 'https://comments.example' }
const circular: Record<string, unknown> = { secret: SECRET }
circular['self'] = circular

/** Whatever a resolver may throw that tells a client nothing. */
const THROWN: Record<string, unknown> = {
  'an error': new Error(`can't reach ${SECRET}`),
  'an error without a message': new Error(undefined),
  'an error with a cause': new TypeError('wrong', { cause: new Error(SECRET) }),
  'an error with a status': Object.assign(new Error(SECRET), { status: 418 }),
  'a frozen error': Object.freeze(new Error(SECRET)),
  'a text': SECRET,
  null: null,
  undefined: undefined,
  'a number': 17,
  'an object': { message: SECRET, translation_key: 'NOT_AN_ERROR' },
  'a frozen object': Object.freeze({ secret: SECRET }),
  'a circular object': circular,
  'a very long error': new Error(SECRET + 'x'.repeat(1_000_000)),
  'a symbol': Symbol(SECRET),
}

let next: unknown
const thrower: HookObject = {
  typeDefs: `
    type RootQuery { now: String later: String deep: Deep }
    type Deep { now: String! }
    type RootMutation { plain: String told: ToldResponse }
    type ToldResponse implements Response { errors: [UserError!] }`,
  resolvers: {
    RootQuery: {
      now: () => {
        throw next
      },
      later: async () => {
        throw next
      },
      deep: () => ({}),
    },
    Deep: {
      now: () => {
        throw next
      },
    },
    RootMutation: {
      plain: () => {
        throw next
      },
      told: () => {
        throw next
      },
    },
  },
}

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform({ plugins: [thrower], env: PRODUCTION })
})
afterAll(() => platform[Symbol.asyncDispose]())
beforeEach(() => {
  ;(platform.logs as unknown[]).length = 0
})

/** The answer as a client gets it, with all that is said of each error. */
async function answerTo(query: string) {
  const answer = await platform.http('/api/v1/graph/ql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  const { data, errors = [] } = (await answer.json()) as ExecutionResult
  return { status: answer.status, data, errors }
}
const loggedErrors = () => platform.logs.filter(line => line['level'] === 'error')

describe.each(Object.keys(THROWN))('a resolver throws %s [G26]', name => {
  test.each([
    ['{ now }', { now: null }],
    ['{ later }', { later: null }],
    ['{ deep { now } }', { deep: null }],
    ['mutation { plain }', { plain: null }],
    ['mutation { told { errors { translation_key } } }', { told: null }],
  ])('%s', async (document, expected) => {
    next = THROWN[name]
    const { status, data, errors } = await answerTo(document)
    expect([status, data]).toEqual([200, expected])
    expect(errors).toEqual([
      {
        message: 'Something went wrong here',
        path: expect.anything(),
        locations: expect.anything(),
        extensions: { code: 'PLUGIN_FAILED', requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      },
    ])
    const [line, ...others] = loggedErrors()
    expect(others).toEqual([])
    expect(line).toMatchObject({
      request: errors[0]?.extensions?.['requestId'],
      plugin: 'plugin-1',
      hook: 'resolvers',
    })
  })
})

describe('an expected error keeps its message', () => {
  test.each<[name: string, thrown: unknown, code: string]>([
    [
      'an error of the platform',
      new PlatformError('POLL_CLOSED', 'This poll ended', { metadata: { secret: SECRET } }),
      'POLL_CLOSED',
    ],
    [
      'an error with a translation key',
      Object.assign(new Error('This poll ended'), { translation_key: 'POLL_CLOSED' }),
      'POLL_CLOSED',
    ],
    [
      'an error of GraphQL',
      new GraphQLError('This poll ended', { extensions: { code: 'POLL_CLOSED' } }),
      'POLL_CLOSED',
    ],
  ])('%s', async (_name, thrown, code) => {
    next = thrown
    const { errors } = await platform.graphql('{ now }')
    expect(errors).toMatchObject([{ message: 'This poll ended', code }])
    expect(JSON.stringify(errors)).not.toContain('hunter2')
    expect(loggedErrors()).toEqual([])
  })

  test.each<[name: string, thrown: unknown]>([
    ['an error of the platform', new PlatformError('POLL_CLOSED', 'This poll ended')],
    [
      'an error with a translation key',
      Object.assign(new Error('This poll ended'), { translation_key: 'POLL_CLOSED' }),
    ],
  ])('by a mutation in its errors: %s', async (_name, thrown) => {
    next = thrown
    const { status, data, errors } = await platform.graphql(
      'mutation { told { errors { __typename translation_key } } }',
    )
    expect({ status, data, errors }).toEqual({
      status: 200,
      data: { told: { errors: [{ __typename: 'GenericUserError', translation_key: 'POLL_CLOSED' }] } },
      errors: [],
    })
  })

  test('by a mutation in its errors: about one field', async () => {
    next = Object.assign(new Error('too long'), { translation_key: 'TOO_LONG', field_name: 'title' })
    const { data } = await platform.graphql(
      'mutation { told { errors { __typename ... on ValidationUserError { field_name } } } }',
    )
    expect(data).toEqual({ told: { errors: [{ __typename: 'ValidationUserError', field_name: 'title' }] } })
  })

  test.each([
    ['none', []],
    ['a text', 'the choice is missing'],
    ['texts', ['the choice is missing']],
    ['nothing', [null]],
  ])('by a mutation in its errors: one whose own metadata has %s under problems', async (_name, problems) => {
    next = new PlatformError('POLL_CLOSED', 'This poll ended', { metadata: { problems } })
    const { data, errors } = await platform.graphql('mutation { told { errors { translation_key message } } }')
    expect([data, errors]).toEqual([
      { told: { errors: [{ translation_key: 'POLL_CLOSED', message: 'This poll ended' }] } },
      [],
    ])
  })

  test('by a mutation that has no errors in its answer as an error of the operation', async () => {
    next = new PlatformError('POLL_CLOSED', 'This poll ended')
    expect((await platform.graphql('mutation { plain }')).errors).toMatchObject([{ code: 'POLL_CLOSED' }])
  })
})
