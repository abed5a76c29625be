import { expect } from 'vitest'
import { fill, makeRoom, PRLIMIT } from '../../apps/server/test/outages/disk.ts'
import { testWith } from '../../test/needs.ts'
import { checkDeliveries, checkStores } from './check.ts'
import { crowd, untilPosted } from './crowd.ts'
import { newLedger } from './ledger.ts'
import { ANSWERS_WHAT_THE_DISK_REFUSED, type Mutation } from './mutations.ts'
import { openSite } from './site.ts'
import { visitors } from './visitors.ts'

/** Fills the disk of a server while visitors write. A server without a mutation gets room again, and they go on. */
async function fillDisk({ mutation }: { readonly mutation?: Mutation } = {}): Promise<string[]> {
  const tells = mutation === undefined
  await using site = await openSite({ tells })
  const server = await site.start({ mutation })
  const ledger = newLedger()
  using visits = visitors({ scene: site.scene, ledger, url: () => server.url })
  const visiting = crowd(visits, 4)
  await untilPosted(ledger, 10)
  const sent = () => [...ledger.answers.values()].reduce((sum, count) => sum + count, 0)
  const before = sent()
  fill(server)
  await expect.poll(sent, { interval: 20 }).toBeGreaterThan(before + (tells ? 40 : 4))
  if (tells) {
    expect(ledger.answers.get('503')).toBeGreaterThan(30)
    makeRoom(server)
    await untilPosted(ledger, 10)
    await visiting.stop()
    await expect.poll(() => checkDeliveries(ledger, site.receivers), { timeout: 20_000 }).toEqual([])
    server.stop('SIGTERM')
    expect((await server.ended).exitCode).toBe(0)
  } else {
    visits[Symbol.dispose]()
    await visiting.stop().catch(() => {})
    server.stop('SIGKILL')
    await server.ended
  }
  return await site.read(docstore => checkStores(docstore, ledger, site.scene.moderator.id))
}

testWith(PRLIMIT)(
  'a disk that is full for a while makes the server refuse writes, and nothing that it acknowledged is lost [F5]',
  { timeout: 60_000 },
  async () => {
    expect(await fillDisk()).toEqual([])
  },
)

testWith(PRLIMIT)('the check finds a server that acknowledges what the disk refused', { timeout: 60_000 }, async () => {
  expect(await fillDisk({ mutation: ANSWERS_WHAT_THE_DISK_REFUSED })).toContainEqual(
    expect.stringMatching(/^(lost|another)/),
  )
})
