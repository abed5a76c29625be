import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

let platform: TestPlatform
let admin: TestPlatform
let page: string

beforeAll(async () => {
  platform = await createTestPlatform()
  admin = platform.as(await platform.createUser({ roles: ['ADMIN'] }))
  page = (await platform.createAsset()).id
})
afterAll(() => platform[Symbol.asyncDispose]())

/** What a request was refused for: each field with what is said about it. */
async function problems(method: string, path: string, body: unknown, by = admin): Promise<Record<string, string>> {
  const answer = await by.http(path, {
    method,
    ...(method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const { error } = (await answer.json()) as {
    error: { message: string; metadata?: { problems?: { field: string; message: string }[] } }
  }
  expect([path, answer.status]).toEqual([path, 400])
  return Object.fromEntries(
    (error.metadata?.problems ?? [{ field: 'message', message: error.message }]).map(problem => [
      problem.field,
      problem.message,
    ]),
  )
}

/** The words of the library that checks. */
const RAW = /Invalid|Too (big|small)|Unrecognized|expected|received|<=|>=/

test('whatever a field has to be, a refusal says where, what and what to give instead', async () => {
  const settings = (values: unknown) => problems('PUT', `/api/v1/assets/${page}/settings`, values)
  expect(
    await settings({
      charCount: 'many',
      moderation: 'NEVER',
      premodLinksEnable: 1,
      infoBoxContent: ['x'],
      customCssUrl: 'nothing',
      questionBoxIcon: 'x'.repeat(101),
      disableCommenting: 'yes',
      closing: true,
    }),
  ).toEqual({
    charCount: 'give a whole number of characters from 1 to 100000',
    moderation: 'give one of PRE, POST',
    premodLinksEnable: 'give true or false, not a number',
    infoBoxContent: 'give a text, not a list',
    customCssUrl: 'give an http or https address',
    questionBoxIcon: 'has more than 100 characters',
    disableCommenting: 'give true or false, not a text',
    closing: 'There is no such field; remove it',
  })
  expect(await settings([])).toEqual({ input: 'give an object, not a list' })
  expect(await settings(null)).toEqual({ input: 'give an object, not null' })
  expect(await problems('POST', '/api/v1/auth/local', { email: 7 }, platform)).toEqual({
    email: 'give a text, not a number',
  })
  expect(
    await problems('POST', '/api/v1/users', { email: 'x'.repeat(2_001), username: null, password: {} }, platform),
  ).toMatchObject({
    email: 'has more than 2,000 characters',
    username: 'give a text, not null',
    password: 'give a text, not an object',
  })
  expect(await problems('GET', '/api/v1/assets?filter=some&field=url&asc=maybe', null)).toEqual({
    filter: 'give one of all, open, closed',
    field: 'give one of publication_date, created_at',
    asc: 'give one of true, false',
  })
  expect(await problems('PUT', `/api/v1/assets/${page}/status`, { closedAt: 'soon' })).toEqual({
    closedAt: 'give an ISO-8601 time with its zone',
  })
})

test('settings of the site say the same over GraphQL', async () => {
  const { data } = await admin.graphql(
    `mutation ($input: UpdateSettingsInput!) {
      updateSettings(input: $input) {
        errors { translation_key ... on ValidationUserError { field_name } }
      }
    }`,
    { input: { organizationName: 'x'.repeat(201) } },
  )
  expect(data!['updateSettings'].errors).toEqual([
    { translation_key: 'BAD_USER_INPUT', field_name: 'organizationName' },
  ])
  const failed = await platform.services.settings
    .update({
      organizationName: 'x'.repeat(201),
      tags: [{ name: 'x'.repeat(101), models: ['ALL'], created_at: 'soon' }],
      metadata: { $a: 1 },
      charCountEnable: null,
    })
    .catch((error: unknown) => error as Error)
  expect((failed as Error).message.split('; ')).toEqual([
    'organizationName: has more than 200 characters',
    'tags.0.name: has more than 100 characters',
    'tags.0.models.0: give one of ASSETS, COMMENTS, USERS',
    'tags.0.created_at: give a time',
    'metadata.$a: a name begins with neither $ nor _, and has no dot',
  ])
})

test('no rule of any route speaks in the words of the library', async () => {
  const bodies = [null, [], 'x', 7, true, {}, { $gt: '' }]
  const values = [null, [], {}, 7, true, '', 'x'.repeat(30_000), -1, 1e300, { $gt: '' }]
  const fields = [
    'email',
    'password',
    'username',
    'token',
    'settings',
    'user',
    'closedAt',
    'closedMessage',
    'moderation',
    'charCount',
    'customCssUrl',
    'query',
    'variables',
    'csp-report',
    'loc',
  ]
  const routes = [
    ['POST', '/api/v1/auth/local'],
    ['POST', '/api/v1/users'],
    ['POST', '/api/v1/account/password/reset'],
    ['PUT', '/api/v1/account/password/reset'],
    ['POST', '/api/v1/account/email/verify'],
    ['POST', '/api/v1/users/resend-verify'],
    ['PUT', `/api/v1/assets/${page}/settings`],
    ['PUT', `/api/v1/assets/${page}/status`],
    ['POST', '/api/v1/setup'],
    ['POST', '/api/v1/csp'],
    ['POST', '/api/v1/graph/ql'],
  ] as const
  for (const [method, path] of routes) {
    for (const body of [...bodies, ...values.map(value => Object.fromEntries(fields.map(field => [field, value])))]) {
      const answer = await admin.http(path, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const text = path.endsWith('graph/ql') && answer.status === 200 ? '' : await answer.text()
      expect([path, body, answer.status < 500, RAW.exec(text)?.[0]]).toEqual([path, body, true, undefined])
    }
  }
})
