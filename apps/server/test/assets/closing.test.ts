import type { Asset } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recorded } from '../moderation/operations.ts'

const HOUR = 3_600_000
let platform: TestPlatform
let moderator: TestUser
let events: string[]

beforeAll(async () => {
  platform = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
  events = recorded(platform)
  moderator = await platform.createUser({ roles: ['MODERATOR'] })
})
afterAll(() => platform[Symbol.asyncDispose]())

const now = () => platform.clock.now()
const later = (milliseconds: number) => new Date(now().getTime() + milliseconds)
const stored = async ({ id }: Pick<Asset, 'id'>) =>
  (await platform.services.docstore.collection<Asset>('assets').findOne({ id }))!
async function setClosing({ id }: Pick<Asset, 'id'>, input: { closedAt?: Date | null; closedMessage?: string }) {
  const { data } = await platform.as(moderator).graphql(
    `mutation ($id: ID!, $input: UpdateAssetStatusInput!) {
      updateAssetStatus(id: $id, input: $input) { errors { translation_key } }
    }`,
    { id, input },
  )
  expect(data).toEqual({ updateAssetStatus: null })
}

test.each([
  ['an open one is closed', null, -HOUR, true],
  ['its end is set', null, HOUR, true],
  ['an end is moved', HOUR, 2 * HOUR, true],
  ['an end is lifted', HOUR, null, true],
  ['one that would close is closed', HOUR, -HOUR, true],
  ['a closed one is opened', -HOUR, null, true],
  ['and until a time', -HOUR, HOUR, true],
  ['the date of a closed one changes', -HOUR, -2 * HOUR, true],
  ['an open one is open', null, null, false],
  ['a closed one is closed', -HOUR, -HOUR, false],
  ['an end is what it was', HOUR, HOUR, false],
] as const)('of a discussion %s: history, record and event follow, and not again', async (_what, from, to, changes) => {
  const asset = await platform.createAsset()
  const moment = (offset: number | null) => (offset === null ? null : later(offset))
  if (from !== null) await setClosing(asset, { closedAt: moment(from) })
  const before = await stored(asset)
  events.length = 0
  const closedAt = moment(to)
  for (const _again of [1, 2]) await setClosing(asset, { closedAt })
  const after = await stored(asset)
  const entry = { closedAt, assigned_by: moderator.user.id, created_at: now() }
  expect([events, after.closedAt, after.status_history ?? []]).toEqual([
    changes ? ['assetStatusChanged'] : [],
    closedAt,
    [...(before.status_history ?? []), ...(changes ? [entry] : [])],
  ])
  if (!changes) expect(after).toEqual(before)
})

test('another message is told to open pages, and is no opening or closing', async () => {
  const asset = await platform.createAsset()
  events.length = 0
  await setClosing(asset, { closedMessage: 'Thank you all' })
  expect([events, (await stored(asset)).closedMessage, (await stored(asset)).status_history ?? []]).toEqual([
    ['assetStatusChanged'],
    'Thank you all',
    [],
  ])
})

test('only moderators see who closed a discussion', async () => {
  const asset = await platform.createAsset()
  await setClosing(asset, { closedAt: now() })
  const read = async (by: TestUser | null) =>
    (
      await platform
        .as(by)
        .graphql('query ($id: ID) { asset(id: $id) { status_history { closedAt assigned_by { id } created_at } } }', {
          id: asset.id,
        })
    ).data
  expect(await read(moderator)).toEqual({
    asset: {
      status_history: [
        { closedAt: now().toISOString(), assigned_by: { id: moderator.user.id }, created_at: now().toISOString() },
      ],
    },
  })
  expect([await read(null), await read(await platform.createUser())]).toEqual([
    { asset: { status_history: null } },
    { asset: { status_history: null } },
  ])
})

test('readers of a discussion hear that it closes, and that it opens; readers of others do not', async () => {
  const [here, elsewhere] = [await platform.createAsset(), await platform.createAsset()]
  const listen = async ({ id }: Asset) => {
    const heard: unknown[] = []
    const feed = await platform.subscribe(
      'subscription ($id: ID!) { assetStatusChanged(asset_id: $id) { id isClosed } }',
      { id },
    )
    const over = (async () => {
      for await (const { data } of feed) heard.push((data as Record<string, unknown>)['assetStatusChanged'])
    })()
    return {
      heard,
      end: async () => {
        await feed.return!()
        await over
      },
    }
  }
  const [near, far] = [await listen(here), await listen(elsewhere)]
  await setClosing(here, { closedAt: now() })
  await expect.poll(() => near.heard).toEqual([{ id: here.id, isClosed: true }])
  await setClosing(here, { closedAt: null })
  await expect.poll(() => near.heard).toHaveLength(2)
  expect([near.heard[1], far.heard]).toEqual([{ id: here.id, isClosed: false }, []])
  await Promise.all([near.end(), far.end()])
})
