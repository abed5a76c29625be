import type { Action, Comment, User } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { verifyCounts } from '../../src/features/comments/counts/verify.ts'
import { newUser } from '../../src/features/users/model.ts'
import type { Job } from '../../src/jobs/model.ts'
import { decide } from '../comments/operations.ts'
import { refusals } from './operations.ts'

/** More than one transaction changes, and several pages of the job. */
const MANY = 450

const FLAG = `mutation ($id: ID!) {
  createFlag(flag: { item_id: $id, item_type: COMMENTS, reason: COMMENT_SPAM }) { flag { id } errors { message } }
}`

let platform: TestPlatform
let moderator: TestUser
let author: TestUser
let flagger: TestUser
let asset: { id: string }

beforeAll(async () => {
  platform = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
  moderator = await platform.createUser({ roles: ['MODERATOR'] })
  author = await platform.createUser()
  flagger = await platform.createUser()
  asset = await platform.createAsset()
  await collection<User>('users').insertMany(
    Array.from({ length: MANY }, (_, n) =>
      newUser(
        { id: `u${n}`, username: `reader_${n}`, profiles: [{ provider: 'test', id: `u${n}` }] },
        platform.clock.now(),
      ),
    ),
  )
})
afterAll(() => platform[Symbol.asyncDispose]())
afterEach(() => vi.restoreAllMocks())

const collection = <T extends object>(name: string) => platform.services.docstore.collection<T>(name)
const jobs = () => platform.services.jobs

/** Makes a comment that very many have flagged, everybody for two reasons, and one person by the public door. */
async function flagged(): Promise<{ id: string; flag: string }> {
  const { id } = await platform.createComment({ asset: asset as never, author })
  platform.clock.advance(1_000)
  const now = platform.clock.now()
  await collection<Action>('actions').insertMany(
    Array.from({ length: 2 * MANY }, (_, n) => ({
      id: `${id} ${n}`,
      item_id: id,
      item_type: 'COMMENTS' as const,
      action_type: 'FLAG',
      group_id: n < MANY ? 'COMMENT_SPAM' : 'COMMENT_OTHER',
      user_id: `u${n % MANY}`,
      metadata: {},
      created_at: now,
      updated_at: now,
    })),
  )
  const counts = { flag: 2 * MANY, flag_comment_spam: MANY, flag_comment_other: MANY }
  await collection<Comment>('comments').updateOne({ id }, { $set: { action_counts: counts } })
  const { data } = await platform.as(flagger).graphql(FLAG, { id })
  platform.clock.advance(1_000)
  return { id, flag: data!['createFlag'].flag.id }
}

async function resetKarma(): Promise<void> {
  await collection<User>('users').updateMany({}, { $unset: { 'metadata.trust': true } } as never)
}
/** The karma of flaggers, and how many have it; `one` is that of the person who came by the public door. */
async function karma(): Promise<{ all: Record<number, number>; one: number }> {
  const users = await collection<User>('users').find({}).toArray()
  const of = ({ metadata }: User) => (metadata['trust'] as { flag?: { karma: number } } | undefined)?.flag?.karma ?? 0
  const all: Record<number, number> = {}
  for (const user of users.filter(({ id }) => /^u\d+$/.test(id))) all[of(user)] = (all[of(user)] ?? 0) + 1
  return { all, one: of(users.find(({ id }) => id === flagger.user.id)!) }
}
const takeBack = (action: string) => refusals(platform.as(flagger), 'deleteAction(id: $id)', { id: action })
const setStatus = (id: string, status: string) => decide(platform.as(moderator), id, status)
const waiting = (type: string) => collection<Job>('jobs').countDocuments({ type })

/** Keeps one kind of work from being done until the function is called that this one returns. */
function hold(name: 'followKarma' | 'clearActions'): () => Promise<void> {
  const later = platform.services.commentsLater
  const work: (job: never, signal: AbortSignal) => Promise<void> = later[name]
  const { promise, resolve } = Promise.withResolvers<void>()
  vi.spyOn(later, name).mockImplementation(async (job: object, signal: AbortSignal) => {
    await promise
    await work(job as never, signal)
  })
  return async () => {
    resolve()
    await jobs().idle()
  }
}

describe('the karma of those who flagged a comment, when they are very many', () => {
  test('moves after the decision, once for each, and follows the next decisions', async () => {
    await resetKarma()
    const { id } = await flagged()
    const goOn = hold('followKarma')
    await setStatus(id, 'REJECTED')
    // The moderator has the answer, and the karma of nobody but the author has moved.
    expect(await karma()).toEqual({ all: { 0: MANY }, one: 0 })
    await goOn()
    expect(await karma()).toEqual({ all: { 1: MANY }, one: 1 })
    for (const [status, worth] of [
      ['REJECTED', 1],
      ['ACCEPTED', -1],
      ['NONE', 0],
      ['REJECTED', 1],
    ] as const) {
      await setStatus(id, status)
      await jobs().idle()
      expect([status, await karma()]).toEqual([status, { all: { [worth]: MANY }, one: worth }])
    }
  })

  test('follows the last one of several decisions that are made before a job begins', async () => {
    await resetKarma()
    const { id } = await flagged()
    const goOn = hold('followKarma')
    for (const status of ['REJECTED', 'ACCEPTED', 'REJECTED', 'ACCEPTED']) await setStatus(id, status)
    await goOn()
    expect(await karma()).toEqual({ all: { [-1]: MANY }, one: -1 })
    expect(await waiting('comments.follow-karma')).toBe(0)
  })

  test('is right when the job is interrupted and begins again, and when somebody decides in between', async () => {
    await resetKarma()
    const { id } = await flagged()
    const follow = platform.services.commentsLater.followKarma
    vi.spyOn(platform.services.commentsLater, 'followKarma').mockResolvedValue()
    await setStatus(id, 'REJECTED')
    const stopping = new AbortController()
    const interrupted = follow({ id }, stopping.signal).catch(() => 'interrupted')
    await expect.poll(async () => (await karma()).all[1] ?? 0, { interval: 1 }).toBeGreaterThan(0)
    stopping.abort()
    expect(await interrupted).toBe('interrupted')
    expect((await karma()).all[0]).toBeGreaterThan(0)
    await setStatus(id, 'ACCEPTED')
    for (const _again of [1, 2]) await follow({ id }, new AbortController().signal)
    expect(await karma()).toEqual({ all: { [-1]: MANY }, one: -1 })
  })

  test('counts a flag that is taken back while the job waits, and not one that is made then', async () => {
    await resetKarma()
    const { id, flag } = await flagged()
    const goOn = hold('followKarma')
    await setStatus(id, 'REJECTED')
    platform.clock.advance(1_000)
    await takeBack(flag)
    const late = await platform.createUser()
    const asModerator = await collection<Comment>('comments').updateOne({ id }, { $set: { status: 'NONE' } })
    expect(asModerator.matchedCount).toBe(1)
    expect((await platform.as(late).graphql(FLAG, { id })).data!['createFlag'].errors).toBeNull()
    await goOn()
    expect(await karma()).toEqual({ all: { 1: MANY }, one: 1 })
    const trust = async () => (await collection<User>('users').findOne({ id: late.user.id }))!.metadata['trust']
    expect(await trust()).toBeUndefined()
    platform.clock.advance(1_000)
    await setStatus(id, 'ACCEPTED')
    await jobs().idle()
    expect(await karma()).toEqual({ all: { [-1]: MANY }, one: -1 })
    expect(await trust()).toEqual({ flag: { karma: -1 } })
  })

  test('is that of a small comment again when most flags are gone', async () => {
    await resetKarma()
    const { id } = await flagged()
    await setStatus(id, 'REJECTED')
    await jobs().idle()
    await collection<Action>('actions').deleteMany({ item_id: id, user_id: { $nin: ['u1', 'u2', flagger.user.id] } })
    const counts = { flag: 5, flag_comment_spam: 3, flag_comment_other: 2 }
    await collection<Comment>('comments').updateOne({ id }, { $set: { action_counts: counts } })
    await setStatus(id, 'ACCEPTED')
    expect(await waiting('comments.follow-karma')).toBe(0)
    expect(await karma()).toEqual({ all: { 1: MANY - 2, [-1]: 2 }, one: -1 })
    expect((await collection<Comment>('comments').findOne({ id }))!.karma_behind).toBeUndefined()
    await setStatus(id, 'REJECTED')
    expect(await karma()).toEqual({ all: { 1: MANY }, one: 1 })
  })

  test('counts what was judged by an earlier version', async () => {
    await resetKarma()
    const { id } = await flagged()
    await collection<Comment>('comments').updateOne({ id }, { $set: { status: 'REJECTED', verdict: 'REJECTED' } })
    await collection<Action>('actions').updateMany({ item_id: id }, { $set: { judged: true } })
    await collection<User>('users').updateMany({}, { $set: { 'metadata.trust.flag.karma': 1 } } as never)
    const goOn = hold('followKarma')
    await setStatus(id, 'NONE')
    await setStatus(id, 'ACCEPTED')
    await goOn()
    expect(await karma()).toEqual({ all: { [-1]: MANY }, one: -1 })
  })
})

describe('the actions on a comment that is deleted, when they are very many', () => {
  const left = (id: string) => collection<Action>('actions').countDocuments({ item_id: id })
  const drift = async () => {
    const found = []
    for await (const step of verifyCounts(platform.services.docstore, { fix: false })) found.push(...step.drift)
    return found
  }
  const remove = (id: string) => refusals(platform.as(author), 'deleteOwnComment(id: $id)', { id })

  test('go after the answer, are in no list or count meanwhile, and every counter is right', async () => {
    const { id, flag } = await flagged()
    const goOn = hold('clearActions')
    expect(await remove(id)).toBeNull()
    expect(await left(id)).toBe(2 * MANY + 1)
    const seen = await platform
      .as(moderator)
      .graphql('query ($id: ID!) { comment(id: $id) { deleted_at actions { id } action_summaries { count } } }', { id })
    expect(seen.data!['comment']).toEqual({ deleted_at: expect.any(String), actions: [], action_summaries: [] })
    expect(await drift()).toEqual([])
    expect(await takeBack(flag)).toBeNull()
    await goOn()
    expect([await left(id), await drift()]).toEqual([0, []])
    expect((await collection<Comment>('comments').findOne({ id }))!.action_counts).toEqual({})
    expect(await waiting('comments.clear-actions')).toBe(0)
  })

  test('move the karma of a decision that waits before they go', async () => {
    await resetKarma()
    const { id, flag } = await flagged()
    const [goOn, clear] = [hold('followKarma'), hold('clearActions')]
    await setStatus(id, 'ACCEPTED')
    await takeBack(flag)
    expect(await remove(id)).toBeNull()
    await Promise.all([goOn(), clear()])
    expect(await karma()).toEqual({ all: { [-1]: MANY }, one: -1 })
    expect([await left(id), await collection('withdrawn_flags').countDocuments({ item_id: id })]).toEqual([0, 0])
  })

  test('go with the account of its author, and what an erased flagger left changes no counter', async () => {
    const { id } = await flagged()
    const goOn = hold('clearActions')
    const writer = await platform.createUser()
    await collection<Comment>('comments').updateOne({ id }, { $set: { author_id: writer.user.id } })
    const admin = await platform.createUser({ roles: ['ADMIN'] })
    await platform.services.erasure.request(admin.user, writer.user.id)
    await expect.poll(async () => (await collection<Comment>('comments').findOne({ id }))!.deleted_at).not.toBeNull()
    await platform.services.erasure.request(admin.user, flagger.user.id)
    await expect.poll(() => left(id)).toBe(2 * MANY)
    expect(await drift()).toEqual([])
    await goOn()
    expect([await left(id), await drift()]).toEqual([0, []])
  })
})
