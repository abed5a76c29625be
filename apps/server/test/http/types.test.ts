import { readFile } from 'node:fs/promises'
import type { Tag } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordsOf } from './records.ts'

let platform: TestPlatform
let admin: TestPlatform
let page: string
let comment: string

beforeAll(async () => {
  platform = await createTestPlatform()
  const user = await platform.createUser({ roles: ['ADMIN'] })
  admin = platform.as(user)
  const asset = await platform.createAsset()
  page = asset.id
  comment = (await platform.createComment({ asset, author: user })).id
})
afterAll(() => platform[Symbol.asyncDispose]())

type Body = Readonly<Record<string, unknown>>
const person = { email: 'new@example.org', username: 'new_one', password: 'a long enough password' }

/** A body that each route understands; each of its fields is replaced in turn. */
const BODIES: Readonly<Record<string, Body>> = {
  'POST /api/v1/auth/handoff': { secret: 's'.repeat(43), code: 'c'.repeat(43) },
  'POST /api/v1/auth/local': { email: 'a@example.org', password: 'something' },
  'POST /api/v1/users': person,
  'POST /api/v1/account/email/verify': { token: 'x', check: true },
  'POST /api/v1/account/password/reset': { email: 'a@example.org', loc: 'http://localhost/' },
  'PUT /api/v1/account/password/reset': { token: 'x', check: true, password: 'something long' },
  'POST /api/v1/users/resend-verify': { email: 'a@example.org' },
  'POST /api/v1/setup': { token: 'x', settings: {}, user: person },
  'PUT /api/v1/assets/:id/settings': {
    moderation: 'PRE',
    premodLinksEnable: true,
    infoBoxEnable: true,
    infoBoxContent: 'x',
    questionBoxEnable: true,
    questionBoxIcon: 'x',
    questionBoxContent: 'x',
    disableCommenting: true,
    disableCommentingMessage: 'x',
    charCountEnable: true,
    charCount: 100,
    customCssUrl: 'https://news.example/style.css',
  },
  'PUT /api/v1/assets/:id/status': { closedAt: '2026-03-01T12:00:00Z', closedMessage: 'x' },
  'POST /api/v1/graph/ql': { query: '{ __typename }', operationName: 'x', variables: {} },
  'POST /api/v1/csp': { 'csp-report': { 'document-uri': 'x', 'line-number': 1 } },
  'POST /api/v1/plugins/failures': { plugin: 'x', slot: 'stream' },
}
/** Routes that read no body. */
const WITHOUT = ['DELETE /api/v1/auth', 'POST /api/v1/users/:user_id/email/confirm']

const HOSTILE: readonly unknown[] = [
  { $gt: '' },
  { $ne: null },
  { $regex: '.*' },
  { $where: 'sleep(1e4)' },
  { _bsontype: 'ObjectId' },
  { toJSON: 1 },
  [],
  ['a'],
  [{ $gt: '' }],
  true,
  7,
  'text',
]

const send = (route: string, body: unknown) => {
  const [method, path] = route.split(' ') as [string, string]
  return admin.http(path.replace(/:\w+/, page), {
    method,
    // A handoff is redeemed by pages of the platform only, which a browser names as the origin.
    headers: { 'content-type': 'application/json', origin: new URL(admin.services.config.rootUrl).origin },
    body: JSON.stringify(body),
  })
}

test('every route of the API that takes a body is among these', async () => {
  const table = await readFile(new URL('../../../../docs/reference/permissions.md', import.meta.url), 'utf8')
  const routes = [...table.matchAll(/^\| `((?:POST|PUT|PATCH|DELETE) \/api\/\S+)`/gm)].map(([, route]) => route)
  expect([...routes].sort()).toEqual([...Object.keys(BODIES), ...WITHOUT].sort())
})

/** The body with each of its values, at any depth, replaced by each that is of another type. */
function* variants(body: Body): Generator<[path: string, value: unknown, body: Body]> {
  for (const [name, good] of Object.entries(body)) {
    for (const value of HOSTILE) if (!isLike(good, value)) yield [name, value, { ...body, [name]: value }]
    if (typeof good === 'object' && good !== null)
      for (const [path, value, inner] of variants(good as Body))
        yield [`${name}.${path}`, value, { ...body, [name]: inner }]
  }
}

function isLike(good: unknown, value: unknown): boolean {
  return typeof good === typeof value && Array.isArray(good) === Array.isArray(value)
}

test.each(Object.entries(BODIES))(
  '%s takes nothing of another type for any of its fields [N01]',
  async (route, body) => {
    const before = await recordsOf(platform)
    for (const [path, value, sent] of variants(body)) {
      const answer = await send(route, sent)
      const text = await answer.text()
      expect([path, value, answer.status, text.includes('BAD_USER_INPUT')]).toEqual([path, value, 400, true])
    }
    for (const whole of HOSTILE.filter(value => typeof value !== 'object' || Array.isArray(value)))
      expect([whole, (await send(route, whole)).status]).toEqual([whole, 400])
    expect(await recordsOf(platform)).toEqual(before)
  },
)

const SPECIAL = [
  '$where',
  '$set',
  'a.b',
  '__proto__',
  'constructor',
  'constructor.prototype',
  'toString',
  'toJSON',
  'toBSON',
  '_bsontype',
  '_id',
  'hasOwnProperty',
]
const named = (name: string, value: unknown) =>
  JSON.parse(`{${JSON.stringify(name)}: ${JSON.stringify(value)}}`) as Body

test.each(SPECIAL)('the key %s is refused wherever names are read [N03]', async name => {
  const before = await recordsOf(platform)
  const own = Object.getOwnPropertyNames(Object.prototype)
  for (const value of ['x', { $gt: '' }, { polluted: true }]) {
    // It is no name of anything once it is read.
    if (name !== '__proto__')
      expect((await send('PUT /api/v1/assets/:id/settings', named(name, value))).status).toBe(400)
    expect((await send('PUT /api/v1/assets/:id/status', named(name, value))).status).toBe(400)
    for (const document of [
      'mutation ($v: UpdateSettingsInput!) { updateSettings(input: $v) { errors { translation_key } } }',
      'mutation ($v: CreateCommentInput!) { createComment(input: $v) { errors { translation_key } } }',
      'query ($v: CommentsQuery!) { comments(query: $v) { nodes { id } } }',
    ]) {
      const base = document.includes('createComment') ? { asset_id: page, body: 'A text' } : {}
      const variables = JSON.parse(
        `{"v": ${JSON.stringify(base).slice(0, -1)}${Object.keys(base).length > 0 ? ',' : ''}${JSON.stringify(name)}: ${JSON.stringify(value)}}}`,
      ) as Body
      const answer = await send('POST /api/v1/graph/ql', {
        query: document,
        variables: JSON.parse(JSON.stringify(variables)),
      })
      expect([document, answer.status]).toEqual([document, 400])
    }
  }
  expect(await recordsOf(platform)).toEqual(before)
  expect([Object.getOwnPropertyNames(Object.prototype), ({} as Body)['polluted']]).toEqual([own, undefined])
})

test('__proto__ among settings is left out [N03]', async () => {
  expect((await send('PUT /api/v1/assets/:id/settings', named('__proto__', { premodLinksEnable: true }))).status).toBe(
    204,
  )
  const [asset] = await platform.services.assets.findByIds([page])
  expect([asset!.settings, (await platform.services.assets.settingsOf(asset!)).premodLinksEnable]).toEqual([{}, false])
})

test.each(SPECIAL)('%s as a text is stored and read back as it is [N03]', async text => {
  const made = await admin.graphql(
    `mutation ($input: CreateCommentInput!, $flag: CreateFlagInput!, $tag: ModifyTagInput!, $page: ID!, $title: String) {
      createComment(input: $input) { comment { id } errors { translation_key } }
      createFlag(flag: $flag) { errors { translation_key } }
      addTag(tag: $tag) { errors { translation_key } }
      updateAsset(id: $page, input: { title: $title }) { errors { translation_key } }
    }`,
    {
      input: { asset_id: page, body: `${text} ${JSON.stringify(named(text, { $gt: '' }))}`, tags: [text] },
      flag: { item_id: comment, item_type: 'COMMENTS', message: text },
      tag: { id: page, item_type: 'ASSETS', name: text, asset_id: page },
      page,
      title: text,
    },
  )
  expect([
    made.errors,
    made.data!['createComment'].errors,
    made.data!['addTag'],
    made.data!['updateAsset'].errors,
  ]).toEqual([[], null, null, null])
  const { data } = await admin.graphql(
    `query ($id: ID!, $page: ID!) {
      comment(id: $id) { body tags { tag { name } } }
      asset(id: $page) { title tags { tag { name } } }
    }`,
    { id: made.data!['createComment'].comment.id, page },
  )
  const names = (links: { tag: Tag }[]) => links.map(({ tag }) => tag.name)
  expect([
    data!['comment'].body,
    names(data!['comment'].tags).includes(text),
    data!['asset'].title,
    names(data!['asset'].tags).includes(text),
  ]).toEqual([`${text} ${JSON.stringify(named(text, { $gt: '' }))}`, true, text, true])
  await admin.graphql('mutation ($tag: ModifyTagInput!) { removeTag(tag: $tag) { errors { translation_key } } }', {
    tag: { id: page, item_type: 'ASSETS', name: text, asset_id: page },
  })
})
