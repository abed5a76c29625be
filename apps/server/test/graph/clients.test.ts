import type { Asset, Comment } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

// What the clients of the platform ask for, screen by screen, as they send it.

let platform: TestPlatform
let reader: TestPlatform
let moderator: TestPlatform
let admin: TestPlatform
let asset: Asset
let root: Comment
let author: TestUser

beforeAll(async () => {
  platform = await createTestPlatform()
  author = await platform.createUser({ username: 'author' })
  reader = platform.as(author)
  moderator = platform.as(await platform.createUser({ username: 'mod_1', roles: ['MODERATOR'] }))
  admin = platform.as(await platform.createUser({ username: 'admin_1', roles: ['ADMIN'] }))
  asset = await platform.createAsset()
  root = await platform.createComment({ asset, author, body: 'The first' })
  const reply = await platform.createComment({ asset, parent: root, body: 'The second' })
  await platform.createComment({ asset, parent: reply, body: 'The third' })
})

afterAll(() => platform[Symbol.asyncDispose]())

async function ask(by: TestPlatform, document: string, variables: Record<string, unknown> = {}) {
  const { status, data, errors } = await by.graphql(document, variables)
  expect([status, errors]).toEqual([200, []])
  return data as Record<string, any>
}

const COMMENT = /* GraphQL */ `
  fragment CommentView on Comment {
    id body created_at status replyCount hasParent
    tags { tag { name } assigned_by { id } }
    user { id username created_at tags { tag { name } } }
    action_summaries { __typename count current_user { id } ... on FlagActionSummary { reason } }
    editing { edited editableUntil }
    parent { id }
    asset { id title url }
  }`

describe('the stream', () => {
  const STREAM = /* GraphQL */ `
    query Stream($assetId: ID, $assetUrl: String, $commentId: ID!, $hasComment: Boolean!, $excludeIgnored: Boolean, $sortBy: SORT_COMMENTS_BY!, $sortOrder: SORT_ORDER!) {
      me {
        id username role ignoredUsers { id }
        state { status { username { status } banned { status } suspension { until } } }
      }
      settings { organizationName requireEmailConfirmation customCssUrl }
      asset(id: $assetId, url: $assetUrl) {
        id title url author isClosed closedAt created_at commentCount totalCommentCount
        settings {
          moderation infoBoxEnable infoBoxContent premodLinksEnable questionBoxEnable
          questionBoxContent questionBoxIcon closedTimeout closedMessage disableCommenting
          disableCommentingMessage charCountEnable charCount requireEmailConfirmation
          editCommentWindowLength
        }
        comment(id: $commentId) @include(if: $hasComment) { ...CommentView parent { ...CommentView } }
        comments(query: { limit: 10, excludeIgnored: $excludeIgnored, sortOrder: $sortOrder, sortBy: $sortBy }) {
          nodes {
            ...CommentView
            replies(query: { limit: 3, excludeIgnored: $excludeIgnored }) {
              nodes {
                ...CommentView
                replies(query: { limit: 3, excludeIgnored: $excludeIgnored }) {
                  nodes { ...CommentView } hasNextPage startCursor endCursor
                }
              }
              hasNextPage startCursor endCursor
            }
          }
          hasNextPage startCursor endCursor
        }
      }
    } ${COMMENT}`

  test.each([
    ['an anonymous reader', () => platform],
    ['its author', () => reader],
    ['a moderator', () => moderator],
  ] as const)('opens for %s, by address and at a comment', async (_name, by) => {
    const data = await ask(by(), STREAM, {
      assetUrl: asset.url,
      commentId: root.id,
      hasComment: true,
      excludeIgnored: true,
      sortBy: 'CREATED_AT',
      sortOrder: 'DESC',
    })
    expect(data['asset']).toMatchObject({
      id: asset.id,
      commentCount: 1,
      totalCommentCount: 3,
      comment: { id: root.id, parent: null },
      isClosed: false,
    })
    expect(data['asset'].comments.nodes[0]).toMatchObject({
      body: 'The first',
      replyCount: 1,
      replies: { nodes: [{ body: 'The second', replies: { nodes: [{ body: 'The third' }] } }] },
    })
  })

  test('loads more of a level, by a time as older clients keep it and by a cursor as it was given out', async () => {
    const MORE = `query LoadMore($limit: Int = 5, $cursor: Cursor, $parent_id: ID, $asset_id: ID, $sortOrder: SORT_ORDER, $sortBy: SORT_COMMENTS_BY = CREATED_AT, $excludeIgnored: Boolean) {
      comments(query: { limit: $limit, cursor: $cursor, parent_id: $parent_id, asset_id: $asset_id, sortOrder: $sortOrder, sortBy: $sortBy, excludeIgnored: $excludeIgnored }) {
        nodes { ...CommentView } hasNextPage startCursor endCursor
      }
    } ${COMMENT}`
    const first = await ask(reader, MORE, {
      parent_id: root.id,
      asset_id: asset.id,
      sortOrder: 'ASC',
      excludeIgnored: true,
    })
    expect(first['comments'].nodes).toMatchObject([{ body: 'The second' }])
    expect(
      (
        await ask(reader, MORE, {
          cursor: first['comments'].endCursor,
          parent_id: root.id,
          asset_id: asset.id,
          sortOrder: 'ASC',
        })
      )['comments'].nodes,
    ).toEqual([])
    expect(
      (
        await ask(reader, MORE, {
          cursor: root.created_at.toISOString(),
          parent_id: null,
          asset_id: asset.id,
          sortOrder: 'ASC',
        })
      )['comments'].nodes,
    ).toEqual([])
  })

  test('posts a comment, and edits it', async () => {
    const posted = await ask(
      reader,
      `mutation PostComment($input: CreateCommentInput!) {
        createComment(input: $input) {
          comment { ...CommentView }
          actions { __typename ... on FlagAction { reason } }
          errors { translation_key }
        }
      }
      ${COMMENT}`,
      { input: { asset_id: asset.id, parent_id: null, body: 'Said', tags: [] } },
    )
    expect(posted['createComment']).toMatchObject({ comment: { body: 'Said', status: 'NONE' }, errors: null })
    const edited = await ask(
      reader,
      `mutation EditComment($id: ID!, $asset_id: ID!, $edit: EditCommentInput) {
        editComment(id: $id, asset_id: $asset_id, edit: $edit) {
          comment { status body editing { edited } }
          errors { translation_key }
        }
      }`,
      { id: posted['createComment'].comment.id, asset_id: asset.id, edit: { body: 'Said better' } },
    )
    expect(edited['editComment']).toEqual({
      comment: { status: 'NONE', body: 'Said better', editing: { edited: true } },
      errors: null,
    })
  })

  test('is configured by moderators beside it', async () => {
    const { answer } = await ask(
      moderator,
      `mutation UpdateAssetSettings($id: ID!, $input: AssetSettingsInput!) {
        answer: updateAssetSettings(id: $id, input: $input) { errors { translation_key } }
      }`,
      {
        id: asset.id,
        input: {
          premodLinksEnable: false,
          moderation: 'POST',
          questionBoxEnable: true,
          questionBoxContent: 'Well?',
          questionBoxIcon: 'default',
        },
      },
    )
    expect(answer).toBeNull()
    await ask(
      moderator,
      `mutation UpdateAssetStatus($id: ID!, $input: UpdateAssetStatusInput!) {
        updateAssetStatus(id: $id, input: $input) { errors { translation_key } }
      }`,
      { id: asset.id, input: { closedAt: new Date().toISOString() } },
    )
    expect(
      (await ask(platform, 'query ($id: ID!) { asset(id: $id) { isClosed } }', { id: asset.id }))['asset'].isClosed,
    ).toBe(true)
    await ask(
      moderator,
      `mutation UpdateAssetStatus($id: ID!, $input: UpdateAssetStatusInput!) {
        updateAssetStatus(id: $id, input: $input) { errors { translation_key } }
      }`,
      { id: asset.id, input: { closedAt: null } },
    )
  })
})

test("the profile shows one's own comments and account", async () => {
  const { me } = await ask(
    reader,
    `query Profile {
    me {
      id username email role created_at
      profiles { id provider ... on LocalUserProfile { confirmedAt } }
      ignoredUsers { id username } tokens { id name active }
      state { status { username { status history { status created_at } } banned { status } suspension { until } } }
      comments(query: { limit: 10 }) { nodes { ...CommentView url } hasNextPage startCursor endCursor }
    }
  } ${COMMENT}`,
  )
  expect(me).toMatchObject({
    username: 'author',
    email: 'author@test.example',
    role: 'COMMENTER',
    profiles: [{ provider: 'local', confirmedAt: expect.any(String) }],
    state: { status: { username: { status: 'SET' } } },
  })
  expect(me.comments.nodes.at(-1)).toMatchObject({ id: root.id, url: `${asset.url}?commentId=${root.id}` })
})

describe('moderation', () => {
  const QUEUES = /* GraphQL */ `
    query Queues($asset_id: ID, $sortOrder: SORT_ORDER, $allAssets: Boolean!, $nullStatuses: [COMMENT_STATUS!]) {
      all: comments(query: { statuses: $nullStatuses, asset_id: $asset_id, sortOrder: $sortOrder, limit: 20, excludeDeleted: true }) {
        ...Page
      }
      new: comments(query: { statuses: [NONE], asset_id: $asset_id, sortOrder: $sortOrder, limit: 20, excludeDeleted: true }) {
        ...Page
      }
      premod: comments(query: { statuses: [PREMOD], asset_id: $asset_id, sortOrder: $sortOrder, limit: 20, excludeDeleted: true }) {
        ...Page
      }
      reported: comments(query: { statuses: [NONE, PREMOD, SYSTEM_WITHHELD], action_type: FLAG, asset_id: $asset_id, sortOrder: $sortOrder, limit: 20, excludeDeleted: true }) {
        ...Page
      }
      rejected: comments(query: { statuses: [REJECTED], asset_id: $asset_id, sortOrder: $sortOrder, limit: 20, excludeDeleted: true }) {
        ...Page
      }
      newCount: commentCount(query: { statuses: [NONE], asset_id: $asset_id, excludeDeleted: true })
      premodCount: commentCount(query: { statuses: [PREMOD], asset_id: $asset_id, excludeDeleted: true })
      reportedCount: commentCount(query: { statuses: [NONE, PREMOD, SYSTEM_WITHHELD], action_type: FLAG, asset_id: $asset_id, excludeDeleted: true })
      asset(id: $asset_id) @skip(if: $allAssets) { id title url settings { moderation } }
      settings {
        moderation organizationName
        karmaThresholds { comment { reliable unreliable } flag { reliable unreliable } }
        wordlist { banned suspect }
      }
      me { id role }
    }
    fragment Page on CommentConnection { nodes { ...ModerationView } hasNextPage startCursor endCursor }
    fragment ModerationView on Comment {
      id body created_at status hasParent
      status_history { type created_at assigned_by { id username } }
      body_history { body created_at }
      user {
        id username role
        reliable { commenter commenterKarma flagger flaggerKarma }
        state {
          status { username { status } banned { status } alwaysPremod { status } suspension { until } }
        }
      }
      asset { id title url }
      editing { edited }
      actions { __typename created_at user { id username } ... on FlagAction { reason message user { id username } } }
      action_summaries { __typename count ... on FlagActionSummary { reason } }
      tags { tag { name } }
      deleted_at
    }`

  test('shows its queues, for one discussion and for all', async () => {
    const rejected = await platform.createComment({ asset, body: 'To be rejected' })
    await ask(
      moderator,
      `mutation SetCommentStatus($id: ID!, $status: COMMENT_STATUS!) {
        setCommentStatus(id: $id, status: $status) { errors { translation_key } }
      }`,
      { id: rejected.id, status: 'REJECTED' },
    )
    for (const variables of [
      { asset_id: asset.id, allAssets: false, sortOrder: 'DESC' },
      { allAssets: true, sortOrder: 'ASC', nullStatuses: null },
    ]) {
      const data = await ask(moderator, QUEUES, { nullStatuses: null, ...variables })
      expect(data['rejected'].nodes).toMatchObject([
        {
          id: rejected.id,
          status: 'REJECTED',
          status_history: [{ type: 'NONE' }, { type: 'REJECTED', assigned_by: { username: 'mod_1' } }],
        },
      ])
      expect([data['newCount'], data['premodCount'], data['reportedCount'], data['new'].nodes.length]).toEqual([
        data['new'].nodes.length,
        0,
        0,
        data['newCount'],
      ])
      expect(data['all'].nodes).toHaveLength(data['newCount'] + 1)
    }
  })

  test('shows a person beside a comment', async () => {
    const { user, comments, totalComments, rejectedComments } = await ask(
      moderator,
      `query UserDetail($author_id: ID!, $statuses: [COMMENT_STATUS!]) {
      user(id: $author_id) {
        id username email created_at role profiles { id provider } tags { tag { name } }
        reliable { commenter commenterKarma flagger }
        state {
          status {
            banned { status history { status assigned_by { username } created_at } }
            alwaysPremod { status history { status created_at } }
            suspension { until history { until created_at } }
            username { status history { status assigned_by { username } created_at } }
          }
        }
      }
      comments(query: { author_id: $author_id, statuses: $statuses, limit: 10 }) {
        nodes { id body status asset { title url } }
        hasNextPage endCursor
      }
      totalComments: commentCount(query: { author_id: $author_id, statuses: [] })
      rejectedComments: commentCount(query: { author_id: $author_id, statuses: [REJECTED] })
    }`,
      { author_id: author.user.id, statuses: null },
    )
    expect(user).toMatchObject({
      username: 'author',
      email: 'author@test.example',
      role: 'COMMENTER',
      reliable: { commenter: null, commenterKarma: 0 },
      state: { status: { username: { status: 'SET' } } },
    })
    expect([totalComments, rejectedComments]).toEqual([comments.nodes.length, 0])
  })
})

test('the community screens list people and reported names', async () => {
  const data = await ask(
    moderator,
    `query Community($value: String, $role: USER_ROLES, $banned: Boolean) {
    people: users(query: { value: $value, state: { role: $role, status: { banned: $banned } }, limit: 10 }) {
      nodes { ...Person } hasNextPage startCursor endCursor
    }
    flagged: users(query: { action_type: FLAG, state: { status: { username: [SET, CHANGED] } }, limit: 10 }) {
      nodes {
        ...Person
        action_summaries { count ... on FlagActionSummary { reason } }
        actions { id created_at ... on FlagAction { reason message user { id username } } }
      }
      hasNextPage endCursor
    }
    flaggedCount: userCount(query: { action_type: FLAG, state: { status: { username: [SET, CHANGED] } } })
    me { id role }
  }
  fragment Person on User { id username created_at role profiles { id provider } state { status { username { status } banned { status } alwaysPremod { status } suspension { until } } } }`,
    { value: '', role: null, banned: null },
  )
  expect(data['people'].nodes.map(({ username }: { username: string }) => username)).toEqual(
    expect.arrayContaining(['author', 'mod_1', 'admin_1']),
  )
  expect([data['flagged'].nodes, data['flaggedCount']]).toEqual([[], 0])
})

test('the stories screen lists, looks for, closes and opens discussions', async () => {
  const LIST = `query Stories($value: String, $open: Boolean, $cursor: Cursor) {
    assets(query: { value: $value, open: $open, limit: 20, cursor: $cursor, sortOrder: DESC }) {
      nodes { id title url author created_at closedAt isClosed }
      hasNextPage startCursor endCursor
    }
  }`
  expect((await ask(moderator, LIST, { value: 'article' }))['assets'].nodes).toMatchObject([
    { id: asset.id, isClosed: false },
  ])
  await ask(moderator, 'mutation CloseAsset($id: ID!) { closeAsset(id: $id) { errors { translation_key } } }', {
    id: asset.id,
  })
  expect((await ask(moderator, LIST, { open: false }))['assets'].nodes).toMatchObject([
    { id: asset.id, isClosed: true },
  ])
  await ask(
    moderator,
    `mutation UpdateAssetStatus($id: ID!, $input: UpdateAssetStatusInput!) {
      updateAssetStatus(id: $id, input: $input) { errors { translation_key } }
    }`,
    { id: asset.id, input: { closedAt: null } },
  )
})

test('the settings screens read every setting and save what changed', async () => {
  const READ = `query Configure { settings {
    organizationName organizationContactEmail moderation requireEmailConfirmation infoBoxEnable
    infoBoxContent questionBoxEnable questionBoxContent questionBoxIcon premodLinksEnable
    autoCloseStream
    customCssUrl customAdminCssUrl closedTimeout closedMessage disableCommenting
    disableCommentingMessage editCommentWindowLength charCountEnable charCount
    wordlist { banned suspect } domains { whitelist }
  } }`
  const before = (await ask(admin, READ))['settings']
  const changed = {
    ...before,
    organizationName: 'The Paper',
    charCount: 700,
    wordlist: { banned: ['badword'], suspect: [] },
  }
  expect(
    await ask(
      admin,
      `mutation UpdateSettings($input: UpdateSettingsInput!) {
        updateSettings(input: $input) { errors { translation_key } }
      }`,
      { input: changed },
    ),
  ).toEqual({ updateSettings: null })
  expect((await ask(admin, READ))['settings']).toEqual(changed)
})
