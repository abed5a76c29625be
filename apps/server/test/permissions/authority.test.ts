import type { User, UserRole } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { afterAll, expect, test } from 'vitest'
import { startMongo } from '../../../../packages/docstore/test/mongo.ts'
import { testWith } from '../../../../test/needs.ts'

const mongo = await startMongo()
afterAll(mongo.stop)

const SET_STATUS = `mutation($id: ID!, $status: COMMENT_STATUS!) {
  setCommentStatus(id: $id, status: $status) { errors { translation_key } }
}`

test.each<[role: UserRole, may: boolean]>([
  ['COMMENTER', false],
  ['STAFF', false],
  ['MODERATOR', true],
  ['ADMIN', true],
])('a %s decides about their own comment: %s [R13]', async (role, may) => {
  await using platform = await createTestPlatform()
  const author = await platform.createUser({ roles: [role] })
  const comment = await platform.createComment({ asset: await platform.createAsset(), author })
  const { data } = await platform.as(author).graphql(SET_STATUS, { id: comment.id, status: 'REJECTED' })
  expect(data!['setCommentStatus']).toEqual(may ? null : { errors: [{ translation_key: 'NOT_AUTHORIZED' }] })
  const [stored] = await platform.services.commentsReader.findByIds([comment.id])
  expect(stored!.status).toBe(may ? 'REJECTED' : comment.status)
  // The history names the user who decided, also when that user is the author.
  if (may) expect(stored!.status_history.at(-1)).toMatchObject({ type: 'REJECTED', assigned_by: author.user.id })
})

test('no author gets their own comment out of the queue by writing it anew [R13]', async () => {
  await using platform = await createTestPlatform()
  await platform.services.settings.update({ moderation: 'PRE' })
  const author = await platform.createUser()
  const asset = await platform.createAsset()
  const comment = await platform.createComment({ asset, author })
  expect(comment.status).toBe('PREMOD')
  const { data } = await platform.as(author).graphql(
    `mutation($id: ID!, $asset: ID!) {
      editComment(id: $id, asset_id: $asset, edit: { body: "Nothing to see here" }) {
        comment { status } errors { translation_key }
      }
    }`,
    { id: comment.id, asset: asset.id },
  )
  expect(data).toEqual({ editComment: { comment: { status: 'PREMOD' }, errors: null } })
})

test("an edit keeps a moderator's decision or makes it stricter, and repeats a decision of a phase [R13]", async () => {
  await using platform = await createTestPlatform()
  const { services } = platform
  await services.settings.update({ wordlist: { banned: ['badword'] }, premodLinksEnable: true })
  const [moderator, author, staff] = [
    await platform.createUser({ roles: ['MODERATOR'] }),
    await platform.createUser(),
    await platform.createUser({ roles: ['STAFF'] }),
  ]
  const asset = await platform.createAsset()
  const write = async (by: typeof author, id: string, body: string) => {
    const { data } = await platform.as(by).graphql(
      `mutation($id: ID!, $asset: ID!, $body: String!) {
        editComment(id: $id, asset_id: $asset, edit: { body: $body }) {
          comment { status } errors { translation_key }
        }
      }`,
      { id, asset: asset.id, body },
    )
    return data!['editComment'].comment?.status ?? data!['editComment'].errors[0].translation_key
  }
  for (const [by, decided, body, expected] of [
    [author, 'PREMOD', 'Nothing to see here', 'PREMOD'],
    [author, 'PREMOD', 'See http://shop.example', 'SYSTEM_WITHHELD'],
    [author, 'PREMOD', 'A badword', 'REJECTED'],
    [author, 'ACCEPTED', 'Something else entirely', 'NONE'],
    [author, 'NONE', 'Something else entirely', 'NONE'],
    [author, 'REJECTED', 'Kind words', 'NOT_AUTHORIZED'],
    [author, 'SYSTEM_WITHHELD', 'Kind words', 'NOT_AUTHORIZED'],
    [staff, 'PREMOD', 'Nothing to see here', 'PREMOD'],
    [staff, 'NONE', 'Nothing to see here', 'NONE'],
    [staff, 'ACCEPTED', 'Nothing to see here', 'ACCEPTED'],
  ] as const) {
    const { id } = await platform.createComment({ asset, author: by })
    await platform.as(moderator).graphql(SET_STATUS, { id, status: decided })
    // A second time too: the first leaves no way round it.
    for (const again of ['', ' again']) {
      const answer = again && ['SYSTEM_WITHHELD', 'REJECTED'].includes(expected) ? 'NOT_AUTHORIZED' : expected
      expect([by === staff, decided, again, await write(by, id, body + again)]).toEqual([
        by === staff,
        decided,
        again,
        answer,
      ])
    }
  }
  const held = await platform.createComment({ asset, author, status: 'PREMOD' })
  expect(await write(author, held.id, 'Kinder words')).toBe('NONE')
})

test('the next operation of a demoted moderator is refused, by every token and connection [R14]', async () => {
  await using platform = await createTestPlatform()
  const { services } = platform
  const [boss, moderator] = [
    await platform.createUser({ roles: ['ADMIN'] }),
    await platform.createUser({ roles: ['MODERATOR'] }),
  ]
  const comment = await platform.createComment({ asset: await platform.createAsset() })
  const personal = await services.personalTokens.create(moderator.user, 'a program')
  await services.accountStatus.make('setRole', boss.user, { id: moderator.user.id, role: 'COMMENTER' })
  for (const token of [moderator.token, personal.jwt]) {
    expect(
      (await platform.as({ ...moderator, token }).graphql(SET_STATUS, { id: comment.id, status: 'REJECTED' })).status,
    ).toBe(401)
  }
  const { data } = await platform
    .as(await platform.signIn(moderator))
    .graphql(SET_STATUS, { id: comment.id, status: 'REJECTED' })
  expect(data!['setCommentStatus']).toEqual({ errors: [{ translation_key: 'NOT_AUTHORIZED' }] })
})

/** Two administrators act on each other at the same time, once for each way to lose the office. */
async function expectOneRemains(env: Record<string, string>): Promise<void> {
  await using platform = await createTestPlatform({ env })
  const { services } = platform
  const users = services.docstore.collection<User>('users')
  const leave = {
    demote: (by: User, id: string) => services.accountStatus.make('setRole', by, { id, role: 'COMMENTER' }),
    ban: (by: User, id: string) => services.accountStatus.make('ban', by, { id }),
    suspend: (by: User, id: string) =>
      services.accountStatus.make('suspend', by, { id, until: new Date(Date.now() + 3_600_000) }),
    delete: (by: User, id: string) => services.erasure.request(by, id),
  }
  for (const act of Object.values(leave)) {
    await users.updateMany({ roles: 'ADMIN' }, { $set: { roles: ['COMMENTER'] } })
    const [one, two] = [
      (await platform.createUser({ roles: ['ADMIN'] })).user,
      (await platform.createUser({ roles: ['ADMIN'] })).user,
    ]
    const outcomes = await Promise.allSettled([act(one, two.id), act(two, one.id)])
    expect(
      outcomes
        .map(outcome => (outcome.status === 'rejected' ? (outcome.reason as { code: string }).code : 'done'))
        .sort(),
    ).toEqual(['LAST_ADMIN', 'done'])
    expect(
      await users.countDocuments({ roles: 'ADMIN', 'status.banned.status': false, 'status.suspension.until': null }),
    ).toBe(1)
  }
}

test('one administrator is left when two simultaneously demote, ban, suspend or delete each other [R09]', async () => {
  await expectOneRemains({})
})

testWith(mongo)(
  'on MongoDB one administrator is left when all simultaneously demote, ban, suspend or delete each other [R09]',
  { timeout: 60_000 },
  async () => {
    await expectOneRemains({ PLATFORM_DOCSTORE_URL: mongo.url() })
  },
)

test('a suspended administrator counts as one again when the suspension ends [R09]', async () => {
  await using platform = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
  const { services, clock } = platform
  const [one, two] = [await platform.createUser({ roles: ['ADMIN'] }), await platform.createUser({ roles: ['ADMIN'] })]
  const until = new Date(clock.now().getTime() + 60_000)
  await services.accountStatus.make('suspend', one.user, { id: two.user.id, until })
  const leave = () => services.accountStatus.make('setRole', one.user, { id: one.user.id, role: 'COMMENTER' })
  clock.advance(59_999)
  await expect(leave()).rejects.toMatchObject({ code: 'LAST_ADMIN' })
  clock.advance(1)
  expect(await leave()).toMatchObject({ changed: true })
})
