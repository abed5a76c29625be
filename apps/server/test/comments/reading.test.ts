import type { Asset, Comment } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let platform: TestPlatform
let asset: Asset
let root: Comment
let people: Record<'ann' | 'bob' | 'cat' | 'moderator', TestUser>

beforeAll(async () => {
  platform = await createTestPlatform()
  people = {
    ann: await platform.createUser(),
    bob: await platform.createUser(),
    cat: await platform.createUser(),
    moderator: await platform.createUser({ roles: ['MODERATOR'] }),
  }
  asset = await platform.createAsset({ url: 'http://localhost/story?page=2#part' })
  root = await platform.createComment({ asset, author: people.ann, body: 'root of ann' })
  await platform.createComment({ asset, author: people.bob, parent: root, body: 'reply of bob' })
  await platform.createComment({ asset, author: people.cat, parent: root, body: 'reply of cat' })
  await platform.createComment({ asset, author: people.bob, body: 'root of bob' })
})

afterAll(() => platform[Symbol.asyncDispose]())

const bodies = (page: { nodes: { body: string | null }[] } | null) =>
  page?.nodes.map(({ body }) => body).toSorted() ?? null
async function ask(
  document: string,
  { by = null, ...variables }: { by?: TestUser | null } & Record<string, unknown> = {},
) {
  const { data, errors } = await platform.as(by).graphql(document, variables)
  expect(errors).toEqual([])
  return data!
}

test('only a user and moderators read the list of that user’s comments; for others it is empty', async () => {
  const OF = 'query ($id: ID) { comments(query: { author_id: $id }) { nodes { body } } }'
  for (const by of [null, people.ann]) expect((await ask(OF, { by, id: people.bob.user.id }))['comments']).toBeNull()
  for (const by of [people.bob, people.moderator])
    expect(bodies((await ask(OF, { by, id: people.bob.user.id }))['comments'])).toEqual(['reply of bob', 'root of bob'])
})

test('all levels and the first one can be asked for side by side, in either order', async () => {
  const SHALLOW = 'shallow: comments { nodes { body } }'
  const DEEP = 'deep: comments(deep: true) { nodes { body } }'
  for (const fields of [
    `${SHALLOW} ${DEEP}`,
    `${DEEP} ${SHALLOW}`,
    `${SHALLOW} again: comments { nodes { body } } ${DEEP}`,
  ]) {
    const data = (await ask(`query ($id: ID) { asset(id: $id) { ${fields} } }`, { id: asset.id }))['asset']
    expect([bodies(data.shallow), data.deep.nodes.length]).toEqual([['root of ann', 'root of bob'], 4])
  }
})

test.each(['null', '{}', '{ limit: null, cursor: null, tags: null, statuses: [NONE], sortBy: null, sortOrder: null }'])(
  'a list that is asked for with %s is the usual one',
  async query => {
    const replies = query.replace(/statuses: \[NONE\], /, '').replace('tags: null, ', '')
    const data = await ask(
      `query ($id: ID, $root: ID!) {
        asset(id: $id) { comments(query: ${query}) { nodes { body } } }
        comment(id: $root) { replies(query: ${replies}) { nodes { body } } }
      }`,
      { id: asset.id, root: root.id },
    )
    expect([bodies(data['asset'].comments), bodies(data['comment'].replies)]).toEqual([
      ['root of ann', 'root of bob'],
      ['reply of bob', 'reply of cat'],
    ])
  },
)

test('own comments that wait are in every list of a document that asks for them', async () => {
  const author = await platform.createUser()
  await platform.createComment({ asset, author, status: 'PREMOD', body: 'mine, waiting' })
  const WAITING = 'statuses: [PREMOD]'
  const data = await ask(
    `query ($own: ID, $other: ID) {
      first: comments(query: { author_id: $own, ${WAITING} }) { nodes { body } }
      second: comments(query: { author_id: $own, ${WAITING} }) { nodes { body } }
      me { comments(query: { ${WAITING} }) { nodes { body } } }
      other: comments(query: { author_id: $other, ${WAITING} }) { nodes { body } }
    }`,
    { by: author, own: author.user.id, other: people.bob.user.id },
  )
  for (const page of [data['first'], data['second'], data['me'].comments])
    expect(bodies(page)).toEqual(['mine, waiting'])
  expect(data['other']).toBeNull()
  await platform.services.docstore.collection('comments').deleteMany({ author_id: author.user.id })
})

test('own comments need no argument', async () => {
  expect(bodies((await ask('{ me { comments { nodes { body } } } }', { by: people.bob }))['me'].comments)).toEqual([
    'reply of bob',
    'root of bob',
  ])
  expect(
    bodies((await ask('{ me { comments(query: null) { nodes { body } } } }', { by: people.bob }))['me'].comments),
  ).toEqual(['reply of bob', 'root of bob'])
})

test("a list of a user's own comments has the visible ones, or those of the statuses that it names", async () => {
  const author = await platform.createUser()
  for (const status of ['NONE', 'ACCEPTED', 'PREMOD', 'SYSTEM_WITHHELD', 'REJECTED'] as const)
    await platform.createComment({ asset, author, status, body: `mine, ${status}` })
  const OWN =
    'query ($statuses: [COMMENT_STATUS!]) { me { comments(query: { statuses: $statuses }) { nodes { body } } } }'
  expect(bodies((await ask('{ me { comments { nodes { body } } } }', { by: author }))['me'].comments)).toEqual([
    'mine, ACCEPTED',
    'mine, NONE',
  ])
  expect(bodies((await ask(OWN, { by: author, statuses: ['ACCEPTED'] }))['me'].comments)).toEqual(['mine, ACCEPTED'])
  expect(bodies((await ask(OWN, { by: author, statuses: ['PREMOD'] }))['me'].comments)).toEqual(['mine, PREMOD'])
  expect(bodies((await ask(OWN, { by: author, statuses: null }))['me'].comments)).toHaveLength(5)
  expect(bodies((await ask(OWN, { by: author, statuses: [] }))['me'].comments)).toEqual([])
  for (const by of [author, people.moderator])
    expect(
      (
        await ask('query ($asset: ID) { comments(query: { asset_id: $asset, statuses: [] }) { nodes { body } } }', {
          by,
          asset: asset.id,
        })
      )['comments'],
    ).toEqual({ nodes: [] })
  await platform.services.docstore.collection('comments').deleteMany({ author_id: author.user.id })
})

describe('an ignored user', () => {
  const LISTS = `query ($asset: ID, $root: ID!, $excludeIgnored: Boolean, $author: ID) {
    asset(id: $asset) { comments(deep: true, query: { excludeIgnored: $excludeIgnored }) { nodes { body } } }
    comments(query: { asset_id: $asset, excludeIgnored: $excludeIgnored }) { nodes { body } }
    comment(id: $root) { replies(query: { excludeIgnored: $excludeIgnored }) { nodes { body } } }
    own: comments(query: { author_id: $author, excludeIgnored: $excludeIgnored }) { nodes { body } }
  }`
  const read = async (by: TestUser | null, excludeIgnored: boolean) => {
    const data = await ask(LISTS, {
      by,
      asset: asset.id,
      root: root.id,
      excludeIgnored,
      ...(by ? { author: by.user.id } : {}),
    })
    return [bodies(data['asset'].comments), bodies(data['comments']), bodies(data['comment'].replies)]
  }
  const everything = [
    ['reply of bob', 'reply of cat', 'root of ann', 'root of bob'],
    ['reply of bob', 'reply of cat', 'root of ann', 'root of bob'],
    ['reply of bob', 'reply of cat'],
  ]
  const ignoring = (mutation: string) =>
    platform.as(people.cat).graphql(`mutation ($id: ID!) { ${mutation}(id: $id) { errors { translation_key } } }`, {
      id: people.bob.user.id,
    })

  test('is left out of every list that the ignoring user asks for, until that user stops ignoring', async () => {
    await ignoring('ignoreUser')
    expect(await read(people.cat, true)).toEqual([
      ['reply of cat', 'root of ann'],
      ['reply of cat', 'root of ann'],
      ['reply of cat'],
    ])
    for (const by of [null, people.ann]) expect(await read(by, true)).toEqual(everything)
    expect(await read(people.cat, false)).toEqual(everything)
    expect(
      bodies(
        (
          await ask(LISTS, {
            by: people.cat,
            asset: asset.id,
            root: root.id,
            excludeIgnored: true,
            author: people.cat.user.id,
          })
        )['own'],
      ),
    ).toEqual(['reply of cat'])
    await ignoring('stopIgnoringUser')
    expect(await read(people.cat, true)).toEqual(everything)
  })
})

test('a tombstone stays in its thread, without text or author, and can be left out', async () => {
  const here = await platform.createAsset()
  const author = await platform.createUser()
  const gone = await platform.createComment({ asset: here, author, body: 'to be deleted' })
  await platform.createComment({ asset: here, author: people.ann, parent: gone, body: 'an answer to it' })
  await platform
    .as(await platform.createUser({ roles: ['ADMIN'] }))
    .graphql(
      'mutation ($id: ID!) { delUser(id: $id, password: "a long enough password") { errors { translation_key } } }',
      { id: author.user.id },
    )
  await platform.mails()
  const { asset: read, comment } = await ask(
    `query ($id: ID, $gone: ID!) {
      comment(id: $gone) {
        body user { id } status deleted_at body_history { body } tags { tag { name } } replyCount
        replies { nodes { body parent { id } } }
      }
      asset(id: $id) {
        all: comments { nodes { body } }
        kept: comments(query: { excludeDeleted: true }) { nodes { body } }
      }
    }`,
    { id: here.id, gone: gone.id },
  )
  expect(comment).toEqual({
    body: null,
    user: null,
    status: 'NONE',
    deleted_at: null,
    body_history: null,
    tags: [],
    replyCount: 1,
    replies: { nodes: [{ body: 'an answer to it', parent: { id: gone.id } }] },
  })
  expect([bodies(read.all), bodies(read.kept)]).toEqual([[null], []])
  expect(
    (
      await ask(
        'query ($gone: ID!) { comment(id: $gone) { deleted_at body_history { body } status_history { type } } }',
        { by: people.moderator, gone: gone.id },
      )
    )['comment'],
  ).toEqual({ deleted_at: expect.any(String), body_history: [], status_history: [] })
})

test('the replies to a hidden comment stay visible, and do not show its text', async () => {
  const parent = await platform.createComment({ asset, body: 'to be hidden' })
  const reply = await platform.createComment({ asset, parent, body: 'an answer' })
  await platform
    .as(people.moderator)
    .graphql('mutation ($id: ID!) { setCommentStatus(id: $id, status: REJECTED) { errors { translation_key } } }', {
      id: parent.id,
    })
  const READ = 'query ($id: ID!) { comment(id: $id) { hasParent parent { body } } }'
  expect((await ask(READ, { id: reply.id }))['comment']).toEqual({ hasParent: true, parent: null })
  expect((await ask(READ, { by: people.moderator, id: reply.id }))['comment']).toEqual({
    hasParent: true,
    parent: { body: 'to be hidden' },
  })
})

test('a comment’s address names it on its page, and it is found in its own discussion only', async () => {
  const { comment } = await ask('query ($id: ID!) { comment(id: $id) { url asset { url } } }', { id: root.id })
  expect(comment).toEqual({
    url: `http://localhost/story?page=2&commentId=${root.id}`,
    asset: { url: 'http://localhost/story?page=2' },
  })
  const other = await platform.createAsset()
  expect(
    (
      await ask('query ($id: ID, $root: ID!) { asset(id: $id) { comment(id: $root) { id } } }', {
        id: other.id,
        root: root.id,
      })
    )['asset'],
  ).toEqual({ comment: null })
})

test('an id of something else finds nothing [R18]', async () => {
  const [a, u, c] = [asset.id, people.ann.user.id, root.id]
  const data = await ask(
    `query ($a: ID!, $u: ID!, $c: ID!) {
      one: comment(id: $a) { id } two: comment(id: $u) { id } three: asset(id: $c) { id }
      four: asset(id: $u) { id } five: user(id: $c) { id } six: user(id: $a) { id }
    }`,
    { by: people.moderator, a, u, c },
  )
  expect(Object.values(data)).toEqual([null, null, null, null, null, null])
})

describe('several users and comments in one answer', () => {
  const LISTS = `query ($id: ID!) {
    asset(id: $id) { comments(query: { sortOrder: ASC }) { nodes { body user { username comments { nodes { body } } } } } }
  }`

  test('the list of comments of each user is shown to that user and to moderators only', async () => {
    const page = await platform.createAsset()
    for (const author of [people.ann, people.bob, people.cat]) await platform.createComment({ asset: page, author })
    const shown = async (by: TestUser | null) => {
      const { nodes } = (await ask(LISTS, { by, id: page.id }))['asset'].comments
      return nodes.flatMap(({ user }: { user: { username: string; comments: { nodes: unknown[] } } }) =>
        user.comments.nodes.length > 0 ? [user.username] : [],
      )
    }
    const [ann, bob, cat] = [people.ann, people.bob, people.cat].map(({ user }) => user.username)
    expect([await shown(null), await shown(people.bob), await shown(people.moderator)]).toEqual([
      [],
      [bob],
      [ann, bob, cat],
    ])
  })

  test('the replies of each comment are those that readers may see', async () => {
    const page = await platform.createAsset()
    for (const body of ['first', 'second']) {
      const parent = await platform.createComment({ asset: page, author: people.ann, body })
      await platform.createComment({ asset: page, author: people.bob, parent, body: `reply to ${body}` })
      await platform.createComment({ asset: page, author: people.cat, parent, body: 'hidden', status: 'PREMOD' })
    }
    const { nodes } = (
      await ask(
        `query ($id: ID!) {
          asset(id: $id) { comments(query: { sortOrder: ASC }) { nodes { replies { nodes { body } } } } }
        }`,
        { id: page.id },
      )
    )['asset'].comments
    expect(nodes.map(({ replies }: { replies: { nodes: { body: string }[] } }) => bodies(replies))).toEqual([
      ['reply to first'],
      ['reply to second'],
    ])
  })
})

test('which comments were flagged is shown to moderators only', async () => {
  const page = await platform.createAsset()
  await platform.createComment({ asset: page, author: people.ann, body: 'plain' })
  const flagged = await platform.createComment({ asset: page, author: people.ann, body: 'flagged' })
  await platform.services.actions.create({
    item_id: flagged.id,
    item_type: 'COMMENTS',
    action_type: 'FLAG',
    group_id: 'COMMENT_SPAM',
    user_id: people.bob.user.id,
    metadata: {},
  })
  const FLAGGED = `query ($id: ID!) {
    comments(query: { asset_id: $id, action_type: FLAG }) { nodes { body } }
    commentCount(query: { asset_id: $id, action_type: FLAG })
  }`
  const shown = async (by: TestUser | null) => {
    const { comments, commentCount } = await ask(FLAGGED, { by, id: page.id })
    return [bodies(comments), commentCount]
  }
  for (const by of [null, people.bob]) expect((await shown(by))[0]).toEqual(['flagged', 'plain'])
  expect(await shown(people.moderator)).toEqual([['flagged'], 1])
})
