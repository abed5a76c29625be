import type { Comment } from '@platform/plugin-sdk'
import { createTestPlatform, type GraphqlAnswer, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processorTimeOf } from '../../../../test/processor-time.ts'
import { atUsualSpeed } from '../../../../test/slowness.ts'
import { newComment } from '../../src/features/comments/model.ts'

const COMMENTS = 20_000
const BATCH = 2_000
/** What the first view may cost the server, in milliseconds of processor time: the clock counts other work. */
const MOST = 50
/** The first answers are slower, because nothing is compiled yet. */
const WARM = 5
const SAMPLES = 9

const QUEUES = [
  { statuses: ['NONE'] },
  { statuses: ['PREMOD'] },
  { statuses: ['NONE', 'PREMOD', 'SYSTEM_WITHHELD'], action_type: 'FLAG' },
  { statuses: ['ACCEPTED'] },
  { statuses: ['REJECTED'] },
  { statuses: null },
].map(query => ({ ...query, excludeDeleted: true }))

const FIRST_VIEW = `query ($page: CommentsQuery!, $queues: [CommentCountQuery!]!) {
  commentCounts(queries: $queues)
  comments(query: $page) {
    nodes {
      id body created_at status revision
      user { id username reliable { commenter commenterKarma } }
      asset { id title url }
      status_history { type created_at assigned_by { username } }
      actions { id user { username } }
    }
  }
}`

let platform: TestPlatform
let moderator: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
  moderator = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
  const author = await platform.createUser()
  const { id: asset } = await platform.createAsset()
  const comments = platform.services.docstore.collection<Comment>('comments')
  const start = Date.parse('2026-03-01T12:00:00.000Z')
  for (let first = 0; first < COMMENTS; first += BATCH)
    await comments.insertMany(
      Array.from({ length: BATCH }, (_, at) => {
        const n = first + at
        const draft = { asset_id: asset, author_id: author.user.id, parent_id: null, body: `Comment ${n}` }
        // Half of them wait for a moderator, and some were reported.
        const status = n % 2 === 0 ? 'PREMOD' : 'NONE'
        const comment = newComment({ id: `c${n}`, ...draft, status }, new Date(start + n * 1_000))
        return n % 4 === 0 ? { ...comment, action_counts: { flag: 1 } } : comment
      }),
    )
  const counted = { 'comment_counts.statuses.NONE': COMMENTS / 2, 'comment_counts.statuses.PREMOD': COMMENTS / 2 }
  await platform.services.docstore.collection('assets').updateOne({ id: asset }, { $set: counted })
}, 120_000)
afterAll(() => platform?.[Symbol.asyncDispose]())

test.each([['NONE'], ['PREMOD']])(
  'the first rows and the counts of all queues cost less than 50 ms while the queue %s has thousands of comments',
  async status => {
    const page = { statuses: [status], excludeDeleted: true, sortOrder: 'DESC', limit: 20 }
    const firstView = async () => {
      // Another comment, so that no count is kept.
      platform.services.revisions.bump('comments')
      const asked = { page, queues: QUEUES }
      let answer: GraphqlAnswer<{ commentCounts: number[]; comments: { nodes: object[] } }> | undefined
      const time = await processorTimeOf(async () => {
        answer = await moderator.graphql(FIRST_VIEW, asked)
      })
      expect(answer!.errors).toEqual([])
      expect(answer!.data!.comments.nodes).toHaveLength(20)
      expect(answer!.data!.commentCounts).toEqual([COMMENTS / 2, COMMENTS / 2, COMMENTS / 4, 0, 0, COMMENTS])
      return time
    }
    const cost = await atUsualSpeed(`the first view of ${status}`, { warm: WARM, samples: SAMPLES, measure: firstView })
    expect(cost).toBeLessThanOrEqual(MOST)
  },
)
