import { type Asset, type Comment, type FieldResolvers, isShared } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import richText from '../server/index.ts'

let platform: TestPlatform
let author: TestUser
let asset: Asset

beforeAll(async () => {
  platform = await createTestPlatform({ plugins: [richText] })
  author = await platform.createUser()
  asset = await platform.createAsset()
})
afterAll(() => platform[Symbol.asyncDispose]())

const FIELDS = 'comment { id body richTextBody } errors { translation_key }'

async function post(input: object) {
  const { data, errors } = await platform
    .as(author)
    .graphql(`mutation ($input: CreateCommentInput!) { createComment(input: $input) { ${FIELDS} } }`, {
      input: { asset_id: asset.id, ...input },
    })
  expect(errors).toEqual([])
  return data!['createComment']
}
async function edit(id: string, changes: object) {
  const { data } = await platform.as(author).graphql(
    `mutation ($id: ID!, $asset: ID!, $edit: EditCommentInput) {
      editComment(id: $id, asset_id: $asset, edit: $edit) { ${FIELDS} }
    }`,
    { id, asset: asset.id, edit: changes },
  )
  return data!['editComment']
}

test('a comment with rich text keeps it safe, and its body says the same', async () => {
  const { comment } = await post({
    body: 'something else altogether',
    richTextBody: '<b>Hello</b> <i onclick="x()">there</i><script>x()</script>',
  })
  expect(comment).toEqual({ id: expect.any(String), body: 'Hello there', richTextBody: '<b>Hello</b> <i>there</i>' })
})

test('clients that know nothing of it post plain text', async () => {
  expect((await post({ body: 'plain <b>text</b>' })).comment).toMatchObject({
    body: 'plain <b>text</b>',
    richTextBody: null,
  })
  expect((await post({ body: 'plain text', richTextBody: null })).comment).toMatchObject({
    body: 'plain text',
    richTextBody: null,
  })
})

test.each([
  ['tags only', '<div><br></div><b></b>'],
  ['nothing', ''],
  ['a script only', '<script>a long enough text</script>'],
])('%s is no comment, with any body sent beside it', async (_what, richTextBody) => {
  expect(await post({ body: 'a long enough body', richTextBody })).toEqual({
    comment: null,
    errors: [{ translation_key: 'COMMENT_TOO_SHORT' }],
  })
})

test('an edit replaces both; one in plain text leaves no rich text behind', async () => {
  const {
    comment: { id },
  } = await post({ body: '', richTextBody: '<b>first</b>' })
  expect((await edit(id, { body: '', richTextBody: '<i>second</i>' })).comment).toMatchObject({
    body: 'second',
    richTextBody: '<i>second</i>',
  })
  expect((await edit(id, { body: 'third' })).comment).toMatchObject({ body: 'third', richTextBody: null })
  const { body_history: history } = (await platform.services.docstore.collection<Comment>('comments').findOne({ id }))!
  expect(history.map(({ body }) => body)).toEqual(['first', 'second', 'third'])
})

test.each([
  ['plain text', { body: 'first' }, 'first!'],
  ['rich text', { body: '', richTextBody: '<b>first</b>' }, '<i>first</i>'],
])('the same %s sent again as an edit changes nothing; another formatting does', async (_what, text, other) => {
  const { comment } = await post(text)
  const stored = () => platform.services.docstore.collection<Comment>('comments').findOne({ id: comment.id })
  const before = await stored()
  const { comment: answered, errors } = await edit(comment.id, text)
  expect([answered, errors]).toEqual([comment, null])
  expect(await stored()).toEqual(before)
  await edit(comment.id, { body: '', richTextBody: other })
  expect((await stored())!.body_history.length).toBe(2)
})

test('an edit without an edit is refused as before', async () => {
  const {
    comment: { id },
  } = await post({ body: 'first' })
  const { data } = await platform
    .as(author)
    .graphql(
      'mutation ($id: ID!, $asset: ID!) { editComment(id: $id, asset_id: $asset) { errors { translation_key } } }',
      { id, asset: asset.id },
    )
  expect(data!['editComment'].errors).toEqual([{ translation_key: 'BAD_USER_INPUT' }])
})

test('more HTML than a comment may have is refused immediately', async () => {
  expect(await post({ body: 'text', richTextBody: '<b>'.repeat(30_000) })).toEqual({
    comment: null,
    errors: [{ translation_key: 'COMMENT_TOO_LONG' }],
  })
})

test("the site's limit is for what readers see", async () => {
  const discussion = await platform.createAsset({ settings: { charCountEnable: true, charCount: 10 } })
  expect(
    (await post({ asset_id: discussion.id, body: '', richTextBody: `${'<b></b>'.repeat(20)}short` })).errors,
  ).toBeNull()
  expect((await post({ asset_id: discussion.id, body: 'short', richTextBody: 'more than ten' })).errors).toEqual([
    { translation_key: 'COMMENT_TOO_LONG' },
  ])
})

test('an answer with rich text may be shared', async () => {
  const {
    comment: { id },
  } = await post({ body: '', richTextBody: '<b>shared</b>' })
  const { data } = await platform.graphql('query ($id: ID!) { comment(id: $id) { richTextBody } }', { id })
  expect(data).toEqual({ comment: { richTextBody: '<b>shared</b>' } })
  expect(isShared((richText.resolvers!['Comment'] as FieldResolvers)['richTextBody'])).toBe(true)
})
