import { readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkStores } from './check.ts'
import { crowd, untilPosted } from './crowd.ts'
import { newLedger } from './ledger.ts'
import { ANSWERS_BEFORE_FLUSH, type Mutation } from './mutations.ts'
import { openSite } from './site.ts'
import { visitors } from './visitors.ts'

/** Cuts the power of a server with a slow disk while visitors write: the disk keeps only what was flushed. */
async function cutPower({ mutation }: { readonly mutation?: Mutation } = {}): Promise<string[]> {
  await using site = await openSite({ tells: false })
  const flushed = join(site.folder, 'flushed')
  // So long that visitors post again meanwhile, also where they share the machine with much else.
  const server = await site.start({ mutation, env: { FAULT_FLUSHED: flushed, FAULT_FLUSH_TIME: '100' } })
  const ledger = newLedger()
  using visits = visitors({ scene: site.scene, ledger, url: () => server.url })
  const visiting = crowd(visits, 4)
  await untilPosted(ledger, 20)
  server.stop('SIGKILL')
  await server.ended
  visits[Symbol.dispose]()
  await expect(visiting.stop()).rejects.toThrow('the visitors left')
  await truncate(join(site.folder, 'platform.db-wal'), Number(await readFile(flushed, 'utf8')))
  return await site.read(docstore => checkStores(docstore, ledger, site.scene.moderator.id))
}

test('a power cut loses nothing that was acknowledged', { timeout: 60_000 }, async () => {
  expect(await cutPower()).toEqual([])
})

test('the check finds a server that acknowledges before the disk has it', { timeout: 60_000 }, async () => {
  expect(await cutPower({ mutation: ANSWERS_BEFORE_FLUSH })).toContainEqual(expect.stringMatching(/^(lost|another)/))
})
