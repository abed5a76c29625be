import { expect } from 'vitest'
import { REDIS, startRedis } from '../../packages/kvstore/test/redis-server.ts'
import { testWith } from '../../test/needs.ts'
import { checkDeliveries, checkStores } from './check.ts'
import { crowd, untilPosted } from './crowd.ts'
import { newLedger } from './ledger.ts'
import { MONGOD, startReplicaSet } from './replica-set.ts'
import { openSite } from './site.ts'
import { visitors } from './visitors.ts'

testWith(MONGOD, REDIS)(
  'two servers on a replica set whose primary is killed again and again lose nothing that they acknowledged',
  { timeout: 600_000 },
  async () => {
    await using mongo = await startReplicaSet()
    const redis = await startRedis()
    try {
      await using site = await openSite({ stores: { docstore: mongo.url, kvstore: redis.url } })
      const servers = [await site.start(), await site.start()]
      const ledger = newLedger()
      let requests = 0
      const url = () => servers[requests++ % servers.length]!.url
      using visits = visitors({ scene: site.scene, ledger, url })
      const visiting = crowd(visits, 4)
      for (let kill = 0; kill < 5; kill++) {
        await untilPosted(ledger, 20)
        await mongo.killPrimary()
      }
      await untilPosted(ledger, 20)
      await visiting.stop()
      await expect.poll(() => checkDeliveries(ledger, site.receivers), { timeout: 120_000 }).toEqual([])
      expect(await site.read(docstore => checkStores(docstore, ledger, site.scene.moderator.id))).toEqual([])
    } finally {
      await redis.stop()
    }
  },
)
