import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { onBothStores } from '../on-both-stores.ts'

const START = new Date('2026-03-01T12:00:00.000Z')
const MINUTE = 60_000
const STATE = '{ id state rejected restored since assigned_by { username } }'
const REJECT = `mutation ($input: RejectCommentsInput!) {
  rejectCommentsOf(input: $input) { bulkRejection ${STATE} errors { translation_key message } }
}`
const TAKE_BACK = `mutation ($id: ID!) {
  takeBackBulkRejection(id: $id) { bulkRejection ${STATE} errors { translation_key } }
}`
const DECIDE = `mutation ($id: ID!, $status: COMMENT_STATUS!) {
  setCommentStatus(id: $id, status: $status) { errors { translation_key } }
}`

await onBothStores(env => {
  let platform: TestPlatform
  let moderator: TestUser
  let author: TestUser
  beforeEach(async () => {
    platform = await createTestPlatform({ now: START, env: env() })
    moderator = await platform.createUser({ roles: ['MODERATOR'], username: 'mo' })
    author = await platform.createUser()
  })
  afterEach(() => platform[Symbol.asyncDispose]())

  type Bulk = { readonly id: string; readonly state: string; readonly rejected: number; readonly restored: number }

  async function reject(since: Date | null = null, as = moderator) {
    const { data } = await platform.as(as).graphql(REJECT, { input: { user_id: author.user.id, since } })
    return data!['rejectCommentsOf'] as { bulkRejection: Bulk; errors: unknown }
  }
  const takeBack = async (id: string, as = moderator) =>
    (await platform.as(as).graphql(TAKE_BACK, { id })).data!['takeBackBulkRejection'] as {
      bulkRejection: Bulk
      errors: unknown
    }
  const now = async (id: string) =>
    (await platform.as(moderator).graphql(`query ($id: ID!) { bulkRejection(id: $id) ${STATE} }`, { id })).data![
      'bulkRejection'
    ] as Bulk
  const statuses = async (ids: readonly string[]) =>
    (await platform.services.commentsReader.findByIds(ids))
      .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
      .map(({ status }) => status)
  /** Writes comments, a minute between each and the next. */
  async function write(count: number): Promise<string[]> {
    const asset = await platform.createAsset()
    const ids: string[] = []
    for (let i = 0; i < count; i++) {
      ids.push((await platform.createComment({ asset, author, body: `Number ${i}` })).id)
      platform.clock.advance(MINUTE)
    }
    return ids
  }

  test('everything that a user wrote since a time is rejected by a job, and taken back as one', async () => {
    const ids = await write(4)
    await platform.as(moderator).graphql(DECIDE, { id: ids[2], status: 'ACCEPTED' })
    const asset = await platform.createAsset()
    const other = await platform.createComment({ asset, author: await platform.createUser(), body: 'Somebody else’s' })
    const { bulkRejection, errors } = await reject(new Date(START.getTime() + MINUTE))
    expect([bulkRejection, errors]).toEqual([
      {
        id: expect.any(String),
        state: 'REJECTING',
        rejected: 0,
        restored: 0,
        since: '2026-03-01T12:01:00.000Z',
        assigned_by: { username: 'mo' },
      },
      null,
    ])
    await platform.services.jobs.idle()
    expect(await now(bulkRejection.id)).toMatchObject({ state: 'REJECTED', rejected: 3, restored: 0 })
    expect(await statuses([...ids, other.id])).toEqual(['NONE', 'REJECTED', 'REJECTED', 'REJECTED', 'NONE'])

    const colleague = await platform.createUser({ roles: ['MODERATOR'] })
    expect((await takeBack(bulkRejection.id, colleague)).bulkRejection.state).toBe('RESTORING')
    await platform.services.jobs.idle()
    expect(await now(bulkRejection.id)).toMatchObject({ state: 'RESTORED', rejected: 3, restored: 3 })
    expect(await statuses(ids)).toEqual(['NONE', 'NONE', 'ACCEPTED', 'NONE'])
    const [comment] = await platform.services.commentsReader.findByIds([ids[1]!])
    expect(comment!.status_history.map(({ type, assigned_by: by }) => [type, by])).toEqual([
      ['NONE', null],
      ['REJECTED', moderator.user.id],
      ['NONE', colleague.user.id],
    ])
    // Nothing is left to take back.
    expect((await takeBack(bulkRejection.id)).bulkRejection.state).toBe('RESTORED')
  })

  test('more comments than are read together are rejected, each counted once, and those written later are not', async () => {
    const ids = await write(101)
    const { bulkRejection } = await reject()
    platform.clock.advance(1)
    const later = (await write(1))[0]!
    await platform.services.jobs.idle()
    expect(await now(bulkRejection.id)).toMatchObject({ state: 'REJECTED', rejected: 101 })
    expect(new Set(await statuses(ids))).toEqual(new Set(['REJECTED']))
    expect(await statuses([later])).not.toContain('REJECTED')
  })

  test('what was written before the time stays, also when more is rejected than is read together', async () => {
    const before = await write(3)
    const since = platform.clock.now()
    const after = await write(51)
    await reject(since)
    await platform.services.jobs.idle()
    expect(await statuses(before)).toEqual(Array.from({ length: 3 }, () => 'NONE'))
    expect(new Set(await statuses(after))).toEqual(new Set(['REJECTED']))
  })

  test('what was rejected before, or is decided about afterwards, stays when it is taken back', async () => {
    const ids = await write(3)
    await platform.as(moderator).graphql(DECIDE, { id: ids[0], status: 'REJECTED' })
    const { bulkRejection } = await reject()
    await platform.services.jobs.idle()
    await platform.as(moderator).graphql(DECIDE, { id: ids[1], status: 'ACCEPTED' })
    await platform.as(moderator).graphql(DECIDE, { id: ids[1], status: 'REJECTED' })
    await takeBack(bulkRejection.id)
    await platform.services.jobs.idle()
    expect(await statuses(ids)).toEqual(['REJECTED', 'REJECTED', 'NONE'])
    expect(await now(bulkRejection.id)).toMatchObject({ rejected: 2, restored: 1 })
  })

  test('what a moderator rejects while it goes on stays rejected when it is taken back', async () => {
    const ids = await write(5)
    const { comments, commentsReader, events, jobs } = platform.services
    const rejected = new Promise(resolve => {
      // The latest comment comes first, so the oldest one is reached after this.
      events.local.once('commentRejected', () => resolve(comments.setStatus(moderator.user, ids[0]!, 'REJECTED')))
    })
    const input = { user_id: author.user.id, reason: 'Advertising.' }
    const { data } = await platform.as(moderator).graphql(REJECT, { input })
    const { id } = (data!['rejectCommentsOf'] as { bulkRejection: Bulk }).bulkRejection
    await rejected
    await jobs.idle()
    expect(await now(id)).toMatchObject({ state: 'REJECTED', rejected: 4 })
    await takeBack(id)
    await jobs.idle()
    expect(await statuses(ids)).toEqual(['REJECTED', 'NONE', 'NONE', 'NONE', 'NONE'])
    expect((await commentsReader.findByIds([ids[0]!]))[0]!.status_history).toHaveLength(2)
  })

  test('what a moderator approves meanwhile stays approved when it is interrupted and goes on', async () => {
    const [older, newer] = (await write(2)) as [string, string]
    const { bulkRejections, events, jobs } = platform.services
    await jobs.stop()
    const { bulkRejection } = await reject()
    const interrupted = new AbortController()
    events.local.once('commentRejected', () => interrupted.abort(new Error('the server ends')))
    const job = { id: bulkRejection.id, by: moderator.user.id }
    await expect(bulkRejections.work(job, interrupted.signal)).rejects.toThrow('the server ends')
    expect(await statuses([older, newer])).toEqual(['NONE', 'REJECTED'])
    await platform.as(moderator).graphql(DECIDE, { id: newer, status: 'ACCEPTED' })
    await bulkRejections.work(job, new AbortController().signal)
    expect(await statuses([older, newer])).toEqual(['REJECTED', 'ACCEPTED'])
    expect(await now(bulkRejection.id)).toMatchObject({ state: 'REJECTED', rejected: 2 })
  })

  test('one that is taken back while it goes on rejects nothing more, and everything is restored', async () => {
    const ids = await write(60)
    const { bulkRejection } = await reject()
    await expect.poll(async () => (await now(bulkRejection.id)).rejected, { interval: 1 }).toBeGreaterThan(0)
    await takeBack(bulkRejection.id)
    await platform.services.jobs.idle()
    const { state, rejected, restored } = await now(bulkRejection.id)
    expect([state, restored]).toEqual(['RESTORED', rejected])
    expect(new Set(await statuses(ids))).toEqual(new Set(['NONE']))
  })

  test('those that still wait when the account of their moderator is deleted are done', async () => {
    const ids = await write(40)
    const administrator = await platform.createUser({ roles: ['ADMIN'] })
    const begun = await Promise.all([reject(), reject(), reject(), reject(), reject(), reject()])
    await platform.services.erasure.request(administrator.user, moderator.user.id)
    await platform.services.jobs.idle()
    moderator = administrator
    expect(await Promise.all(begun.map(async ({ bulkRejection: { id } }) => (await now(id)).state))).toEqual(
      Array(6).fill('REJECTED'),
    )
    const comments = await platform.services.commentsReader.findByIds(ids)
    expect(new Set(comments.map(({ status }) => status))).toEqual(new Set(['REJECTED']))
    platform.clock.advance(MINUTE)
    await platform.services.jobs.idle()
    for (const { status_history: history } of await platform.services.commentsReader.findByIds(ids))
      expect(history.at(-1)).toMatchObject({ assigned_by: null, decided: true })
  })

  test('only moderators who may decide about the author reject together, and take back', async () => {
    const staff = await platform.createUser({ roles: ['MODERATOR'] })
    const mutate = async (as: TestUser, about: TestUser, more = {}) =>
      (await platform.as(as).graphql(REJECT, { input: { user_id: about.user.id, ...more } })).data!['rejectCommentsOf']
        .errors?.[0]
    expect((await mutate(author, author)).translation_key).toBe('NOT_AUTHORIZED')
    expect((await mutate(moderator, staff)).translation_key).toBe('NOT_AUTHORIZED')
    expect((await mutate(moderator, moderator)).translation_key).toBe('NOT_AUTHORIZED')
    expect((await mutate(moderator, author, { reason: 'x'.repeat(501) })).message).toContain('at most 500 characters')
    const { bulkRejection } = await reject()
    expect((await takeBack(bulkRejection.id, author)).errors).toEqual([{ translation_key: 'NOT_AUTHORIZED' }])
    const { data } = await platform
      .as(author)
      .graphql('query ($id: ID!) { user(id: $id) { bulkRejections { id } } }', { id: author.user.id })
    expect(data).toEqual({ user: { bulkRejections: null } })
  })

  test('the comments have the reason for their author, and moderators see the bulk rejections of a user', async () => {
    const [id] = await write(1)
    await platform.as(moderator).graphql(REJECT, { input: { user_id: author.user.id, reason: 'Advertising.' } })
    await platform.services.jobs.idle()
    const read = await platform
      .as(moderator)
      .graphql('query ($id: ID!) { comment(id: $id) { rejection_reason } }', { id })
    expect(read.data).toEqual({ comment: { rejection_reason: 'Advertising.' } })
    const { data } = await platform
      .as(moderator)
      .graphql('query ($id: ID!) { user(id: $id) { bulkRejections { state rejected } } }', { id: author.user.id })
    expect(data).toEqual({ user: { bulkRejections: [{ state: 'REJECTED', rejected: 1 }] } })
  })
})
