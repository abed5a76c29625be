import type { Comment } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, describe, expect, test } from 'vitest'
import { startMongo } from '../../../../packages/docstore/test/mongo.ts'
import { describeWith } from '../../../../test/needs.ts'

const mongo = await startMongo()
afterAll(mongo.stop)

const FIELDS = 'body revision editing { edited editedAt } body_history { body created_at }'
const READ = `query ($id: ID!, $asset: ID!, $ids: [ID!]!) {
  comment(id: $id) { ${FIELDS} }
  commentsById(ids: $ids) { ${FIELDS} }
  asset(id: $asset) { comments(query: { statuses: [NONE] }) { nodes { ${FIELDS} } } }
  me { comments { nodes { ${FIELDS} } } }
}`
const EDIT = `mutation ($input: EditCommentInput!, $id: ID!, $asset: ID!) {
  editComment(id: $id, asset_id: $asset, edit: $input) { comment { ${FIELDS} } errors { translation_key } }
}`

/** The values as text, each time replaced by its number among them. */
function withNumberedTimes(values: unknown): string {
  const times: string[] = []
  return JSON.stringify(values).replaceAll(/\d{4}-[\d-]+T[\d:.]+Z/g, time => {
    if (!times.includes(time)) times.push(time)
    return `time ${times.indexOf(time)}`
  })
}

const comments = (platform: TestPlatform) => platform.services.docstore.collection<Comment>('comments')

/** Stores a comment as servers did that kept its text a second time from the start. */
async function storedBefore(platform: TestPlatform, { id, body, created_at }: Comment): Promise<void> {
  await comments(platform).updateOne({ id }, { $set: { body_history: [{ body: body!, created_at }] } })
  platform.services.revisions.bumpAll()
}

async function read(platform: TestPlatform, author: TestUser, { id, asset_id: asset }: Comment): Promise<unknown> {
  const { data, errors } = await platform.as(author).graphql(READ, { id, asset, ids: [id] })
  expect(errors).toEqual([])
  const { comment, commentsById, asset: discussion, me } = data as Record<string, any>
  for (const other of [commentsById[0], discussion.comments.nodes[0], me.comments.nodes[0]])
    expect(other).toEqual(comment)
  return comment
}

describe.each([
  ['the embedded store', describe, () => ({})],
  ['MongoDB', describeWith(mongo), () => ({ PLATFORM_DOCSTORE_URL: mongo.url() })],
] as const)('on %s', (_store, describeHere, env) => {
  describeHere('the texts of a comment', () => {
    test('begin with its own, are stored from the first edit on, and are the same in a record of before', async () => {
      await using platform = await createTestPlatform({ env: env() })
      const author = await platform.createUser()
      const asset = await platform.createAsset()
      const events: Comment[] = []
      for (const name of ['commentAdded', 'commentEdited'])
        platform.services.events.local.on(name, (comment: Comment) => events.push(comment))
      const made: unknown[] = []
      for (const isOld of [false, true]) {
        events.length = 0
        const comment = await platform.createComment({ asset, author, body: 'What I think' })
        expect(comment.body_history).toEqual([{ body: 'What I think', created_at: comment.created_at }])
        if (isOld) await storedBefore(platform, comment)
        else expect(await comments(platform).findOne({ id: comment.id })).not.toHaveProperty('body_history')
        const first = await read(platform, author, comment)
        platform.clock.advance(1_000)
        const { data } = await platform.as(author).graphql(EDIT, {
          id: comment.id,
          asset: asset.id,
          input: { body: 'What I think by now' },
        })
        expect(data!['editComment'].errors).toBeNull()
        const stored = (await comments(platform).findOne({ id: comment.id }))!
        expect(stored.body_history.map(({ body }) => body)).toEqual(['What I think', 'What I think by now'])
        expect(data!['editComment'].comment).toEqual(await read(platform, author, comment))
        made.push([first, data!['editComment'].comment, events.map(event => event.body_history)])
        await comments(platform).deleteOne({ id: comment.id })
        platform.services.revisions.bumpAll()
      }
      expect(withNumberedTimes(made[1])).toBe(withNumberedTimes(made[0]))
    })

    test('are the same for plugins, whatever they read a comment by', async () => {
      await using platform = await createTestPlatform({ env: env() })
      const author = await platform.createUser()
      const comment = await platform.createComment({ asset: await platform.createAsset(), author, body: 'Once' })
      const history = [{ body: 'Once', created_at: comment.created_at }]
      const { connectors, loaders } = platform.services.composition.createContext({ user: author.user })
      const { Comment: model } = connectors['models'] as Record<string, any>
      const record = await model.findOne({ id: comment.id })
      expect([record.body_history, (await loaders.Comments.get(comment.id))!.body_history]).toEqual([history, history])
      record.metadata = { noted: true }
      await record.save()
      expect(await comments(platform).findOne({ id: comment.id })).toMatchObject({ metadata: { noted: true } })
      expect(await comments(platform).findOne({ id: comment.id })).not.toHaveProperty('body_history')
    })
  })
})
