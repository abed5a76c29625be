import { createTestPlatform } from '@platform/plugin-testing'
import { afterAll, expect } from 'vitest'
import { startMongo } from '../../../../packages/docstore/test/mongo.ts'
import { testWith } from '../../../../test/needs.ts'
import { REDIS, startRedis } from '../redis.ts'
import { avatarBeside, comeFrom } from './operations.ts'
import { startPictureServer } from './picture-server.ts'
import { jpeg } from './pictures.ts'

const mongo = await startMongo()
afterAll(mongo.stop)

testWith(mongo, REDIS)(
  'every server serves a picture that one has read, and none after one has removed it',
  { timeout: 60_000 },
  async () => {
    await using redis = await startRedis()
    await using pictures = await startPictureServer()
    const env = {
      PLATFORM_DOCSTORE_URL: mongo.url(),
      PLATFORM_KVSTORE_URL: redis.url,
      PLATFORM_OUTBOUND_ALLOW: pictures.host,
    }
    await using one = await createTestPlatform({ env })
    await using two = await createTestPlatform({ env })
    const author = await comeFrom(one, { id: 'ada-1815', name: 'Ada' }, pictures.put('/ada', jpeg()))
    const user = (await one.services.users.findById(author.id))!
    const { id } = await one.createComment({ asset: await one.createAsset(), author: { user, token: '' } })
    await expect.poll(() => avatarBeside(two, id)).toMatch(/^\/avatars\//)
    const address = (await avatarBeside(two, id))!
    expect((await two.http(address)).status).toBe(200)

    await one.services.avatars.remove(user, user.id)
    expect((await two.http(address)).status).toBe(404)
    await expect.poll(() => avatarBeside(two, id)).toBeNull()
    await comeFrom(two, { id: 'ada-1815', name: 'Ada' }, pictures.put('/another', jpeg()))
    expect(pictures.times('/another')).toBe(0)
  },
)
