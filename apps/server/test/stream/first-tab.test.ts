import type { Comment } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hrefOf, visit } from '../pages/visit.ts'

let platform: TestPlatform
let page: string

beforeAll(async () => {
  platform = await createTestPlatform({ env: { PLATFORM_DEFAULT_STREAM_TAB: 'featured' } })
  const asset = await platform.createAsset()
  page = `/discussions/${asset.id}`
  await platform.createComment({ asset, body: 'like many others' })
  const { id } = await platform.createComment({ asset, body: 'well said' })
  const tag = {
    name: 'FEATURED',
    permissions: { public: true, self: false, roles: [] },
    models: [],
    created_at: new Date(),
  }
  const link = { tag, assigned_by: null, created_at: new Date() }
  await platform.services.docstore
    .collection<Comment>('comments')
    .updateOne({ id }, { $set: { tags: [link] as unknown as Comment['tags'] } })
  platform.services.revisions.bump(`asset:${asset.id}`)
})
afterAll(() => platform[Symbol.asyncDispose]())

const bodies = (html: string) => ['like many others', 'well said'].filter(body => html.includes(`<p>${body}</p>`))

test('readers see the tab first that the operator names, and the others by its links', async () => {
  const first = await visit(platform, page)
  expect(bodies(first.html)).toEqual(['well said'])
  const all = await visit(platform, hrefOf(first.html, /^All <span/))
  expect(bodies(all.html)).toEqual(['like many others', 'well said'])
  const back = hrefOf(all.html, /^Featured <span/)
  expect(back).toBe(page)
})

test('a frame opens with the same tab', async () => {
  const id = page.replace('/discussions/', '')
  expect(bodies((await visit(platform, `/embed/stream?asset_id=${id}`)).html)).toEqual(['well said'])
})
