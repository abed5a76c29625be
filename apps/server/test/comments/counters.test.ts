import { type Action, type Asset, type Comment, type CommentStatus, defineReaction } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { decide, edit, post } from './operations.ts'

const STATUSES: CommentStatus[] = ['NONE', 'ACCEPTED', 'REJECTED', 'PREMOD', 'SYSTEM_WITHHELD']
const isVisible = ({ status }: Comment) => status === 'NONE' || status === 'ACCEPTED'
const none = Object.fromEntries(STATUSES.map(status => [status, 0]))

const made = (actions: readonly Action[], id: string, type: string) =>
  actions.filter(action => action.item_id === id && action.action_type === type).length

/** Counts anew what the counters say. */
async function recount({ services: { docstore } }: TestPlatform) {
  const assets = await docstore.collection<Asset>('assets').find({}).toArray()
  const comments = await docstore.collection<Comment>('comments').find({}).toArray()
  const actions = await docstore.collection<Action>('actions').find({}).toArray()
  const visible = comments.filter(isVisible)
  return {
    stored: {
      assets: assets.map(({ id, comment_counts: { total, roots, statuses }, last_comment_at: latest }) => ({
        id,
        latest,
        total,
        roots,
        statuses: { ...none, ...statuses },
      })),
      replies: comments.map(({ id, reply_count }) => ({ id, replies: reply_count })),
      actions: comments.map(({ id, action_counts: counts }) => ({
        id,
        respects: counts['respect'] ?? 0,
        flags: counts['flag'] ?? 0,
      })),
    },
    true: {
      assets: assets.map(({ id }) => ({
        id,
        latest:
          visible
            .filter(comment => comment.asset_id === id)
            .map(comment => comment.created_at)
            .sort((a, b) => b.getTime() - a.getTime())[0] ?? null,
        total: visible.filter(comment => comment.asset_id === id).length,
        roots: visible.filter(comment => comment.asset_id === id && comment.parent_id === null).length,
        statuses: Object.fromEntries(
          STATUSES.map(status => [
            status,
            comments.filter(comment => comment.asset_id === id && comment.status === status).length,
          ]),
        ),
      })),
      replies: comments.map(({ id }) => ({ id, replies: visible.filter(comment => comment.parent_id === id).length })),
      actions: comments.map(({ id }) => ({
        id,
        respects: made(actions, id, 'RESPECT'),
        flags: made(actions, id, 'FLAG'),
      })),
    },
    comments,
  }
}

/** The same numbers on every run. */
function randomly(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return Math.floor((state / 2 ** 32) * below)
  }
}

test.each([1, 2, 3])(
  'after many simultaneous operations every counter equals a recount (seed %i) [K09, K11]',
  async seed => {
    await using platform = await createTestPlatform({ plugins: [defineReaction('respect')] })
    const random = randomly(seed)
    const pick = <T>(list: readonly T[]) => list[random(list.length)]!
    const assets = [await platform.createAsset(), await platform.createAsset({ settings: { moderation: 'PRE' } })]
    const people: TestUser[] = await Promise.all(Array.from({ length: 4 }, () => platform.createUser()))
    const moderator = await platform.createUser({ roles: ['MODERATOR'] })
    const made: { id: string; asset_id: string; author: TestUser }[] = []

    const operations = [
      async () => {
        const author = pick(people)
        const parent = made.length > 0 && random(2) ? pick(made) : null
        const asset_id = parent?.asset_id ?? pick(assets).id
        const { id } = await post(platform.as(author), { asset_id, parent_id: parent?.id ?? null })
        if (id) made.push({ id, asset_id, author })
      },
      async () => {
        if (made.length > 0) {
          const { id, asset_id, author } = pick(made)
          await edit(platform.as(author), { id, asset_id })
        }
      },
      async () => {
        if (made.length > 0) await decide(platform.as(moderator), pick(made).id, pick(STATUSES))
      },
      async () => {
        if (made.length > 0) await react(platform.as(pick(people)), pick(made).id)
      },
    ]
    for (let round = 0; round < 30; round++) await Promise.all(Array.from({ length: 8 }, () => pick(operations)()))

    const counted = await recount(platform)
    expect(counted.comments.length).toBeGreaterThan(20)
    expect(counted.stored).toEqual(counted.true)
    expect(counted.comments.filter(({ status, status_history: history }) => history.at(-1)!.type !== status)).toEqual(
      [],
    )
    expect(
      counted.comments.filter(({ body, body_history: history }) => (history?.at(-1)?.body ?? body) !== body),
    ).toEqual([])
  },
)

/** Gives a respect, or takes it back when it was given before. */
async function react(platform: TestPlatform, id: string): Promise<void> {
  const { data } = await platform.graphql(
    `query ($id: ID!) {
      comment(id: $id) { action_summaries { ... on RespectActionSummary { current_user { id } } } }
    }`,
    { id },
  )
  const own: string | undefined = data?.['comment']?.action_summaries[0]?.current_user?.id
  if (own)
    await platform.graphql(
      'mutation ($id: ID!) { deleteRespectAction(input: { id: $id }) { errors { translation_key } } }',
      { id: own },
    )
  else
    await platform.graphql(
      'mutation ($id: ID!) { createRespectAction(input: { item_id: $id }) { errors { translation_key } } }',
      { id },
    )
}

test('an edit and a simultaneous decision are both stored, and a rejected comment stays hidden [K07]', async () => {
  await using platform = await createTestPlatform()
  const moderator = await platform.createUser({ roles: ['MODERATOR'] })
  const author = await platform.createUser()
  const asset = await platform.createAsset()
  for (let i = 0; i < 20; i++) {
    const { id } = await platform.createComment({ asset, author })
    const [edited] = await Promise.all([
      edit(platform.as(author), { id, asset_id: asset.id }),
      decide(platform.as(moderator), id, 'REJECTED'),
    ])
    const comment = (await platform.services.docstore.collection<Comment>('comments').findOne({ id }))!
    expect([comment.status, comment.body_history?.length]).toEqual(['REJECTED', edited.errors ? undefined : 2])
  }
  expect(
    (await platform.services.docstore.collection<Asset>('assets').findOne({ id: asset.id }))!.comment_counts,
  ).toMatchObject({ total: 0, roots: 0 })
})

test('the time of the latest comment is that of the latest one that readers see', async () => {
  await using platform = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
  const moderator = await platform.createUser({ roles: ['MODERATOR'] })
  const asset = await platform.createAsset()
  const ids: string[] = []
  for (const minute of [0, 1, 2]) {
    if (minute > 0) platform.clock.advance(60_000)
    ids.push((await platform.createComment({ asset })).id)
  }
  const latest = async () =>
    (await platform.services.docstore.collection<Asset>('assets').findOne({ id: asset.id }))!.last_comment_at
  const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 12, minute))
  const seen = [await latest()]
  for (const [comment, status] of [
    [1, 'REJECTED'],
    [2, 'REJECTED'],
    [1, 'ACCEPTED'],
    [1, 'PREMOD'],
    [0, 'REJECTED'],
  ] as const) {
    await decide(platform.as(moderator), ids[comment]!, status)
    seen.push(await latest())
  }
  expect(seen).toEqual([at(2), at(2), at(0), at(1), at(0), null])
})
