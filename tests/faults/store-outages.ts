import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Server } from '../../apps/server/test/cli/command.ts'
import { checkDeliveries, checkStores } from './check.ts'
import { crowd, untilPosted } from './crowd.ts'
import { newLedger } from './ledger.ts'
import type { Mutation } from './mutations.ts'
import type { SharedSite, SharedStores } from './shared-stores.ts'
import { visitors } from './visitors.ts'

interface Surroundings extends SharedSite {
  readonly servers: Server[]
  start(): Promise<Server>
}

/** What can happen to two servers, or to the stores that they share. Each is over when it is done. */
const FAULTS = {
  async 'a killed server'({ servers, start }: Surroundings) {
    servers[0]!.stop('SIGKILL')
    await servers[0]!.ended
    servers[0] = await start()
  },
  async 'a frozen server'({ servers }: Surroundings) {
    servers[0]!.stop('SIGSTOP')
    await wait(3_000)
    servers[0]!.stop('SIGCONT')
  },
  async 'a Redis that is frozen for a moment'({ redis }: Surroundings) {
    redis.signal('SIGSTOP')
    await wait(1_500)
    redis.signal('SIGCONT')
  },
  async 'a Redis that is killed and started again'({ redis }: Surroundings) {
    await redis.kill()
    await wait(500)
    await redis.start()
  },
  async 'a frozen MongoDB'({ mongo }: Surroundings) {
    mongo.freeze()
    await wait(4_000)
    mongo.thaw()
  },
}

export type Fault = keyof typeof FAULTS
export const ALL = Object.keys(FAULTS) as Fault[]

interface Options {
  readonly mutation?: Mutation
  /** Whether deliveries are compared, too: those of a killed server wait until its leases end. */
  readonly tells?: boolean
}

/** Lets visitors write to two servers while these faults happen, one after the other. @returns what is wrong then. */
export async function sufferFaults(
  stores: SharedStores,
  faults: readonly Fault[],
  { mutation, tells = false }: Options = {},
): Promise<string[]> {
  await using shared = await stores.open({ tells })
  const { site } = shared
  const start = () => site.start({ mutation })
  const servers = [await start(), await start()]
  const ledger = newLedger()
  let requests = 0
  using visits = visitors({
    ...{ scene: site.scene, ledger, patience: 2_000 },
    url: () => servers[requests++ % servers.length]!.url,
  })
  const visiting = crowd(visits, 3)
  await untilPosted(ledger, 6)
  for (const fault of faults) {
    await FAULTS[fault]({ ...shared, servers, start })
    await untilPosted(ledger, 6)
  }
  await visiting.stop()
  if (tells) await expect.poll(() => checkDeliveries(ledger, site.receivers), { timeout: 120_000 }).toEqual([])
  for (const server of servers) server.stop('SIGTERM')
  expect((await Promise.all(servers.map(({ ended }) => ended))).map(({ exitCode }) => exitCode)).toEqual([0, 0])
  return await site.read(docstore => checkStores(docstore, ledger, site.scene.moderator.id))
}
