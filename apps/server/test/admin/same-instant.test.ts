import { afterAll, test } from 'vitest'
import { startMongo } from '../../../../packages/docstore/test/mongo.ts'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { REDIS, startRedis } from '../redis.ts'
import { expectOneIsTold } from './decide-at-once.ts'

const mongo = await startMongo()
afterAll(mongo.stop)

/** `same-instant.long.test.ts` does it a hundred times. */
const TIMES = 20

describeWith(CHROMIUM)('two moderators who decide in the same instant, in Chromium', { timeout: 300_000 }, () => {
  test('at one server: one of them is told each time', async () => {
    await using visited = await startVisited()
    await expectOneIsTold(visited, visited, TIMES)
  })
})

describeWith(CHROMIUM, REDIS, mongo)('two moderators at two servers, in Chromium', { timeout: 300_000 }, () => {
  test('who decide in the same instant: one of them is told each time', async () => {
    await using redis = await startRedis()
    const env = {
      PLATFORM_DOCSTORE_URL: mongo.url(),
      PLATFORM_KVSTORE_URL: redis.url,
      PLATFORM_JWT_SECRET: 'one secret for both servers, of 32 bytes or more',
    }
    await using one = await startVisited({ env })
    await using other = await startVisited({ env })
    await expectOneIsTold(one, other, TIMES)
  })
})
