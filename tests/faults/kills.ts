import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { checkDeliveries, checkStores } from './check.ts'
import { newLedger } from './ledger.ts'
import type { Mutation } from './mutations.ts'
import { openSite } from './site.ts'
import { visitors } from './visitors.ts'

/** What was found after a server was killed again and again. */
export interface Killed {
  readonly kills: number
  readonly wrong: readonly string[]
}

interface KillOptions {
  readonly mutation?: Mutation
  readonly tells?: boolean
  readonly rounds?: number
  readonly patience?: number
}

/**
 * Kills a server while visitors post, reply, react, edit and decide, starts another one on the same stores, and reads
 * the stores after each kill. The visitors send again what was not answered.
 *
 * @param moments the moments of a round at which the server is killed: before or after one of its writes, or `0` as
 * soon as everything was acknowledged. A round that ends before its moment is the last one.
 * @param options `rounds` is how many rounds are done before the first kill; `patience` is how long deliveries may take
 * after the last kill. Milliseconds.
 */
export async function killAt(
  moments: Iterable<number>,
  { mutation, tells = true, rounds = 1, patience = 120_000 }: KillOptions = {},
): Promise<Killed> {
  await using site = await openSite({ tells })
  const file = join(site.folder, 'kill-at')
  const env = { FAULT_KILL_AT: file }
  const ledger = newLedger()
  const { scene } = site
  const wrong: string[] = []
  let kills = 0
  let server = await site.start({ mutation, env })
  using visits = visitors({ scene, ledger, url: () => server.url })
  for (let round = 0; round < rounds; round++) await visits.round()
  for (const moment of moments) {
    await writeFile(file, String(moment))
    const round = visits.round()
    // When an expectation fails, the visitors leave before the end of their round.
    round.catch(() => {})
    if (moment === 0) void round.then(() => server.stop('SIGKILL')).catch(() => {})
    const ended = server.ended.then(() => true)
    const isKilled = await (moment === 0 ? ended : Promise.race([round.then(() => false), ended]))
    await rm(file)
    if (!isKilled) break
    kills += 1
    expect(await server.ended).toMatchObject({ exitCode: null })
    wrong.push(...(await site.read(docstore => checkStores(docstore, ledger, scene.moderator.id))))
    // A mutation that was found has done its part.
    server = await site.start({ mutation: wrong.length === 0 ? mutation : undefined, env })
    await round
  }
  const deliveries = () => (tells ? checkDeliveries(ledger, site.receivers) : [])
  await expect.poll(deliveries, { timeout: patience }).toEqual([])
  server.stop('SIGTERM')
  expect((await server.ended).exitCode).toBe(0)
  wrong.push(...(await site.read(docstore => checkStores(docstore, ledger, scene.moderator.id))))
  // Without a kill nothing is delivered twice.
  if (kills === 0 && tells) wrong.push(...checkDeliveries(ledger, site.receivers, { once: true }))
  return { kills, wrong }
}
