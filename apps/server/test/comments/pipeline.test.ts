import type { Asset, User } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decide, edit, post } from './operations.ts'

let platform: TestPlatform
let moderator: TestPlatform
let asset: Asset
let author: TestUser

beforeAll(async () => {
  platform = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
  moderator = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
})

beforeEach(async () => {
  asset = await platform.createAsset()
  author = await platform.createUser()
  await platform.services.docstore.collection('settings').deleteMany({})
  platform.services.revisions.bumpAll()
})

afterAll(() => platform[Symbol.asyncDispose]())

const configure = (values: Record<string, unknown>, { services } = platform) => services.settings.update(values)
const say = (body: string, by = author) => post(platform.as(by), { asset_id: asset.id, body })

interface Kept {
  status: string
  status_history: { type: string; phase: string | null; reason: string | null }[]
  actions: { reason: string | null; message: string | null }[]
}

/** What a moderator sees of how it was decided. */
async function kept(id: string | null, by = moderator): Promise<Kept> {
  const { data } = await by.graphql(
    `query ($id: ID!) {
      comment(id: $id) {
        status status_history { type phase reason }
        actions { ... on FlagAction { reason message } }
      }
    }`,
    { id },
  )
  return data!['comment']
}

describe('banned and suspect words', () => {
  beforeEach(() => configure({ wordlist: { banned: ['badword', 'two words'], suspect: ['odd', 'badword'] } }))

  test.each([
    ['a badword here', 'REJECTED'],
    ['a BADWORD!', 'REJECTED'],
    ['b\u200ba\u200bdword', 'REJECTED'],
    ['ｂａｄｗｏｒｄ', 'REJECTED'],
    ['bаdwоrd', 'REJECTED'],
    ['two \n words', 'REJECTED'],
    ['badwording is a word', 'NONE'],
    ['notbadword', 'NONE'],
    ['éodd', 'NONE'],
    ['all fine', 'NONE'],
  ])('%j becomes %s', async (body, status) => {
    expect(await say(body)).toMatchObject({ status, errors: null })
  })

  test('a banned word is kept as the reason, once, and is not counted as suspect too', async () => {
    const { id } = await say('a BADWORD, badword and two words')
    expect(await kept(id)).toEqual({
      status: 'REJECTED',
      status_history: [{ type: 'REJECTED', phase: 'wordlist', reason: 'banned: badword, two words' }],
      actions: [{ reason: 'BANNED_WORD', message: 'badword, two words' }],
    })
  })

  test('a suspect word flags and rejects nothing [E05]', async () => {
    const { id } = await say('something odd')
    expect(await kept(id)).toEqual({
      status: 'NONE',
      status_history: [{ type: 'NONE', phase: null, reason: null }],
      actions: [{ reason: 'SUSPECT_WORD', message: 'odd' }],
    })
    expect(
      (
        await moderator.graphql(
          'query ($id: ID!) { comment(id: $id) { action_summaries { count ... on FlagActionSummary { reason } } } }',
          { id },
        )
      ).data!['comment'].action_summaries,
    ).toEqual([{ count: 1, reason: 'SUSPECT_WORD' }])
  })

  test('BUG-8: an edit that still has the suspect word keeps the one flag, and is stored', async () => {
    const { id } = await say('something odd')
    expect(
      (await edit(platform.as(author), { id: id!, asset_id: asset.id, body: 'something odd, still' })).errors,
    ).toBeNull()
    expect((await kept(id)).actions).toEqual([{ reason: 'SUSPECT_WORD', message: 'odd' }])
  })

  test('suspect words are not flagged where that is switched off; banned ones reject all the same [E05]', async () => {
    await using quiet = await createTestPlatform({ env: { PLATFORM_DISABLE_AUTOFLAG_SUSPECT_WORDS: 'TRUE' } })
    await configure({ wordlist: { banned: ['badword'], suspect: ['odd'] } }, quiet)
    const reader = quiet.as(await quiet.createUser())
    const place = { asset_id: (await quiet.createAsset()).id }
    const { id, status } = await post(reader, { ...place, body: 'something odd' })
    expect([status, (await kept(id, quiet.as(await quiet.createUser({ roles: ['ADMIN'] })))).actions]).toEqual([
      'NONE',
      [],
    ])
    expect((await post(reader, { ...place, body: 'badword' })).status).toBe('REJECTED')
  })

  test('staff is not spared', async () => {
    const staff = await platform.createUser({ roles: ['STAFF'] })
    expect([(await say('a badword', staff)).status, (await say('fine', staff)).status]).toEqual([
      'REJECTED',
      'ACCEPTED',
    ])
    const { id } = await say('odd', staff)
    expect((await kept(id)).actions).toEqual([{ reason: 'SUSPECT_WORD', message: 'odd' }])
  })

  test('a list that is changed counts from the next comment', async () => {
    await configure({ wordlist: { banned: ['other'] } })
    expect([(await say('badword')).status, (await say('other')).status]).toEqual(['NONE', 'REJECTED'])
  })
})

describe('links', () => {
  test.each([
    'see https://example.com/x',
    'example.com is fine',
    'write to ann@example.com',
    'ex\u00adam\u200bple.com',
    'ｅｘａｍｐｌｅ．ｃｏｍ',
    'a.photography',
    'example.com:80',
    'example.com:8080/path',
    '/example.com',
    'x/example.com',
    '.example.com',
    '@example.com',
    '_example.com_',
    'example。com',
    'example｡com',
    'example.com。',
    '看example.com:80',
    'http:/example.com',
  ])('%j waits where links do', async body => {
    expect((await say(body)).status).toBe('NONE')
    await configure({ premodLinksEnable: true })
    expect((await say(body)).status).toBe('SYSTEM_WITHHELD')
  })

  test.each([
    'no link at all',
    'one.Two',
    'version 1.2.3',
    'e.g. this',
    'file.ts',
    'a/file.ts',
    '3.14',
    'at 12.30/13.30',
    'and.then',
    'a.m./p.m.',
    'so ...me',
    '你好。世界。',
    '@ann, see #12:3',
  ])('%j is none', async body => {
    await configure({ premodLinksEnable: true })
    expect((await say(body)).status).toBe('NONE')
  })

  test('the discussion decides when it has a setting of its own; staff may link', async () => {
    await configure({ premodLinksEnable: true })
    asset = await platform.createAsset({ settings: { premodLinksEnable: false } })
    expect((await say('example.com')).status).toBe('NONE')
    asset = await platform.createAsset()
    expect((await say('example.com', await platform.createUser({ roles: ['STAFF'] }))).status).toBe('ACCEPTED')
    const { id } = await say('example.com and example.org')
    expect(await kept(id)).toMatchObject({
      status_history: [{ phase: 'links', reason: 'links: example.com, example.org' }],
      actions: [{ reason: 'LINKS', message: 'example.com, example.org' }],
    })
  })

  test('an accepted comment that is edited to contain a link is withheld', async () => {
    await configure({ premodLinksEnable: true })
    const { id } = await say('no link')
    await decide(moderator, id!, 'ACCEPTED')
    expect((await edit(platform.as(author), { id: id!, asset_id: asset.id, body: 'example.com' })).status).toBe(
      'SYSTEM_WITHHELD',
    )
    expect((await kept(id)).status_history.map(({ type, phase }) => [type, phase])).toEqual([
      ['NONE', null],
      ['ACCEPTED', null],
      ['SYSTEM_WITHHELD', 'links'],
    ])
  })
})

describe('trust', () => {
  test('one rejection holds the next comment until one is approved; rejected again, until two are', async () => {
    const next = async (text: string, expected: string, verdict?: string) => {
      const { id, status } = await say(text)
      expect([text, status]).toEqual([text, expected])
      if (verdict) await decide(moderator, id!, verdict)
      return id
    }
    await next('first', 'NONE', 'REJECTED')
    const second = await next('second', 'SYSTEM_WITHHELD')
    expect(await kept(second)).toEqual({
      status: 'SYSTEM_WITHHELD',
      status_history: [{ type: 'SYSTEM_WITHHELD', phase: 'karma', reason: 'karma -1' }],
      actions: [{ reason: 'TRUST', message: 'karma -1' }],
    })
    expect(
      (await platform.graphql('query ($id: ID!) { comment(id: $id) { id } }', { id: second })).data!['comment'],
    ).toBeNull()
    await decide(moderator, second!, 'ACCEPTED')
    await next('third', 'NONE', 'REJECTED')
    await next('fourth', 'SYSTEM_WITHHELD', 'REJECTED')
    await next('fifth', 'SYSTEM_WITHHELD', 'ACCEPTED')
    await next('sixth', 'SYSTEM_WITHHELD', 'ACCEPTED')
    await next('seventh', 'NONE')
  })

  test("thresholds are the operator's", async () => {
    await using lenient = await createTestPlatform({ env: { TRUST_THRESHOLDS: 'comment:2,-2' } })
    const user = await lenient.createUser()
    const place = { asset_id: (await lenient.createAsset()).id }
    const statusAt = async (karma: number) => {
      await lenient.services.docstore
        .collection<User>('users')
        .updateOne({ id: user.user.id }, { $set: { 'metadata.trust.comment.karma': karma } })
      return (await post(lenient.as(user), place)).status
    }
    expect([await statusAt(-1), await statusAt(-2)]).toEqual(['NONE', 'SYSTEM_WITHHELD'])
  })
})

describe('pre-moderation says why', () => {
  test.each<[string, Record<string, unknown>, Record<string, unknown>, boolean, string, string]>([
    ['of the site', { moderation: 'PRE' }, {}, false, 'premod', 'all comments of this site'],
    ['of the discussion', {}, { moderation: 'PRE' }, false, 'premod', 'all comments of this discussion'],
    ['of the person', { moderation: 'PRE' }, {}, true, 'alwaysPremod', 'all comments of this person'],
  ])('%s', async (_name, settings, own, always, phase, reason) => {
    await configure(settings)
    asset = await platform.createAsset({ settings: own })
    await platform.services.docstore
      .collection<User>('users')
      .updateOne({ id: author.user.id }, { $set: { 'status.alwaysPremod.status': always } })
    expect(await kept((await say('held')).id)).toEqual({
      status: 'PREMOD',
      status_history: [{ type: 'PREMOD', phase, reason }],
      actions: [],
    })
  })
})

test('comments of staff go through all phases when the operator configures it', async () => {
  await using strict = await createTestPlatform({ env: { PLATFORM_DISABLE_IGNORE_FLAGS_AGAINST_STAFF: 'TRUE' } })
  expect(
    (
      await post(strict.as(await strict.createUser({ roles: ['ADMIN'] })), {
        asset_id: (await strict.createAsset()).id,
      })
    ).status,
  ).toBe('NONE')
})

describe('how often, and the same again', () => {
  test('a user posts as many comments a minute as the settings allow; staff and edits are not limited', async () => {
    await configure({ commentsPerMinute: 3 })
    const all = await Promise.all(Array.from({ length: 6 }, (_, i) => say(`number ${i}`)))
    expect(all.filter(({ errors }) => errors === null)).toHaveLength(3)
    expect(all.flatMap(({ errors }) => errors ?? [])).toEqual(Array.from({ length: 3 }, () => 'RATE_LIMIT_EXCEEDED'))
    expect(
      (await edit(platform.as(author), { id: all.find(({ id }) => id !== null)!.id!, asset_id: asset.id })).errors,
    ).toBeNull()
    const staff = await platform.createUser({ roles: ['STAFF'] })
    expect(
      (await Promise.all(Array.from({ length: 6 }, () => say('of staff', staff)))).every(
        ({ errors }) => errors === null,
      ),
    ).toBe(true)
    platform.clock.advance(60_000)
    expect((await say('a minute later')).errors).toBeNull()
  })

  test('the minute of these comments begins with the first of them, not with a minute of the clock', async () => {
    await configure({ commentsPerMinute: 2 })
    platform.clock.advance(60_000 - (platform.clock.now().getTime() % 60_000) - 10_000)
    const said = [await say('ten seconds before a minute of the clock'), await say('at once')]
    platform.clock.advance(20_000)
    said.push(await say('twenty seconds later'))
    expect(said.map(({ errors }) => errors)).toEqual([null, null, ['RATE_LIMIT_EXCEEDED']])
    platform.clock.advance(40_000)
    expect((await say('a minute after the first one')).errors).toBeNull()
  })

  test('a text that its author repeats within a day waits, if the settings say so [K13]', async () => {
    const text = 'Buy the best of all pens, today only'
    await configure({ premodRepeatedEnable: true })
    expect((await say(text)).status).toBe('NONE')
    asset = await platform.createAsset()
    const again = await say(`  ${text.toUpperCase()} `)
    expect(await kept(again.id)).toMatchObject({
      status: 'SYSTEM_WITHHELD',
      status_history: [{ phase: 'repeated', reason: 'posted once before within a day' }],
      actions: [{ reason: 'REPEATED' }],
    })
    expect([(await say('Thanks!')).status, (await say('Thanks!')).status]).toEqual(['NONE', 'NONE'])
    expect((await say(text, await platform.createUser())).status).toBe('NONE')
    const own = await say('Another text that is long enough')
    await edit(platform.as(author), { id: own.id!, asset_id: asset.id, body: 'A different text that is long enough' })
    expect((await say('a DIFFERENT text that is long enough')).status).toBe('SYSTEM_WITHHELD')
    expect(
      (await edit(platform.as(author), { id: own.id!, asset_id: asset.id, body: 'Another text that is long  enough' }))
        .status,
    ).toBe('NONE')
    platform.clock.advance(86_400_001)
    expect((await say(text)).status).toBe('NONE')
  })
})

describe('what the author learns', () => {
  const learn = async (body: string) => {
    const { data } = await platform.as(author).graphql(
      `mutation ($input: CreateCommentInput!) {
        createComment(input: $input) {
          comment { id status status_history { phase } }
          actions { ... on FlagAction { reason message user { id } } }
        }
      }`,
      { input: { asset_id: asset.id, body } },
    )
    return data!['createComment'] as {
      comment: { id: string; status: string; status_history: null }
      actions: object[]
    }
  }

  test('that it waits, and whether for links or trust; no word, no number, no step', async () => {
    await configure({ premodLinksEnable: true, wordlist: { banned: ['badword'], suspect: ['odd'] } })
    expect(await learn('an odd link to example.com')).toMatchObject({
      comment: { status: 'SYSTEM_WITHHELD', status_history: null },
      actions: [{ reason: 'LINKS', message: null, user: null }],
    })
    expect(await learn('a badword')).toMatchObject({ comment: { status: 'REJECTED' }, actions: [] })
    expect(await learn('something odd')).toMatchObject({ comment: { status: 'NONE' }, actions: [] })
    await platform.services.docstore
      .collection<User>('users')
      .updateOne({ id: author.user.id }, { $set: { 'metadata.trust.comment.karma': -3 } })
    expect(await learn('fine')).toMatchObject({
      comment: { status: 'SYSTEM_WITHHELD' },
      actions: [{ reason: 'TRUST', message: null }],
    })
  })

  test('later neither', async () => {
    await configure({ premodLinksEnable: true, wordlist: { suspect: ['odd'] } })
    const { comment } = await learn('an odd link to example.com')
    const read = async (caller: TestPlatform) =>
      (
        await caller.graphql(
          `query ($id: ID!) {
            comment(id: $id) {
              status actions { id } action_summaries { count } status_history { phase }
            }
          }`,
          { id: comment.id },
        )
      ).data!['comment']
    expect(await read(platform.as(await platform.createUser()))).toBeNull()
    // Authors see their own comment while it waits, but not why.
    const unexplained = { actions: null, action_summaries: [], status_history: null }
    expect(await read(platform.as(author))).toEqual({ status: 'SYSTEM_WITHHELD', ...unexplained })
    const found = await learn('something odd')
    const { data } = await platform.as(author).graphql(
      `query ($id: ID!) {
        comment(id: $id) {
          status actions { id } action_summaries { count } status_history { phase }
        }
      }`,
      { id: found.comment.id },
    )
    expect(data!['comment']).toEqual({ status: 'NONE', ...unexplained })
  })
})
