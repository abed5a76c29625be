import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestPlatform } from '../../src/index.ts'
import { type Site, siteOf } from './site.ts'
import { unnamedBlocks } from './snippets.ts'

let site: Site
let platform: TestPlatform

beforeAll(async () => {
  site = await siteOf('recipes/own-records.md')
  platform = await site.start()
})
afterAll(async () => {
  await platform.close()
  await site[Symbol.asyncDispose]()
})

const CREATE = 'mutation ($id: ID!) { createBookmark(comment_id: $id, note: "later") { id note seen } }'
const OPEN = 'mutation ($id: ID!) { openBookmark(id: $id) { seen } }'
const LIST = '{ bookmarks { comment_id note } }'

test('bookmarks are made once, opened, listed and removed by their own user', async () => {
  const [reader, other] = [platform.as({ username: 'keeper' }), platform.as({ username: 'curious' })]
  const { data } = await reader.graphql(CREATE, { id: 'c1' })
  expect(data).toEqual({ createBookmark: { id: expect.any(String), note: 'later', seen: 0 } })
  expect((await reader.graphql(CREATE, { id: 'c1' })).errors).toMatchObject([{ code: 'ALREADY_EXISTS' }])
  const { id } = data!['createBookmark']
  expect((await other.graphql(OPEN, { id })).errors).toMatchObject([{ code: 'NOT_FOUND' }])
  const opened = await Promise.all(Array.from({ length: 5 }, () => reader.graphql(OPEN, { id })))
  expect(opened.map(answer => answer.data!['openBookmark'].seen).toSorted()).toEqual([1, 2, 3, 4, 5])
  const remove = 'mutation ($ids: [ID!]!) { removeBookmarks(ids: $ids) }'
  await other.graphql(remove, { ids: [id] })
  expect((await reader.graphql(LIST)).data).toEqual({ bookmarks: [{ comment_id: 'c1', note: 'later' }] })
  await reader.graphql(remove, { ids: [id] })
  expect((await reader.graphql(LIST)).data).toEqual({ bookmarks: [] })
  expect((await platform.graphql(LIST)).errors).toMatchObject([{ code: 'NOT_AUTHORIZED' }])
})

test('the doctor reports no problem of its plugin', async () => {
  expect(JSON.parse(await site.run('apps/server/bin/platform.js', 'plugins', 'doctor', '--json'))).toEqual({
    healthy: true,
    findings: [],
  })
}, 60_000)

test('its code compiles, its own tests pass, and all of its code is run', async () => {
  expect(await site.compile()).toBe('')
  expect(await site.run('node_modules/vitest/vitest.mjs', 'run', 'plugins/bookmarks')).toMatch(/Tests +\d+ passed/)
  expect((await unnamedBlocks('recipes/own-records.md')).filter(language => language !== 'sh')).toEqual([])
}, 60_000)
