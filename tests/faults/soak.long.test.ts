import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { LINUX, testWith } from '../../test/needs.ts'
import { checkDeliveries, checkStores } from './check.ts'
import { crowd } from './crowd.ts'
import { driftOf, type Gauges, HEAD, lineOf, readGauges } from './gauges.ts'
import { newLedger } from './ledger.ts'
import { LEAKS, type Mutation } from './mutations.ts'
import { openSite } from './site.ts'
import { visitors } from './visitors.ts'

const MINUTE = 60_000
/** The time between two readings of the gauges. Milliseconds. */
const STEP = 2_000
/** Visitors, and their rest between two rounds in milliseconds: no more than is delivered meanwhile. */
const VISITORS = 4
const REST = 500

/** Lets visitors write for so long, and prints the gauges. @returns what drifted, and what is wrong in the stores. */
async function soak(duration: number, { mutation }: { readonly mutation?: Mutation } = {}) {
  await using site = await openSite()
  const server = await site.start({ mutation, env: { FAULT_LOOP_DELAY: join(site.folder, 'loop-delay') } })
  const ledger = newLedger()
  using visits = visitors({ scene: site.scene, ledger, url: () => server.url })
  const visiting = crowd(visits, VISITORS, REST)
  const gauges: Gauges[] = []
  const since = performance.now()
  process.stdout.write(`${HEAD}\n`)
  while (performance.now() - since < duration) {
    await wait(STEP)
    const now = await readGauges(server, { site, ledger, since })
    gauges.push(now)
    process.stdout.write(lineOf(now))
  }
  await visiting.stop()
  await expect.poll(() => checkDeliveries(ledger, site.receivers, { once: true }), { timeout: 2 * MINUTE }).toEqual([])
  server.stop('SIGTERM')
  expect((await server.ended).exitCode).toBe(0)
  const wrong = await site.read(docstore => checkStores(docstore, ledger, site.scene.moderator.id))
  return { drift: driftOf(gauges), wrong }
}

testWith(LINUX)(
  'a server that is used for ten minutes takes no more memory, files or time at the end, and loses nothing',
  { timeout: 20 * MINUTE },
  async () => {
    expect(await soak(10 * MINUTE)).toEqual({ drift: [], wrong: [] })
  },
)

testWith(LINUX)('the gauges find a server that leaks', { timeout: 10 * MINUTE }, async () => {
  const { drift } = await soak(MINUTE, { mutation: LEAKS })
  expect(drift).toContainEqual(expect.stringMatching(/^files grew/))
})
