import type { Asset } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

let platform: TestPlatform
let asset: Asset
let author: TestUser

beforeAll(async () => {
  platform = await createTestPlatform()
  asset = await platform.createAsset()
  author = await platform.createUser()
})
afterAll(() => platform[Symbol.asyncDispose]())

/** Posts a comment, and counts in how many turns of the event loop others could have been answered meanwhile. */
async function turnsOfPost(body: string) {
  let turns = 0
  let next = setImmediate(function count() {
    turns += 1
    next = setImmediate(count)
  })
  const { status } = await platform.createComment({ asset, author, body })
  clearImmediate(next)
  return { turns, status }
}

test('others are answered while the filter of a long list is built, which stays when another setting changes', async () => {
  const banned = Array.from({ length: 20_000 }, (_, i) => `banned${i} word`)
  const usual = await turnsOfPost('Before there is a list')
  await platform.services.settings.update({ wordlist: { banned } })
  const first = await turnsOfPost('This has banned19999 word')
  expect(first.status).toBe('REJECTED')
  expect(first.turns - usual.turns).toBeGreaterThan(20)
  await platform.services.settings.update({ charCount: 700 })
  const second = await turnsOfPost('This has banned19998 word')
  expect(second.status).toBe('REJECTED')
  expect(second.turns - usual.turns).toBeLessThan(10)
  await platform.services.settings.update({ wordlist: { banned: banned.slice(0, 10) } })
  expect((await turnsOfPost('This has banned19998 word')).status).toBe('NONE')
})
