import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBothStores } from '../on-both-stores.ts'

const READ =
  'query ($id: ID!) { comment(id: $id) { status revision status_history { type assigned_by { username } } } }'
const DECIDE = `mutation ($id: ID!, $status: COMMENT_STATUS!, $expected: ExpectedComment) {
  setCommentStatus(id: $id, status: $status, expected: $expected) { errors {
    translation_key
    ... on CommentChangedUserError { comment {
      status body status_history { type created_at assigned_by { username } }
    } }
  } }
}`
const MOST_TIMES = 100

interface Expected {
  readonly status: string
  readonly revision: string
}
interface Refused {
  readonly translation_key: string
  readonly comment?: {
    readonly status: string
    readonly body: string
    readonly status_history: readonly { type: string; created_at: string; assigned_by: { username: string } | null }[]
  }
}

await onBothStores(env => {
  let platform: TestPlatform
  let ada: TestUser
  let grace: TestUser
  beforeAll(async () => {
    platform = await createTestPlatform({ env: env() })
    ada = await platform.createUser({ roles: ['MODERATOR'], username: 'Ada' })
    grace = await platform.createUser({ roles: ['MODERATOR'], username: 'Grace' })
  })
  afterAll(() => platform?.[Symbol.asyncDispose]())

  async function seen(id: string): Promise<Expected> {
    const { data } = await platform.as(ada).graphql<{ comment: Expected }>(READ, { id })
    return { status: data!.comment.status, revision: data!.comment.revision }
  }
  async function decide(by: TestUser, id: string, given: { status: string; expected?: Expected }): Promise<Refused[]> {
    const { data } = await platform
      .as(by)
      .graphql<{ setCommentStatus: { errors: Refused[] } | null }>(DECIDE, { id, ...given })
    return data!.setCommentStatus?.errors ?? []
  }

  test('a decision about a comment that a colleague has decided about is not made, and says who did what', async () => {
    const { id } = await platform.createComment({ asset: await platform.createAsset() })
    const expected = await seen(id)
    expect(await decide(ada, id, { status: 'REJECTED', expected })).toEqual([])
    const [refused] = await decide(grace, id, { status: 'ACCEPTED', expected })
    expect([refused?.translation_key, refused?.comment?.status]).toEqual(['COMMENT_CHANGED', 'REJECTED'])
    expect(refused?.comment?.status_history.at(-1)).toMatchObject({
      type: 'REJECTED',
      assigned_by: { username: 'Ada' },
    })
    expect((await seen(id)).status).toBe('REJECTED')
  })

  test('a decision about a text that its author has changed since is not made, and gives the text of now', async () => {
    const asset = await platform.createAsset()
    const author = await platform.createUser()
    const { id } = await platform.createComment({ asset, author, body: 'The first text' })
    const expected = await seen(id)
    const EDIT = `mutation ($id: ID!, $asset: ID!) {
      editComment(id: $id, asset_id: $asset, edit: { body: "Another text" }) { errors { message } }
    }`
    await platform.as(author).graphql(EDIT, { id, asset: asset.id })
    const [refused] = await decide(grace, id, { status: 'ACCEPTED', expected })
    expect([refused?.translation_key, refused?.comment?.body]).toEqual(['COMMENT_CHANGED', 'Another text'])
  })

  test('a tag, a flag and a reply leave the revision as it is', async () => {
    const asset = await platform.createAsset()
    const parent = await platform.createComment({ asset })
    const { id } = parent
    const expected = await seen(id)
    await platform.createComment({ asset, parent })
    await platform
      .as(await platform.createUser())
      .graphql(
        'mutation ($id: ID!) { createFlag(flag: { item_id: $id, item_type: COMMENTS }) { errors { message } } }',
        { id },
      )
    expect(await seen(id)).toEqual(expected)
  })

  test('a client that says nothing about what it saw decides as before', async () => {
    const { id } = await platform.createComment({ asset: await platform.createAsset() })
    expect(await decide(ada, id, { status: 'REJECTED' })).toEqual([])
    expect(await decide(grace, id, { status: 'ACCEPTED' })).toEqual([])
    expect((await seen(id)).status).toBe('ACCEPTED')
  })

  test('of two moderators who decide in the same instant one is told, a hundred times', {
    timeout: 120_000,
  }, async () => {
    const asset = await platform.createAsset()
    const author = await platform.createUser()
    for (let time = 0; time < MOST_TIMES; time++) {
      const { id } = await platform.createComment({ asset, author, body: `Text ${time}` })
      const expected = await seen(id)
      const [one, other] = await Promise.all([
        decide(ada, id, { status: 'ACCEPTED', expected }),
        decide(grace, id, { status: time % 2 === 0 ? 'ACCEPTED' : 'REJECTED', expected }),
      ])
      expect([time, [...one, ...other].map(({ translation_key: key }) => key)]).toEqual([time, ['COMMENT_CHANGED']])
    }
  })
})

test('readers get no revision', async () => {
  await using platform = await createTestPlatform()
  const { id } = await platform.createComment({ asset: await platform.createAsset() })
  const { data } = await platform.graphql<{ comment: object }>('query ($id: ID!) { comment(id: $id) { revision } }', {
    id,
  })
  expect(data!.comment).toEqual({ revision: null })
})
