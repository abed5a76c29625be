import type { Asset, Comment } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import downvote from 'platform-plugin-downvote'
import upvote from 'platform-plugin-upvote'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import controversial from '../server/index.ts'
import { scoreOf } from '../server/score.ts'

let platform: TestPlatform
let people: TestUser[]
let asset: Asset

beforeAll(async () => {
  platform = await createTestPlatform({ plugins: [controversial, downvote, upvote] })
  people = await Promise.all(Array.from({ length: 6 }, () => platform.createUser()))
})
beforeEach(async () => {
  asset = await platform.createAsset()
})
afterAll(() => platform[Symbol.asyncDispose]())

type Kind = 'Upvote' | 'Downvote'

async function vote(kind: Kind, user: TestUser, { id }: Comment): Promise<string> {
  const { data } = await platform.as(user).graphql(
    `mutation ($id: ID!) {
      vote: create${kind}Action(input: { item_id: $id }) { action: ${kind.toLowerCase()} { id } }
    }`,
    { id },
  )
  return data!['vote'].action.id
}
const takeBack = (kind: Kind, user: TestUser, id: string) =>
  platform
    .as(user)
    .graphql(`mutation ($id: ID!) { delete${kind}Action(input: { id: $id }) { errors { translation_key } } }`, { id })

async function voted(ups: number, downs: number): Promise<Comment> {
  const comment = await platform.createComment({ asset })
  for (const user of people.slice(0, ups)) await vote('Upvote', user, comment)
  for (const user of people.slice(0, downs)) await vote('Downvote', user, comment)
  return comment
}
async function stored({ id }: Comment): Promise<unknown> {
  const { metadata } = (await platform.services.docstore.collection<Comment>('comments').findOne({ id }))!
  return (metadata['controversial'] as { score: number } | undefined)?.score
}

test.each<[ups: number, downs: number, score: number]>([
  [0, 0, 0],
  [7, 0, 0],
  [0, 7, 0],
  [1, 1, 2],
  [50, 50, 100],
  [50, 5, 5.5],
  [5, 50, 5.5],
])('%i up and %i down score %d', (up, down, score) => {
  expect(scoreOf({ upvote: up, downvote: down })).toBeCloseTo(score)
})

test('comments that divide readers come first, then newer ones', async () => {
  const [praised, divided, leaning, unseen] = [
    await voted(5, 0),
    await voted(3, 3),
    await voted(5, 1),
    await voted(0, 0),
  ]
  const page = async (order: string, cursor: string | null = null) =>
    (
      await platform.graphql(
        `query ($id: ID!, $order: SORT_ORDER, $cursor: Cursor) {
          asset(id: $id) {
            comments(query: { sortBy: CONTROVERSIAL, sortOrder: $order, limit: 2, cursor: $cursor }) {
              nodes { id } endCursor
            }
          }
        }`,
        { id: asset.id, order, cursor },
      )
    ).data!['asset'].comments
  const ids = ({ nodes }: { nodes: { id: string }[] }) => nodes.map(({ id }) => id)
  const first = await page('DESC')
  expect([ids(first), ids(await page('DESC', first.endCursor))]).toEqual([
    [divided.id, leaning.id],
    [praised.id, unseen.id],
  ])
  expect(ids(await page('ASC'))).toEqual([unseen.id, praised.id])
})

test('votes that are removed do not count', async () => {
  const comment = await voted(2, 0)
  const id = await vote('Downvote', people[0]!, comment)
  expect(await stored(comment)).toBe(1.5)
  await takeBack('Downvote', people[1]!, id)
  expect(await stored(comment)).toBe(1.5)
  await takeBack('Downvote', people[0]!, id)
  expect(await stored(comment)).toBe(0)
})

test('however many vote at the same time, the score is that of all votes', async () => {
  const comment = await platform.createComment({ asset })
  await Promise.all(people.flatMap(user => [vote('Upvote', user, comment), vote('Downvote', user, comment)]))
  expect(await stored(comment)).toBe(12)
})

test('a vote that is refused changes nothing', async () => {
  const comment = await platform.createComment({ asset, status: 'REJECTED' })
  const { data } = await platform
    .as(people[0]!)
    .graphql('mutation ($id: ID!) { createUpvoteAction(input: { item_id: $id }) { errors { translation_key } } }', {
      id: comment.id,
    })
  expect([data!['createUpvoteAction'].errors, await stored(comment)]).toEqual([
    [{ translation_key: 'NOT_FOUND' }],
    undefined,
  ])
})

test('without the plugins for votes the start fails and names them', async () => {
  await expect(createTestPlatform({ plugins: [controversial, upvote] })).rejects.toThrow(
    /requires platform-plugin-downvote/,
  )
})
