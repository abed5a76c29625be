import { type Comment, defineReaction } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statements } from '../statements.ts'
import { makeThread } from './thread.ts'

let platform: TestPlatform
let thread: Awaited<ReturnType<typeof makeThread>>
let assetId: string

beforeAll(async () => {
  platform = await createTestPlatform({
    plugins: [defineReaction('respect')],
    now: new Date('2026-03-01T12:00:00.000Z'),
  })
  thread = await makeThread(platform, { roots: 40, comments: 200 })
  assetId = thread.asset.id
})

afterAll(() => platform[Symbol.asyncDispose]())

interface Window {
  asset: {
    comments: {
      nodes: {
        id: string
        replyCount: number
        user: { username: string }
        replies: { nodes: { id: string; parent: { id: string } }[]; hasNextPage: boolean; endCursor: string }
      }[]
    }
  }
}

const WINDOW = `query ($id: ID!, $roots: Int, $replies: RepliesQuery) { asset(id: $id) { comments(query: { limit: $roots, sortOrder: ASC }) { nodes {
  id replyCount user { username } action_summaries { count }
  replies(query: $replies) { nodes { id parent { id } user { username } } hasNextPage endCursor }
} } } }`

test('a window has each root with its first replies, oldest first, and says when there are more', async () => {
  const { data } = await platform.graphql<Window>(WINDOW, { id: assetId, roots: 40, replies: { limit: 3 } })
  const expected = thread.roots.map(root => {
    const replies = thread.replies.filter(reply => reply.parent_id === root.id).toSorted(byTime)
    return {
      id: root.id,
      replyCount: replies.length,
      replies: replies.slice(0, 3).map(reply => reply.id),
      hasNextPage: replies.length > 3,
    }
  })
  const got = data!.asset.comments.nodes.map(({ id, replyCount, replies }) => ({
    id,
    replyCount,
    replies: replies.nodes.map(reply => reply.id),
    hasNextPage: replies.hasNextPage,
  }))
  expect(got).toEqual(expected.toSorted((a, b) => byTime(find(a.id), find(b.id))))
})

const find = (id: string) => thread.roots.find(root => root.id === id)!
const byTime = (a: Comment, b: Comment) => a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1)

test.each(['CREATED_AT', 'REPLIES', 'RESPECTS'])(
  'the cursor of a window of replies by %s reads on where the window ended',
  async sortBy => {
    const root = thread.roots.toSorted((a, b) => repliesOf(b) - repliesOf(a))[0]!
    const REPLIES = `query ($id: ID!, $query: RepliesQuery) {
      comment(id: $id) { replies(query: $query) { nodes { id } hasNextPage endCursor } }
    }`
    const got: string[] = []
    for (let cursor: string | null = null, more = true; more; ) {
      const { data } = await platform.graphql(REPLIES, { id: root.id, query: { sortBy, limit: 2, cursor } })
      const page: { nodes: { id: string }[]; hasNextPage: boolean; endCursor: string } = data!['comment'].replies
      got.push(...page.nodes.map(node => node.id))
      cursor = page.endCursor
      more = page.hasNextPage
    }
    const replies = thread.replies.filter(reply => reply.parent_id === root.id).map(reply => reply.id)
    expect(got).toHaveLength(replies.length)
    expect(new Set(got)).toEqual(new Set(replies))
  },
)

const repliesOf = (root: Comment) => thread.replies.filter(reply => reply.parent_id === root.id).length

describe('store queries', () => {
  test.each(['CREATED_AT', 'RESPECTS'])(
    'a window sorted by %s takes as many for forty parents as for two',
    async sortBy => {
      const few = await statements(() => platform.graphql(WINDOW, { id: assetId, roots: 2, replies: { sortBy } }))
      const many = await statements(() => platform.graphql(WINDOW, { id: assetId, roots: 40, replies: { sortBy } }))
      expect(few).toBeGreaterThan(0)
      expect(many).toBe(few)
    },
  )
})
