import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { REDIS, startRedis } from '../redis.ts'
import { statements } from '../statements.ts'
import { isShared } from './runs.ts'

// Two instances of one site share both stores; an embedded document store takes one process only, so here each has its
// own.
describeWith(REDIS)('two instances on one key-value store', () => {
  let redis: Awaited<ReturnType<typeof startRedis>>
  let one: TestPlatform
  let other: TestPlatform

  beforeAll(async () => {
    redis = await startRedis()
    one = await createTestPlatform({ env: { PLATFORM_KVSTORE_URL: redis.url } })
    other = await createTestPlatform({ env: { PLATFORM_KVSTORE_URL: redis.url } })
    await other.services.settings.update({ charCount: 1_000 })
  })

  afterAll(async () => {
    for (const part of [one, other, redis]) await part[Symbol.asyncDispose]()
  })

  const SETTINGS = '{ settings { moderation } }'

  test('a change at one ends the answers of the other', async () => {
    expect(await isShared(other, SETTINGS)).toBe(true)
    await one.services.settings.update({ moderation: 'PRE' })
    await expect.poll(() => statements(() => other.graphql(SETTINGS))).toBeGreaterThan(0)
  })

  test('what one changes without saying where ends all answers of the other', async () => {
    expect(await isShared(other, SETTINGS)).toBe(true)
    one.services.revisions.bumpAll()
    await expect.poll(() => statements(() => other.graphql(SETTINGS))).toBeGreaterThan(0)
  })

  test("a change at one leaves answers of the other that don't depend on it", async () => {
    const asset = await other.createAsset()
    const PAGE = 'query ($id: ID!) { asset(id: $id) { totalCommentCount } }'
    await isShared(other, PAGE, { id: asset.id })
    const before = other.services.revisions.of('comments')
    await one.createComment({ asset: await one.createAsset() })
    await expect.poll(() => other.services.revisions.of('comments')).toBeGreaterThan(before)
    expect(other.services.revisions.of(`asset:${asset.id}`)).toBeLessThanOrEqual(before)
  })

  test('what is published at one is heard at the other', async () => {
    const heard: unknown[] = []
    const leave = await other.services.events.subscribe('commentAdded', 'here', ({ payload }) => {
      heard.push(payload())
    })
    await one.services.events.publish('commentAdded', {
      id: '1',
      asset_id: 'here',
      created_at: new Date('2026-03-01T12:00:00.000Z'),
    })
    await one.services.events.publish('commentAdded', { id: '2', asset_id: 'there' })
    await one.services.events.publish('commentAdded', { id: '3', asset_id: 'here' })
    await expect
      .poll(() => heard)
      .toEqual([
        { id: '1', asset_id: 'here', created_at: new Date('2026-03-01T12:00:00.000Z') },
        { id: '3', asset_id: 'here' },
      ])
    leave()
  })

  test('no answer from before an outage is given after it, because news of changes may have been lost', async () => {
    const asset = await other.createAsset()
    const TITLE = 'query ($id: ID!) { asset(id: $id) { title } }'
    expect(await isShared(other, TITLE, { id: asset.id })).toBe(true)
    const moved = other.services.revisions.of(`asset:${asset.id}`)
    for (const type of ['pubsub', 'normal']) await redis.command(`CLIENT KILL TYPE ${type}`)
    // While the server can't hear others, every reading of a revision is a new one.
    const steady = () => {
      const seen = other.services.revisions.of(`asset:${asset.id}`)
      return seen === other.services.revisions.of(`asset:${asset.id}`) ? seen : 0
    }
    await expect.poll(steady, { timeout: 10_000 }).toBeGreaterThan(moved)
    expect(await statements(() => other.graphql(TITLE, { id: asset.id }))).toBeGreaterThan(0)
  })

  test('no live connection is resumed over an outage, because events may have been lost', async () => {
    const { events } = other.services
    const leave = await events.subscribe('commentAdded', 'here', () => {})
    const before = events.latest
    expect(events.missed('commentAdded', 'here', before)).toEqual([])
    for (const type of ['pubsub', 'normal']) await redis.command(`CLIENT KILL TYPE ${type}`)
    await expect.poll(() => events.missed('commentAdded', 'here', before)).toBeNull()
    leave()
  })
})
