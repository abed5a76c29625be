import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkStores } from './check.ts'
import { newLedger } from './ledger.ts'
import { type Mutation, POSTS_AGAIN } from './mutations.ts'
import { openSite } from './site.ts'
import { visitors } from './visitors.ts'

const ROUNDS = 12

/** Visitors hang up sooner or later while a server with a slow disk writes, and send their requests again. */
async function sendAgain({ mutation }: { readonly mutation?: Mutation } = {}): Promise<string[]> {
  await using site = await openSite({ tells: false })
  const server = await site.start({ mutation, env: { FAULT_FLUSHED: join(site.folder, 'flushed') } })
  const ledger = newLedger()
  let requests = 0
  const hangUp = () => 4 + ((requests++ * 5) % 60)
  using visits = visitors({ scene: site.scene, ledger, url: () => server.url, hangUp })
  for (let round = 0; round < ROUNDS; round++) await visits.round()
  expect(ledger.answers.get('none')).toBeGreaterThan(5)
  server.stop('SIGTERM')
  expect((await server.ended).exitCode).toBe(0)
  return await site.read(docstore => checkStores(docstore, ledger, site.scene.moderator.id))
}

test('what visitors send again, because they got no answer, is done once', { timeout: 60_000 }, async () => {
  expect(await sendAgain()).toEqual([])
})

test('the check finds a server that does again what is sent again', { timeout: 60_000 }, async () => {
  expect(await sendAgain({ mutation: POSTS_AGAIN })).toContainEqual(expect.stringMatching(/^twice: the comment/))
})
