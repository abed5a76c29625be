import type { Asset } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let platform: TestPlatform
let asset: Asset
let moderator: TestPlatform

/** As many comments as a site must not have for the store to look through them for an action. */
const TOO_MANY = 100_001

beforeAll(async () => {
  platform = await createTestPlatform({
    plugins: [
      {
        typeDefs: 'enum ACTION_TYPE { WAVE  NOD }',
        indexes: [
          {
            collection: 'comments',
            name: 'nodded',
            keys: { created_at: 1, id: 1 },
            partial: { 'action_counts.nod': { $gt: 0 } },
          },
        ],
      },
    ],
  })
  moderator = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
  asset = await platform.createAsset()
  await platform.createComment({ asset })
})
afterAll(() => platform[Symbol.asyncDispose]())

const LIST = 'query ($query: CommentsQuery!) { found: comments(query: $query) { nodes { id } } }'
const COUNT = 'query ($query: CommentCountQuery!) { found: commentCount(query: $query) }'

const codes = async (document: string, query: Record<string, unknown>, viewer: TestPlatform = moderator) => {
  const { errors } = await viewer.graphql(document, { query })
  return errors.map(({ code }) => code)
}

describe.each([
  ['listed', LIST],
  ['counted', COUNT],
])('comments with an action are %s', (_how, document) => {
  test('by looking through all of them on a small site', async () => {
    await holdComments(1)
    expect(await codes(document, { action_type: 'WAVE' })).toEqual([])
  })

  describe('on a large site', () => {
    beforeAll(() => holdComments(TOO_MANY))

    test.each(['WAVE', 'DONTAGREE'])(
      'with a discussion, a tag or an author, and else are refused with what is missing: %s',
      async action => {
        expect(await codes(document, { action_type: action })).toEqual(['ASSET_REQUIRED'])
        for (const narrower of [
          { asset_id: 'some' },
          { asset_ids: ['a', 'b'] },
          { tags: ['BEST'] },
          { author_id: 'u' },
        ])
          expect([narrower, await codes(document, { action_type: action, ...narrower })]).toEqual([narrower, []])
      },
    )

    test.each(['FLAG', 'NOD'])('where an index of the core or of a plugin has them: %s', async action => {
      expect(await codes(document, { action_type: action })).toEqual([])
    })
  })
})

test('the action is not looked at, and nothing refused, for a reader who may not ask for it', async () => {
  await holdComments(TOO_MANY)
  expect(await codes(LIST, { action_type: 'WAVE' }, platform)).toEqual([])
})

/** Has the counters of the site say that there are this many comments. */
async function holdComments(count: number): Promise<void> {
  const { docstore, revisions } = platform.services
  await docstore
    .collection<Asset>('assets')
    .updateOne({ id: asset.id }, { $set: { 'comment_counts.statuses.NONE': count } } as never)
  await docstore.collection('site_counts').deleteMany({})
  revisions.bumpAll()
}
