import type { Action, Comment, User } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyCounts } from '../../src/features/comments/counts/verify.ts'
import { decide, edit, post } from '../comments/operations.ts'
import { statements } from '../statements.ts'
import { recorded, refusals } from './operations.ts'

let platform: TestPlatform
let moderator: TestUser
let reader: TestUser

beforeAll(async () => {
  platform = await createTestPlatform()
  moderator = await platform.createUser({ roles: ['MODERATOR'] })
  reader = await platform.createUser()
})
afterAll(() => platform[Symbol.asyncDispose]())

const collection = <T extends object>(name: string) => platform.services.docstore.collection<T>(name)
const comment = async (id: string) => (await collection<Comment>('comments').findOne({ id }))!

const FLAG = `mutation ($item_id: ID!, $type: ACTION_ITEM_TYPE!, $reason: FLAG_REASON, $message: String) {
  createFlag(flag: { item_id: $item_id, item_type: $type, reason: $reason, message: $message }) {
    flag { id reason message } errors { translation_key }
  }
}`

async function flag(by: TestUser | null, item_id: string, more: Record<string, unknown> = {}) {
  const { data, errors } = await platform
    .as(by)
    .graphql(FLAG, { item_id, type: 'COMMENTS', reason: 'COMMENT_SPAM', ...more })
  if (errors.length > 0) throw new Error(JSON.stringify(errors))
  return {
    id: data!['createFlag'].flag?.id as string | undefined,
    keys:
      (data!['createFlag'].errors as { translation_key: string }[] | null)?.map(error => error.translation_key) ?? null,
  }
}

test('twelve simultaneous requests for the same flag store it once, and each answer has that flag [K01]', async () => {
  const { id } = await platform.createComment({ asset: await platform.createAsset() })
  const events = recorded(platform)
  const answers = await Promise.all(Array.from({ length: 12 }, () => flag(reader, id)))
  expect(new Set(answers.map(answer => answer.id)).size).toBe(1)
  expect(answers.map(answer => answer.keys)).toEqual(Array.from({ length: 12 }, () => null))
  expect((await comment(id)).action_counts).toEqual({ flag: 1, flag_comment_spam: 1 })
  expect(events.filter(event => event === 'commentFlagged')).toHaveLength(1)
  await flag(reader, id, { reason: 'COMMENT_OFFENSIVE' })
  expect((await comment(id)).action_counts).toEqual({ flag: 2, flag_comment_spam: 1, flag_comment_offensive: 1 })
})

test('an action is removed once, by its user, and other users do not learn that it exists [K05, R05]', async () => {
  const { id } = await platform.createComment({ asset: await platform.createAsset() })
  const { id: made } = await flag(reader, id)
  const takeBack = (by: TestUser, action = made!) => refusals(platform.as(by), 'deleteAction(id: $id)', { id: action })
  expect([await takeBack(moderator), await takeBack(moderator, 'unknown')]).toEqual([['NOT_FOUND'], ['NOT_FOUND']])
  const all = await Promise.all(Array.from({ length: 6 }, () => takeBack(reader)))
  expect(all.filter(answer => answer === null)).toHaveLength(1)
  expect((await comment(id)).action_counts).toEqual({ flag: 0, flag_comment_spam: 0 })
})

describe('refused', () => {
  test('what is hidden, gone, of another kind, or an asset is not found', async () => {
    const asset = await platform.createAsset()
    const hidden = await platform.createComment({ asset, status: 'REJECTED' })
    const gone = await platform.createComment({ asset })
    await collection<Comment>('comments').updateOne({ id: gone.id }, { $set: { deleted_at: new Date() } })
    for (const [id, type] of [
      [hidden.id, 'COMMENTS'],
      [gone.id, 'COMMENTS'],
      ['unknown', 'COMMENTS'],
      [reader.user.id, 'COMMENTS'],
      [asset.id, 'ASSETS'],
      ['unknown', 'USERS'],
    ]) {
      expect((await flag(reader, id!, { type })).keys).toEqual(['NOT_FOUND'])
    }
    expect(
      await collection<Action>('actions').countDocuments({
        item_id: { $in: [hidden.id, gone.id, asset.id, 'unknown'] },
      }),
    ).toBe(0)
  })

  test('an anonymous caller, the banned, and messages without end', async () => {
    const { id } = await platform.createComment({ asset: await platform.createAsset() })
    const banned = await platform.createUser()
    await collection<User>('users').updateOne({ id: banned.user.id }, { $set: { 'status.banned.status': true } })
    for (const by of [null, banned]) expect((await flag(by, id)).keys).toEqual(['NOT_AUTHORIZED'])
    expect((await flag(reader, id, { message: 'x'.repeat(2_001) })).keys).toEqual(['BAD_USER_INPUT'])
  })
})

test('flags of staff go nowhere, unless the operator wants them', async () => {
  const staff = await platform.createUser({ roles: ['STAFF'] })
  const report = { type: 'USERS', reason: 'USERNAME_OFFENSIVE' }
  expect(await flag(reader, staff.user.id, report)).toEqual({ id: undefined, keys: null })
  expect(await collection<Action>('actions').countDocuments({ item_id: staff.user.id })).toBe(0)
  expect((await flag(reader, moderator.user.id, { ...report })).id).toBeUndefined()
  await using strict = await createTestPlatform({ env: { PLATFORM_DISABLE_IGNORE_FLAGS_AGAINST_STAFF: 'TRUE' } })
  const { data } = await strict
    .as(await strict.createUser())
    .graphql(FLAG, { item_id: (await strict.createUser({ roles: ['STAFF'] })).user.id, ...report })
  expect(data!['createFlag']).toMatchObject({ flag: { reason: 'USERNAME_OFFENSIVE' }, errors: null })
})

test('the message of a flag is stored without NUL and without halves of characters', async () => {
  const { id } = await platform.createComment({ asset: await platform.createAsset() })
  await flag(reader, id, { message: 'Lo\u0000ok \ud83d' })
  const { data } = await platform
    .as(moderator)
    .graphql('query ($id: ID!) { comment(id: $id) { actions { ... on FlagAction { message } } } }', { id })
  expect(data).toEqual({ comment: { actions: [{ message: 'Look \ufffd' }] } })
})

test('disagreeing twice is once, without a reason and without an event', async () => {
  const { id } = await platform.createComment({ asset: await platform.createAsset() })
  const disagree = async () =>
    (
      await platform.as(reader).graphql(
        `mutation ($id: ID!) {
          createDontAgree(dontagree: { item_id: $id, item_type: COMMENTS, message: "no" }) {
            dontagree { id message } errors { translation_key }
          }
        }`,
        { id },
      )
    ).data!['createDontAgree']
  const events = recorded(platform)
  const [one, two] = [await disagree(), await disagree()]
  expect(one).toEqual({ dontagree: { id: expect.any(String), message: 'no' }, errors: null })
  expect(two).toEqual(one)
  expect([(await comment(id)).action_counts, events]).toEqual([{ dontagree: 1 }, []])
})

test('a person reports so much in a minute, the staff as much as it finds', async () => {
  await using site = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
  const { id } = await site.createComment({ asset: await site.createAsset() })
  const report = async (by: TestUser, n: number) =>
    (await site.as(by).graphql(FLAG, { item_id: id, type: 'COMMENTS', message: `number ${n}` })).data!['createFlag']
      .errors?.[0].translation_key ?? null
  const [eager, other, staff] = [
    await site.createUser(),
    await site.createUser(),
    await site.createUser({ roles: ['STAFF'] }),
  ]
  const answers = []
  for (let n = 0; n < 102; n++) answers.push(await report(eager, n))
  expect(answers).toEqual([...Array<null>(100).fill(null), 'RATE_LIMIT_EXCEEDED', 'RATE_LIMIT_EXCEEDED'])
  expect(await report(other, 1)).toBeNull()
  for (let n = 0; n < 101; n++) expect(await report(staff, n)).toBeNull()
  site.clock.advance(60_000)
  expect(await report(eager, 1)).toBeNull()
})

describe('karma', () => {
  const karma = async ({ user: { id } }: TestUser) =>
    ((await collection<User>('users').findOne({ id }))!.metadata['trust'] ?? {}) as {
      comment?: { karma: number }
      flag?: { karma: number }
    }

  test('of author and flaggers follows the last decision, however often it is taken, reversed or reset', async () => {
    const [author, flagger] = [await platform.createUser(), await platform.createUser()]
    const { id } = await platform.createComment({ asset: await platform.createAsset(), author })
    await flag(flagger, id)
    await flag(flagger, id, { reason: 'COMMENT_OTHER' })
    for (const [status, worth] of [
      ['REJECTED', -1],
      ['REJECTED', -1],
      ['ACCEPTED', 1],
      ['PREMOD', 0],
      ['REJECTED', -1],
      ['NONE', 0],
      ['ACCEPTED', 1],
    ] as const) {
      await decide(platform.as(moderator), id, status)
      expect([status, (await karma(author)).comment?.karma, (await karma(flagger)).flag?.karma]).toEqual([
        status,
        worth,
        0 - worth,
      ])
    }
  })

  describe('of a flag that is removed', () => {
    const takeBack = (by: TestUser, action: string | undefined) =>
      refusals(platform.as(by), 'deleteAction(id: $id)', { id: action! })
    async function flagged() {
      const [flagger, other] = [await platform.createUser(), await platform.createUser()]
      const { id } = await platform.createComment({ asset: await platform.createAsset() })
      const worth = async () => [(await karma(flagger)).flag?.karma ?? 0, (await karma(other)).flag?.karma ?? 0]
      return { flagger, other, id, worth }
    }

    test('before a decision is as if it had not been made', async () => {
      const { flagger, other, id, worth } = await flagged()
      await flag(other, id)
      await takeBack(flagger, (await flag(flagger, id)).id)
      await decide(platform.as(moderator), id, 'REJECTED')
      expect(await worth()).toEqual([0, 1])
    })

    test('after a decision stays, so that no user escapes the effect of a wrong flag', async () => {
      const { flagger, other, id, worth } = await flagged()
      const made = await flag(flagger, id)
      await flag(other, id)
      await decide(platform.as(moderator), id, 'ACCEPTED')
      await takeBack(flagger, made.id)
      expect(await worth()).toEqual([-1, -1])
      // The same decision again, and the flag again, are worth nothing more.
      const again = await flag(flagger, id)
      await decide(platform.as(moderator), id, 'ACCEPTED')
      await takeBack(flagger, again.id)
      expect(await worth()).toEqual([-1, -1])
    })

    test('after a decision moves with every later one, as for flags that stay', async () => {
      const { flagger, other, id, worth } = await flagged()
      const made = [await flag(flagger, id), await flag(flagger, id, { reason: 'COMMENT_OTHER' })]
      await flag(other, id)
      await decide(platform.as(moderator), id, 'REJECTED')
      for (const one of made) await takeBack(flagger, one.id)
      expect(await worth()).toEqual([1, 1])
      for (const [status, value] of [
        ['ACCEPTED', -1],
        ['PREMOD', 0],
        ['ACCEPTED', -1],
      ] as const) {
        await decide(platform.as(moderator), id, status)
        expect([status, await worth()]).toEqual([status, [value, value]])
      }
      await takeBack(flagger, (await flag(flagger, id)).id)
      await flag(flagger, id, { reason: 'COMMENT_OFFENSIVE' })
      await decide(platform.as(moderator), id, 'REJECTED')
      expect(await worth()).toEqual([1, 1])
    })

    test('is in no list and no count, and goes with the account', async () => {
      await using site = await createTestPlatform()
      const { services } = site
      const { docstore } = services
      await services.jobs.start()
      const [decider, admin, flagger] = [
        await site.createUser({ roles: ['MODERATOR'] }),
        await site.createUser({ roles: ['ADMIN'] }),
        await site.createUser(),
      ]
      const { id } = await site.createComment({ asset: await site.createAsset() })
      const { data } = await site.as(flagger).graphql(FLAG, { item_id: id, type: 'COMMENTS', reason: 'COMMENT_SPAM' })
      await decide(site.as(decider), id, 'ACCEPTED')
      await refusals(site.as(flagger), 'deleteAction(id: $id)', { id: data!['createFlag'].flag.id })
      const seen = await site
        .as(decider)
        .graphql('query ($id: ID!) { comment(id: $id) { actions { id } action_summaries { count } } }', { id })
      expect(seen.data!['comment']).toEqual({ actions: [], action_summaries: [] })
      const drift = []
      for await (const step of verifyCounts(docstore, { fix: false })) drift.push(...step.drift)
      expect(drift).toEqual([])
      const kept = () => docstore.collection('withdrawn_flags').countDocuments({})
      expect(await kept()).toBe(1)
      await refusals(site.as(admin), 'delUser(id: $id, password: "a long enough password")', { id: flagger.user.id })
      await services.jobs.idle()
      expect(await kept()).toBe(0)
    })
  })

  test('counts the decision of a moderator after one of the phases, once, and keeps who decided', async () => {
    const words = await createTestPlatform()
    await words.services.settings.update({ wordlist: { banned: ['badword'] } })
    const [author, decider] = [await words.createUser(), await words.createUser({ roles: ['MODERATOR'] })]
    const asset = await words.createAsset()
    const worth = async () =>
      (
        (await words.services.docstore.collection<User>('users').findOne({ id: author.user.id }))!.metadata['trust'] as
          | { comment?: { karma: number } }
          | undefined
      )?.comment?.karma ?? 0
    const history = async (id: string) =>
      (await words.services.docstore.collection<Comment>('comments').findOne({ id }))!.status_history.map(
        ({ type, assigned_by: by }) => [type, by],
      )
    const say = async (body: string) => (await post(words.as(author), { asset_id: asset.id, body })).id!

    const banned = await say('a badword here')
    expect([await worth(), await history(banned)]).toEqual([0, [['REJECTED', null]]])
    for (const _again of [1, 2]) await decide(words.as(decider), banned, 'REJECTED')
    expect([await worth(), await history(banned)]).toEqual([
      -1,
      [
        ['REJECTED', null],
        ['REJECTED', decider.user.id],
      ],
    ])

    const edited = await say('a fine thing')
    await decide(words.as(decider), edited, 'ACCEPTED')
    expect(await worth()).toBe(0)
    await edit(words.as(author), { id: edited, asset_id: asset.id, body: 'a badword after all' })
    for (const _again of [1, 2]) await decide(words.as(decider), edited, 'REJECTED')
    expect(await worth()).toBe(-2)

    const plain = (await words.createComment({ asset })).id
    await decide(words.as(decider), plain, 'NONE')
    expect(await history(plain)).toEqual([['NONE', null]])
    await words[Symbol.asyncDispose]()
  })

  test('moves with as many questions to the store for sixty flags as for two', async () => {
    const asset = await platform.createAsset()
    const flaggers = await Promise.all(Array.from({ length: 60 }, () => platform.createUser()))
    const cost = async (count: number) => {
      const { id } = await platform.createComment({ asset })
      for (const flagger of flaggers.slice(0, count)) await flag(flagger, id)
      const asked = await statements(() => decide(platform.as(moderator), id, 'REJECTED'))
      expect((await karma(flaggers[count - 1]!)).flag?.karma).toBeGreaterThan(0)
      return asked
    }
    const few = await cost(2)
    expect(await cost(60)).toBe(few)
  })

  test('of a user who flags after a decision begins with the next', async () => {
    const late = await platform.createUser()
    const { id } = await platform.createComment({ asset: await platform.createAsset() })
    await decide(platform.as(moderator), id, 'ACCEPTED')
    await flag(late, id)
    await decide(platform.as(moderator), id, 'REJECTED')
    expect((await karma(late)).flag?.karma).toBe(1)
  })
})
