import type { Asset, Comment } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { named } from '../compose/named.ts'
import { importLines, line } from '../import/threads-file.ts'
import { visit } from '../pages/visit.ts'
import { edit, post } from './operations.ts'

const HOSTILE = '<img src=x onerror=alert(1)> & "quotes" \u202Eback\u202C [a](javascript:alert(1)) <b id=config>b</b>'
const fromHook = named('replaces', {
  hooks: {
    RootMutation: {
      createComment: {
        pre: (_root: unknown, { input }: { input: { body: string } }) => {
          if (input.body === 'replace me') input.body = HOSTILE
        },
      },
    },
  },
})

let platform: TestPlatform
let author: TestUser
let asset: Asset

beforeAll(async () => {
  platform = await createTestPlatform({ plugins: [fromHook] })
  author = await platform.createUser()
  asset = await platform.createAsset()
})
afterAll(() => platform[Symbol.asyncDispose]())

const stored = async (id: string) => (await platform.services.docstore.collection<Comment>('comments').findOne({ id }))!
/** The text of a comment as a page shows it. */
async function shown(id: string): Promise<string> {
  const { html } = await visit(platform, `/discussions/${(await stored(id)).asset_id}/comments/${id}`)
  return /<div class="text"[^>]*><p>(.*?)<\/p>/s.exec(html)![1]!
}

test('a text is shown the same however it came: posted, edited, imported, or put there by a plugin [X06]', async () => {
  const posted = (await post(platform.as(author), { asset_id: asset.id, body: HOSTILE })).id!
  const edited = (await post(platform.as(author), { asset_id: asset.id, body: 'something else' })).id!
  expect((await edit(platform.as(author), { id: edited, asset_id: asset.id, body: HOSTILE })).errors).toBeNull()
  const replaced = (await post(platform.as(author), { asset_id: asset.id, body: 'replace me' })).id!
  await importLines(platform, [line('hostile', { body: HOSTILE, asset: { url: asset.url, title: 'One' } })])
  const imported = (await platform.services.docstore
    .collection<Comment>('comments')
    .findOne({ 'source.id': 'hostile' }))!.id
  const texts = await Promise.all([posted, edited, replaced, imported].map(shown))
  expect(new Set(texts).size).toBe(1)
  expect(texts[0]).toContain('&lt;img src=x onerror=alert(1)')
})

test.each([
  ['nothing but zero-width characters', '\u200b\u200c\u200d\ufeff\u2060'],
  ['nothing but direction overrides', '\u202e\u202d\u2066\u2069'],
  ['nothing but combining marks', '\u0301'.repeat(5)],
  ['one letter and what is not seen', `a${'\u200b'.repeat(50)}`],
])('%s is too short [X10]', async (_what, body) => {
  expect((await post(platform.as(author), { asset_id: asset.id, body })).errors).toEqual(['COMMENT_TOO_SHORT'])
})

test('each mark on a letter counts as a character of the text [X10]', async () => {
  await platform.services.settings.update({ charCountEnable: true, charCount: 5_000 })
  expect((await post(platform.as(author), { asset_id: asset.id, body: `ab${'\u0301'.repeat(5_000)}` })).errors).toEqual(
    ['COMMENT_TOO_LONG'],
  )
  expect((await post(platform.as(author), { asset_id: asset.id, body: '👩‍👩‍👧‍👦'.repeat(1_500) })).errors).toEqual([
    'COMMENT_TOO_LONG',
  ])
})

test.each([
  [
    'a comment of a megabyte',
    `mutation ($text: String!, $id: ID!) {
      createComment(input: { asset_id: $id, body: $text }) { errors { translation_key } }
    }`,
  ],
  [
    'a username of a megabyte',
    'mutation ($text: String!, $id: ID!) { setUsername(id: $id, username: $text) { errors { translation_key } } }',
  ],
])('%s does not reach the store [N18]', async (_what, query) => {
  const answer = await platform.as(author).http('/api/v1/graph/ql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { text: 'x'.repeat(1_000_000), id: asset.id } }),
  })
  expect(answer.status).toBe(413)
})

test('a text that is too long is refused by its own limit, although the request is small enough [N18]', async () => {
  const long = 'x'.repeat(10_240)
  const moderator = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
  const answers = await Promise.all([
    platform
      .as(author)
      .graphql(
        'mutation ($t: String!, $id: ID!) { a: setUsername(id: $id, username: $t) { errors { translation_key } } }',
        { t: long, id: author.user.id },
      ),
    platform.as(author).graphql(
      `mutation ($t: String!, $id: ID!) {
        a: createComment(input: { asset_id: $id, body: $t }) { errors { translation_key } }
      }`,
      { t: 'x'.repeat(100_000), id: asset.id },
    ),
    moderator.graphql(
      `mutation ($t: String!, $id: ID!) {
        a: updateAsset(id: $id, input: { title: $t }) { errors { translation_key } }
      }`,
      { t: long, id: asset.id },
    ),
    moderator.graphql(
      `mutation ($t: String!, $id: ID!) {
        a: createFlag(flag: { item_id: $id, item_type: COMMENTS, message: $t }) {
          errors { translation_key }
        }
      }`,
      { t: long, id: (await platform.createComment({ asset })).id },
    ),
  ])
  expect(answers.map(({ data, errors }) => data?.['a']?.errors?.[0]?.translation_key ?? errors[0]?.code)).toEqual([
    expect.stringMatching(/USERNAME|NO_SPECIAL|BAD_USER_INPUT|NOT_AUTHORIZED/),
    'COMMENT_TOO_LONG',
    'BAD_USER_INPUT',
    'BAD_USER_INPUT',
  ])
})
