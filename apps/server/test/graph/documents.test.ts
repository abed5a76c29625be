import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { processorTimeOf } from '../../../../test/processor-time.ts'

let platform: TestPlatform
let assetId: string

beforeAll(async () => {
  platform = await createTestPlatform()
  const asset = await platform.createAsset()
  await platform.createComment({ asset })
  assetId = asset.id
})

afterAll(() => platform[Symbol.asyncDispose]())

/** The status and the code of the first error; nothing else may come with a refusal. */
async function refusal(document: string, variables: Record<string, unknown> = {}) {
  const { status, data, errors } = await platform.graphql(document, variables)
  expect(data).toBeNull()
  return { status, code: errors[0]?.code }
}

const nested = (levels: number) =>
  `{ comment(id: "x") ${'{ parent '.repeat(levels - 1)}{ id }${' }'.repeat(levels - 1)} }`
const fragments = (count: number, contents: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => `fragment f${i} on Comment { ${contents(i)} }`).join(' ')
const withFragments = (count: number, contents: (i: number) => string) =>
  `{ comment(id: "x") { ...f0 } } ${fragments(count, contents)}`
const mutations = (count: number) =>
  Array.from({ length: count }, (_, i) => {
    return `m${i}: setCommentStatus(id: "x", status: NONE) { errors { translation_key } }`
  }).join(' ')
const inFragments = (levels: number) =>
  withFragments(levels, i => `parent { ${i + 1 < levels ? `...f${i + 1}` : 'id'} }`)
const inInline = (levels: number) =>
  `{ comment(id: "x") { ${'... on Comment { parent { '.repeat(levels)} id ${'} }'.repeat(levels)} } }`
const aliases = (count: number, field = 'id') =>
  `{ comment(id: "x") { ${Array.from({ length: count }, (_, i) => `a${i}: ${field}`).join(' ')} } }`
const doubling = (levels: number) =>
  withFragments(levels, i => (i + 1 < levels ? `...f${i + 1} ...f${i + 1}` : 'a: id'))
const chain = (length: number) => withFragments(length, i => `...f${(i + 1) % length}`)

const TOO_LARGE = 'QUERY_TOO_LARGE'
const TOO_DEEP = 'QUERY_TOO_DEEP'
const UNRESOLVED = 'OPERATION_RESOLUTION_FAILURE'
const INVALID = 'GRAPHQL_VALIDATION_FAILED'

test.each<[name: string, document: string, code: string]>([
  ['13 levels [G01]', nested(12), TOO_DEEP],
  ['100 levels [G01]', nested(99), TOO_DEEP],
  ['500 levels [G01]', nested(498), TOO_DEEP],
  ['1,000 levels [G01]', nested(999), TOO_LARGE],
  ['3,000 levels [G01]', nested(3_000), TOO_LARGE],
  ['levels hidden in fragments [G02]', inFragments(20), TOO_DEEP],
  ['levels hidden in a chain of 120 fragments [G02]', inFragments(120), 'QUERY_TOO_COMPLEX'],
  ['levels hidden in inline fragments [G02]', inInline(20), TOO_DEEP],
  ['a fragment of itself [G05]', chain(1), INVALID],
  ['two fragments of each other [G05]', chain(2), INVALID],
  ['a long cycle of fragments [G05]', chain(90), INVALID],
  [
    'very many unused fragments [G05]',
    `{ settings { moderation } } ${Array.from({ length: 150 }, (_, i) => `fragment f${i} on Comment { id }`).join(' ')}`,
    'QUERY_TOO_COMPLEX',
  ],
  ['fragments that double thirty times [G05]', doubling(30), 'TOO_MANY_ALIASES'],
  ['31 aliases [G06]', aliases(31), 'TOO_MANY_ALIASES'],
  ['1,000 aliases [G06]', aliases(600), 'TOO_MANY_ALIASES'],
  ['20,000 aliases [G06]', aliases(20_000), TOO_LARGE],
  ['31 aliases of __typename [G06]', aliases(31, '__typename'), 'TOO_MANY_ALIASES'],
  [
    '6 mutations [G07]',
    `mutation { ${Array.from({ length: 6 }, (_, i) => `m${i}: setCommentStatus(id: "x", status: NONE) { errors { translation_key } }`).join(' ')} }`,
    'TOO_MANY_ROOT_FIELDS',
  ],
  [
    '6 mutations in a fragment [G07]',
    `mutation { ...m } fragment m on RootMutation { ${Array.from({ length: 6 }, (_, i) => `m${i}: setCommentStatus(id: "x", status: NONE) { errors { translation_key } }`).join(' ')} }`,
    'TOO_MANY_ROOT_FIELDS',
  ],
  [
    '21 root fields',
    `{ ${Array.from({ length: 21 }, (_, i) => `a${i}: __typename`).join(' ')} }`,
    'TOO_MANY_ROOT_FIELDS',
  ],
  ['51 directives', `{ settings { moderation ${'@include(if: true) '.repeat(51)} } }`, 'QUERY_TOO_COMPLEX'],
  ['20,001 characters [G11]', `{ settings { moderation } } #${'x'.repeat(20_000)}`, TOO_LARGE],
  ['2,001 tokens [G11]', `{ settings { ${'moderation '.repeat(2_000)} } }`, TOO_LARGE],
  ['a long text [G11]', `{ asset(url: "${'x'.repeat(25_000)}") { id } }`, TOO_LARGE],
  [
    'lists that multiply [G13]',
    '{ comments(query: { limit: 100 }) { nodes { replies(query: { limit: 100 }) { nodes { id } } } } }',
    'QUERY_TOO_COMPLEX',
  ],
  [
    'a list without a query, times another one [G13]',
    '{ publicProfile(id: "x") { comments(limit: 100) { nodes { replies(query: { limit: 100 }) { nodes { id } } } } } }',
    'QUERY_TOO_COMPLEX',
  ],
  [
    'lists that multiply, beyond the greatest limit [G13]',
    '{ comments(query: { limit: 2147483647 }) { nodes { replies(query: { limit: 2147483647 }) { nodes { id } } } } }',
    'QUERY_TOO_COMPLEX',
  ],
  ['a syntax error', '{ settings {', 'GRAPHQL_PARSE_FAILED'],
  ['an unknown field', '{ settings { secret } }', INVALID],
  ['two anonymous operations', '{ settings { moderation } } { me { id } }', UNRESOLVED],
  ['a document without an operation', 'fragment f on Comment { id }', UNRESOLVED],
  ['@defer [G27]', '{ settings { ... @defer { moderation } } }', INVALID],
  [
    'one answer for two mutations [G29]',
    'mutation { setCommentStatus(id: "a", status: NONE) { errors { translation_key } } setCommentStatus(id: "b", status: NONE) { errors { translation_key } } }',
    INVALID,
  ],
  ['a subscription', 'subscription { commentAdded(asset_id: "x") { id } }', 'BAD_REQUEST'],
])('%s is refused', async (_name, document, code) => {
  expect(await refusal(document)).toEqual({ status: 400, code })
})

test('a list of lists, nearly as deep as tokens allow, is refused by a message for its author [G01]', async () => {
  const document = `{ comments(query: { ids: ${'['.repeat(980)}${']'.repeat(980)} }) { nodes { id } } }`
  const { status, errors } = await platform.graphql(document)
  expect(status).toBe(400)
  // Whether the parser's stack has room for them depends on the machine.
  expect(errors[0]!.message).toMatch(/is nested too deeply|nest it less deeply/)
})

test('lists that multiply by variables are refused [G13]', async () => {
  const document =
    'query ($a: CommentsQuery!, $b: Int) { comments(query: $a) { nodes { replies(query: { limit: $b }) { nodes { id } } } } }'
  expect(await refusal(document, { a: { limit: 100 }, b: 100 })).toEqual({ status: 400, code: 'QUERY_TOO_COMPLEX' })
  expect(await refusal(document.replace('$b: Int', '$b: Int = 100'), { a: { limit: 100 } })).toEqual({
    status: 400,
    code: 'QUERY_TOO_COMPLEX',
  })
})

test.each<[name: string, document: string]>([
  ['12 levels', nested(11)],
  ['30 aliases', aliases(30)],
  ['5 mutations', `mutation { ${mutations(5)} }`],
  ['20 root fields', `{ ${Array.from({ length: 20 }, (_, i) => `a${i}: __typename`).join(' ')} }`],
  ['a window of a thread', '{ comments(query: { limit: 100 }) { nodes { replies { nodes { user { username } } } } } }'],
  ['20,000 characters', `{ settings { moderation } } #${'x'.repeat(19_971)}`],
])('%s are answered', async (_name, document) => {
  const { status, errors } = await platform.graphql(document)
  expect({ status, errors }).toEqual({ status: 200, errors: [] })
})

/** Fields of one response key that differ, within the limits that each of these leaves. */
const overlapping = (count: number, field: (i: number) => string) =>
  `{ comment(id: "x") { ${Array.from({ length: count }, (_, i) => field(i)).join(' ')} } }`

test.each<[name: string, document: string]>([
  [
    'two thousand selections that contradict each other',
    overlapping(2_000, i => `parent { ${i % 2 ? 'id' : 'id: body'} }`),
  ],
  ['as many of them as a document may be long', overlapping(600, i => `parent { ${i % 2 ? 'id' : 'id: body'} }`)],
  ['as many as there may be names', overlapping(300, i => `parent { id${i < 30 ? ': body' : ''} }`)],
  [
    'arguments that differ, as many as there may be',
    overlapping(150, i => `replies(query: { limit: ${(i % 9) + 1} }) { hasNextPage }`),
  ],
  [
    'the same in fragments',
    `{ comment(id: "x") { ${Array.from({ length: 40 }, (_, i) => `...f${i}`).join(' ')} } } ${Array.from({ length: 40 }, (_, i) => `fragment f${i} on Comment { replies(query: { limit: ${i + 1} }) { nodes { parent { id } } } }`).join(' ')}`,
  ],
])('%s are refused quickly [G10]', async (_name, document) => {
  const costs = []
  for (let i = 0; i < 5; i++)
    costs.push(await processorTimeOf(async () => expect((await refusal(document)).status).toBe(400)))
  expect(Math.min(...costs)).toBeLessThan(50)
})

describe('nothing guesses at what was meant [G15]', () => {
  test.each([
    ['a field', '{ settings { moderatin } }'],
    ['a type', '{ comment(id: "x") { ... on Commnt { id } } }'],
    ['an argument', '{ comment(idd: "x") { id } }'],
    ['an enum value', '{ comments(query: { sortBy: CREATED_A }) { hasNextPage } }'],
    ['an input field', '{ comments(query: { limi: 1 }) { hasNextPage } }'],
    ["a variable's type", 'query ($a: CommentsQuer!) { comments(query: $a) { hasNextPage } }'],
    ['a directive', '{ settings @includ(if: true) { moderation } }'],
  ])('for a misspelt name of %s', async (_what, document) => {
    const { status, errors } = await platform.graphql(document)
    expect(status).toBe(400)
    expect(JSON.stringify(errors)).not.toMatch(/did you mean|CREATED_AT|moderation"/i)
  })

  test('for a misspelt value of a variable', async () => {
    const { status, errors } = await platform.graphql(
      'query ($a: CommentsQuery!) { comments(query: $a) { hasNextPage } }',
      { a: { limi: 1, sortBy: 'CREATED_A' } },
    )
    expect(status).toBe(400)
    expect(JSON.stringify(errors)).not.toMatch(/did you mean|CREATED_AT/i)
  })
})

describe('values', () => {
  const PAGE = 'query ($query: CommentsQuery!) { comments(query: $query) { hasNextPage } }'
  test.each<[name: string, document: string, variables: Record<string, unknown>]>([
    ['a variable that is missing [G22]', 'query ($id: ID!) { comment(id: $id) { id } }', {}],
    ['null for a variable that must be given [G22]', 'query ($id: ID!) { comment(id: $id) { id } }', { id: null }],
    ['an enum value that is none [G21]', PAGE, { query: { sortOrder: 'UP' } }],
    ['a number above 2³¹ [G21]', PAGE, { query: { limit: 2 ** 31 } }],
    ['a fraction for an integer [G21]', PAGE, { query: { limit: 1.5 } }],
    ['a text for an integer [G21]', PAGE, { query: { limit: '1' } }],
    ['an object for an id [G21]', PAGE, { query: { asset_id: { $gt: '' } } }],
    ['a list for an id [G21]', PAGE, { query: { asset_id: ['a'] } }],
    ['an object for a cursor [G21]', PAGE, { query: { cursor: { $gt: '' } } }],
    ['lists within lists [G03]', PAGE, { query: { tags: [[[['a']]]] } }],
    ['very deep variables [G03]', PAGE, { query: JSON.parse(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`) }],
    ['a field the input does not have [N10]', PAGE, { query: { $where: 'true' } }],
  ])('%s', async (_name, document, variables) => {
    expect(await refusal(document, variables)).toEqual({ status: 400, code: 'BAD_USER_INPUT' })
  })

  test.each([
    ['an unknown name', { stranger: 1 }],
    ['the name __proto__', JSON.parse('{"__proto__": {"polluted": true}}') as Record<string, unknown>],
  ])('a variable of %s is ignored [G22]', async (_name, variables) => {
    const { status } = await platform.graphql('{ settings { moderation } }', variables)
    expect([status, ({} as Record<string, unknown>)['polluted']]).toEqual([200, undefined])
  })
})

test('mutations run one after the other, in the order of the document [G29]', async () => {
  const moderator = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
  const { data: found } = await platform.graphql('query ($id: ID!) { asset(id: $id) { comments { nodes { id } } } }', {
    id: assetId,
  })
  const { id } = found!['asset'].comments.nodes[0]
  await moderator.graphql(
    `mutation ($id: ID!) {
      a: setCommentStatus(id: $id, status: REJECTED) { errors { translation_key } }
      b: setCommentStatus(id: $id, status: PREMOD) { errors { translation_key } }
      c: setCommentStatus(id: $id, status: ACCEPTED) { errors { translation_key } }
    }`,
    { id },
  )
  const { data } = await moderator.graphql('query ($id: ID!) { comment(id: $id) { status_history { type } } }', { id })
  expect(data!['comment'].status_history.map((entry: { type: string }) => entry.type)).toEqual([
    'NONE',
    'REJECTED',
    'PREMOD',
    'ACCEPTED',
  ])
})
