import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMongo } from '../../../../packages/docstore/test/mongo.ts'
import { testWith } from '../../../../test/needs.ts'
import { REDIS, startRedis } from '../redis.ts'
import { statements } from '../statements.ts'

const mongo = await startMongo()
afterAll(mongo.stop)

let platform: TestPlatform
let reader: TestUser

beforeAll(async () => {
  platform = await createTestPlatform()
  reader = await platform.createUser()
  // The store answers without a query for a collection that was never written.
  await platform.services.settings.update({ charCount: 76 })
})
afterAll(() => platform[Symbol.asyncDispose]())

const READ = '{ settings { charCount moderation organizationName } }'
const charCount = async (by: TestPlatform) => (await by.graphql(READ)).data!['settings'].charCount as number

test('settings are read from the store once, not with every request, and a change is seen by the next', async () => {
  const by = platform.as(reader)
  await charCount(by)
  expect(
    await statements(async () => {
      for (const _again of [1, 2, 3]) await charCount(by)
    }, 'settings'),
  ).toBe(0)
  await platform.services.settings.update({ charCount: 77 })
  expect(await charCount(by)).toBe(77)
})

test('opening a page that is known asks the store for nothing but the page', async () => {
  const by = platform.as(reader)
  const { url } = await platform.createAsset()
  const open = () => by.graphql('query ($url: String) { asset(url: $url) { id } }', { url })
  await open()
  expect(await statements(open, 'settings')).toBe(0)
  expect(await statements(open, 'assets')).toBe(1)
})

testWith(mongo, REDIS)(
  'a change on one server is seen on the other, which keeps settings too',
  { timeout: 60_000 },
  async () => {
    await using redis = await startRedis()
    const env = { PLATFORM_KVSTORE_URL: redis.url, PLATFORM_DOCSTORE_URL: mongo.url() }
    await using one = await createTestPlatform({ env })
    await using other = await createTestPlatform({ env })
    expect(await charCount(other)).toBe(5_000)
    await one.services.settings.update({ charCount: 78 })
    await expect.poll(() => charCount(other), { timeout: 20_000 }).toBe(78)
  },
)
