import type { Asset } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wordFilterOf } from '../../src/features/settings/word-filters.ts'

const BANNED = Array.from({ length: 20_000 }, (_, i) => `banned${i} word`)

let platform: TestPlatform
let asset: Asset
beforeAll(async () => {
  platform = await createTestPlatform()
  asset = await platform.createAsset()
})
afterAll(() => platform[Symbol.asyncDispose]())

test('others are answered while the filter of a long list is built', async () => {
  let turns = 0
  let next = setImmediate(function count() {
    turns += 1
    next = setImmediate(count)
  })
  const filter = await wordFilterOf([...BANNED])
  clearImmediate(next)
  expect(turns).toBeGreaterThan(20)
  expect(filter.find('This has banned19999 word')).toEqual(['banned19999 word'])
})

test('the filter of a list stays when another setting changes, and goes with the list', async () => {
  const { settings } = platform.services
  const filterOfSite = async () => wordFilterOf((await settings.load()).wordlist.banned)
  const statusOf = async (body: string) => (await platform.createComment({ asset, body })).status
  await settings.update({ wordlist: { banned: BANNED } })
  const filter = await filterOfSite()
  expect(await statusOf('This has banned19998 word')).toBe('REJECTED')
  await settings.update({ charCount: 700, wordlist: { suspect: ['odd'] } })
  expect(await filterOfSite()).toBe(filter)
  await settings.update({ wordlist: { banned: BANNED.slice(0, 10) } })
  expect(await filterOfSite()).not.toBe(filter)
  expect(await statusOf('This has banned19998 word, again')).toBe('NONE')
})
