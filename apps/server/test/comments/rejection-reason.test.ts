import type { Asset, Comment } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

let platform: TestPlatform
let asset: Asset
let moderator: TestUser
let author: TestUser

beforeAll(async () => {
  platform = await createTestPlatform()
  asset = await platform.createAsset()
  moderator = await platform.createUser({ roles: ['MODERATOR'] })
  author = await platform.createUser()
})

afterAll(() => platform[Symbol.asyncDispose]())

const MAKE = `mutation ($id: ID!, $status: COMMENT_STATUS!, $reason: String) {
  setCommentStatus(id: $id, status: $status, reason: $reason) { errors { translation_key message } }
}`
const HISTORY = 'query ($id: ID!) { comment(id: $id) { rejection_reason status_history { type reason } } }'
const OWN = '{ me { comments(query: { statuses: [REJECTED] }) { nodes { id rejection_reason } } } }'

async function decide(id: string, status: string, reason?: string | null): Promise<string | null> {
  const { data, errors } = await platform.as(moderator).graphql<{
    setCommentStatus: { errors: { message: string }[] } | null
  }>(MAKE, { id, status, ...(reason === undefined ? {} : { reason }) })
  expect(errors).toEqual([])
  return data!.setCommentStatus?.errors[0]?.message ?? null
}
const seenBy = async (reader: TestUser | null, id: string) => {
  const { data } = await platform.as(reader).graphql<{ comment: Record<string, unknown> | null }>(HISTORY, { id })
  return data!.comment
}
async function ownOf(id: string) {
  const { data } = await platform.as(author).graphql<{
    me: { comments: { nodes: { id: string; rejection_reason: string | null }[] } }
  }>(OWN)
  return data!.me.comments.nodes.find(node => node.id === id)
}

test('the author and moderators read why a comment was rejected, until it is not rejected any more', async () => {
  const { id } = await platform.createComment({ asset, author })
  expect(await decide(id, 'REJECTED', '  Please stay with the subject.\u0000 ')).toBeNull()
  expect(await ownOf(id)).toEqual({ id, rejection_reason: 'Please stay with the subject.' })
  expect(await seenBy(moderator, id)).toEqual({
    rejection_reason: 'Please stay with the subject.',
    status_history: [
      { type: 'NONE', reason: null },
      { type: 'REJECTED', reason: 'Please stay with the subject.' },
    ],
  })
  await decide(id, 'ACCEPTED')
  expect(await seenBy(author, id)).toEqual({ rejection_reason: null, status_history: null })
})

test('nobody else reads it', async () => {
  const { id } = await platform.createComment({ asset, author })
  await decide(id, 'REJECTED', 'A reason for one pair of eyes')
  for (const reader of [null, await platform.createUser(), await platform.createUser({ roles: ['STAFF'] })])
    expect(JSON.stringify(await seenBy(reader, id))).not.toContain('one pair of eyes')
})

test('the reason can be given later and changed, and a decision without one keeps it', async () => {
  const { id } = await platform.createComment({ asset, author })
  await decide(id, 'REJECTED')
  expect(await ownOf(id)).toEqual({ id, rejection_reason: null })
  await decide(id, 'REJECTED', 'First words')
  await decide(id, 'REJECTED', 'Better words')
  await decide(id, 'REJECTED', '   ')
  await decide(id, 'REJECTED', 'Better words')
  expect(await seenBy(moderator, id)).toMatchObject({
    rejection_reason: 'Better words',
    status_history: [{}, { reason: null }, { reason: 'First words' }, { reason: 'Better words' }],
  })
})

test('a reason that is too long, or for no rejection, is refused, and the comment stays as it was', async () => {
  const { id } = await platform.createComment({ asset, author })
  expect(await decide(id, 'REJECTED', 'x'.repeat(501))).toBe('reason: write at most 500 characters, not 501')
  expect(await decide(id, 'ACCEPTED', 'Well said')).toBe('reason: only a rejection has one; leave it out')
  expect((await seenBy(moderator, id))!['status_history']).toHaveLength(1)
  expect(await decide(id, 'REJECTED', 'x'.repeat(500))).toBeNull()
})

test('it is exported with the comment and with the account of its moderator, and goes with the comment', async () => {
  const { id } = await platform.createComment({ asset, author })
  await decide(id, 'REJECTED', 'Words for an export')
  const { personalData } = platform.services.composition
  const exported = async (user: TestUser) => {
    const found: { name: string; record: object }[] = []
    for await (const { name, record } of personalData.export(user.user.id)) found.push({ name, record })
    return found.filter(({ record }) => JSON.stringify(record).includes('Words for an export'))
  }
  expect(await exported(author)).toMatchObject([{ name: 'comments', record: { id } }])
  expect(await exported(moderator)).toMatchObject([{ name: 'reasons', record: { comment_id: id, status: 'REJECTED' } }])
  const admin = await platform.createUser({ roles: ['ADMIN'] })
  await platform
    .as(admin)
    .graphql('mutation ($id: ID!) { delUser(id: $id, password: "a long enough password") { errors { message } } }', {
      id: author.user.id,
    })
  await platform.services.jobs.idle()
  const stored = await platform.services.docstore.collection<Comment>('comments').findOne({ id })
  expect(JSON.stringify(stored)).not.toContain('Words for an export')
})
