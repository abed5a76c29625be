import type { Comment } from '@platform/plugin-sdk'
import { createTestPlatform, type GraphqlAnswer } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { newComment } from '../../src/features/comments/model.ts'
import { statements } from '../statements.ts'

const HOSTILE = [
  '<script>alert(1)</script>',
  '\u202E\u2066',
  'z\u0300'.repeat(200),
  '{{ 7 * 7 }}',
  "'; DROP TABLE comments; --",
  '{"$gt":""}',
  '\u0000\uFFFF',
  '='.repeat(500),
]
const QUEUE = `query ($cursor: Cursor) {
  comments(query: { statuses: [PREMOD], limit: 50, cursor: $cursor }) {
    nodes {
      id body user { username } actions { id } action_summaries { count } asset { title }
      status_history { type }
    }
    hasNextPage endCursor
  }
}`

test('each page of a queue of ten thousand hostile comments has the same cost, and shows the texts unchanged [X13]', {
  timeout: 60_000,
}, async () => {
  await using platform = await createTestPlatform()
  const moderator = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
  const asset = await platform.createAsset()
  const { user: author } = await platform.createUser()
  const bodyOf = (n: number) => `${n} ${HOSTILE[n % HOSTILE.length]!}`
  const fill = (from: number, to: number) =>
    platform.services.docstore.collection<Comment>('comments').insertMany(
      Array.from({ length: to - from }, (_, i) =>
        newComment(
          {
            id: `c${from + i}`,
            asset_id: asset.id,
            author_id: author.id,
            parent_id: null,
            body: bodyOf(from + i),
            status: 'PREMOD',
          },
          new Date(1_700_000_000_000 + from + i),
        ),
      ),
    )
  await fill(0, 100)
  await moderator.graphql(QUEUE)
  const few = await statements(() => moderator.graphql(QUEUE))
  await fill(100, 10_000)
  expect(await statements(() => moderator.graphql(QUEUE))).toBe(few)
  let cursor: string | null = null
  for (let page = 0; page < 3; page++) {
    const { data, errors }: GraphqlAnswer<Record<string, any>> = await moderator.graphql(QUEUE, { cursor })
    expect(errors).toEqual([])
    expect(data!['comments'].nodes.map(({ body }: Comment) => body)).toEqual(
      Array.from({ length: 50 }, (_, i) => bodyOf(9_999 - 50 * page - i)),
    )
    cursor = data!['comments'].endCursor
  }
})
