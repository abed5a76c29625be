import { createTestPlatform, createTestStream, type TestPlatform } from '@platform/plugin-testing'
import { loadStreamBuild, withParts } from '@platform/stream'
import { expect, test } from 'vitest'
import { testWith } from '../../../../test/needs.ts'
import { CHROMIUM } from '../pages/chromium.ts'

const client = new URL('broken/', import.meta.url)

interface Line {
  readonly name: string
  readonly server: boolean
  readonly client: boolean
  readonly failures: readonly { slot: string; side: string; count: number }[]
}

/** The plugins as an administrator sees them. */
async function inventory(platform: Pick<TestPlatform, 'as'>): Promise<readonly Line[]> {
  const answer = await platform.as({ roles: ['ADMIN'] }).http('/api/v1/plugins')
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  return ((await answer.json()) as { plugins: Line[] }).plugins
}

const send = (platform: Pick<TestPlatform, 'http'>, body: unknown) =>
  platform
    .http('/api/v1/plugins/failures', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    .then(({ status }) => status)

testWith(CHROMIUM)(
  'components and functions that throw are marked for administrators, by where they threw',
  { timeout: 60_000 },
  async () => {
    await using stream = await createTestStream({ client })
    const { platform } = stream
    const asset = await platform.createAsset()
    const comment = await platform.createComment({ asset, body: 'Well said' })
    await stream.open(asset, { username: 'ada' })
    const failures = async () => (await inventory(platform))[0]?.failures.map(({ slot, side }) => `${slot} ${side}`)
    const sides = (slot: string) => [`${slot} browser`, `${slot} server`]
    const drawn = ['commentActions browser', ...sides('commentAvatar'), ...sides('commentReactions')]
    await expect.poll(async () => (await failures())?.sort()).toEqual(drawn)
    // The page may follow the discussion a moment later.
    const afterAnEvent = async () => {
      await platform.services.events.publish('commentAdded', comment)
      return (await failures())?.sort()
    }
    await expect.poll(afterAnEvent, { interval: 200 }).toEqual([...drawn, 'subscriptions browser'])
    expect(stream.problems.join('\n')).toContain('the slot commentActions stays empty')
  },
)

test('only administrators see the plugins, those of the server and those of the browser alike', async () => {
  const streamBuild = withParts(await loadStreamBuild(), ['platform-plugin-permalink'])
  await using platform = await createTestPlatform({ streamBuild, plugins: [{ tags: [] }] })
  for (const caller of [null, { roles: ['MODERATOR'] as const }])
    expect((await platform.as(caller).http('/api/v1/plugins')).status).toBeGreaterThanOrEqual(401)
  expect((await inventory(platform)).map(({ server, client, failures }) => [server, client, failures])).toEqual([
    [true, false, []],
    [false, true, []],
  ])
})

test('a report names a listed plugin and a slot, and nothing else', async () => {
  const streamBuild = withParts(await loadStreamBuild(), ['platform-plugin-permalink'])
  await using platform = await createTestPlatform({ streamBuild })
  const plugin = 'platform-plugin-permalink'
  expect(await send(platform, { plugin: 'no-such-plugin', slot: 'stream' })).toBe(202)
  for (const wrong of [{ plugin, slot: 'nowhere' }, { plugin, slot: 'stream', text: '<b>' }, { plugin }, [], null])
    expect(await send(platform, wrong)).toBe(400)
  expect(await send(platform, { plugin, slot: 'stream', padding: 'x'.repeat(1_100) })).toBe(413)
  expect(await send(platform, { plugin, slot: 'commentActions' })).toBe(202)
  await expect
    .poll(async () => (await inventory(platform))[0]?.failures)
    .toMatchObject([{ slot: 'commentActions', side: 'browser', count: 1 }])
})

test('a place that fails again and again is written once in a minute, with how often it failed', async () => {
  const streamBuild = withParts(await loadStreamBuild(), ['platform-plugin-permalink'])
  await using platform = await createTestPlatform({ streamBuild, now: new Date('2030-01-01T12:00:00Z') })
  const { partFailures } = platform.services
  const failure = { plugin: 'platform-plugin-permalink', slot: 'commentActions' } as const
  const count = async () => (await partFailures.list()).map(({ count }) => count)
  for (let i = 0; i < 5; i++) partFailures.note(failure, 'server')
  await expect.poll(count).toEqual([1])
  platform.clock.advance(60_000)
  partFailures.note(failure, 'server')
  await expect.poll(count).toEqual([6])
})
