import { type Comment, defineReaction } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeThread, readAll } from './thread.ts'

const ROOTS = 40
const COMMENTS = 210

let platform: TestPlatform
let thread: Awaited<ReturnType<typeof makeThread>>

beforeAll(async () => {
  platform = await createTestPlatform({
    plugins: [defineReaction('respect')],
    now: new Date('2026-03-01T12:00:00.000Z'),
  })
  thread = await makeThread(platform, { roots: ROOTS, comments: COMMENTS })
  const [one, two] = [await platform.createUser(), await platform.createUser()]
  for (const [i, { id }] of [...thread.roots, ...thread.replies].entries()) {
    if (i % 4 === 0) await respect(one, id)
    if (i % 8 === 0) await respect(two, id)
  }
})

afterAll(() => platform[Symbol.asyncDispose]())

async function respect(user: Awaited<ReturnType<TestPlatform['createUser']>>, id: string) {
  await platform
    .as(user)
    .graphql('mutation ($id: ID!) { createRespectAction(input: { item_id: $id }) { errors { translation_key } } }', {
      id,
    })
}

const ids = (comments: readonly Comment[]) => comments.map(comment => comment.id)
const stored = async () =>
  new Map(
    (await platform.services.docstore.collection<Comment>('comments').find({}).toArray()).map(comment => [
      comment.id,
      comment,
    ]),
  )

const SORTS = {
  CREATED_AT: (comment: Comment) => [comment.created_at.getTime()],
  REPLIES: (comment: Comment) => [comment.reply_count, comment.created_at.getTime()],
  RESPECTS: (comment: Comment) => [comment.action_counts['respect'] ?? -1, comment.created_at.getTime()],
}

const cases = Object.keys(SORTS).flatMap(sortBy =>
  ['ASC', 'DESC'].map(sortOrder => ({ sortBy: sortBy as keyof typeof SORTS, sortOrder })),
)

test('the thread has many comments within one millisecond, and comments without any respect', async () => {
  const times = new Set([...thread.roots, ...thread.replies].map(comment => comment.created_at.getTime()))
  expect(times.size).toBeLessThan(COMMENTS / 4)
})

describe.each(cases)('$sortBy $sortOrder', ({ sortBy, sortOrder }) => {
  test.each([
    [1, false],
    [7, false],
    [7, true],
    [100, true],
  ])('pages of %i, deep %s, give each comment once and in order', async (limit, deep) => {
    const pages = await readAll(platform, { id: thread.asset.id, deep, query: { sortBy, sortOrder, limit } })
    const got = pages.flat()
    expect(new Set(got)).toEqual(new Set(ids(deep ? [...thread.roots, ...thread.replies] : thread.roots)))
    expect(got).toHaveLength(deep ? COMMENTS : ROOTS)
    const found = await stored()
    const keys = got.map(id => [...SORTS[sortBy](found.get(id)!), id])
    expect(keys).toEqual(keys.toSorted((a, b) => compare(a, b) * (sortOrder === 'ASC' ? 1 : -1)))
  })
})

function compare(a: readonly (number | string)[], b: readonly (number | string)[]): number {
  for (const [i, value] of a.entries()) if (value !== b[i]) return value < b[i]! ? -1 : 1
  return 0
}

test.each(cases)(
  'every older comment is given once while others post, sorted by $sortBy $sortOrder',
  async ({ sortBy, sortOrder }) => {
    const busy = await makeThread(platform, { roots: 18, comments: 40 })
    const author = await platform.createUser()
    const pages = await readAll(platform, {
      id: busy.asset.id,
      query: { sortBy, sortOrder, limit: 5 },
      between: () => {
        platform.clock.advance(1)
        return platform.createComment({ asset: busy.asset, author })
      },
    })
    const got = pages.flat()
    expect(new Set(got).size).toBe(got.length)
    expect(new Set(got)).toEqual(new Set([...got, ...ids(busy.roots)]))
  },
)
