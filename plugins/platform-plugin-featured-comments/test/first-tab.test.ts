import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { loadStreamBuild, withParts } from '@platform/stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hrefOf, visit } from '../../../apps/server/test/pages/visit.ts'
import featured from '../server/index.ts'

let platform: TestPlatform
let page: string

beforeAll(async () => {
  const streamBuild = withParts(await loadStreamBuild(), ['platform-plugin-featured-comments'])
  platform = await createTestPlatform({
    env: { PLATFORM_DEFAULT_STREAM_TAB: 'featured' },
    plugins: [featured],
    streamBuild,
  })
  const asset = await platform.createAsset()
  page = `/discussions/${asset.id}`
  await platform.createComment({ asset, body: 'like many others' })
  const author = await platform.createUser({ roles: ['MODERATOR'] })
  await platform.createComment({ asset, author, body: 'well said', tags: ['FEATURED'] })
})
afterAll(() => platform[Symbol.asyncDispose]())

const bodies = (html: string) => ['like many others', 'well said'].filter(body => html.includes(`<p>${body}</p>`))

test('readers see the tab first that the operator names, and the others by its links', async () => {
  const first = await visit(platform, page)
  expect(bodies(first.html)).toEqual(['well said'])
  const all = await visit(platform, hrefOf(first.html, /^All <span/))
  expect(bodies(all.html)).toEqual(['like many others', 'well said'])
  const back = hrefOf(all.html, /^.*Featured <span/)
  expect(back).toBe(page)
})

test('a frame opens with the same tab', async () => {
  const id = page.replace('/discussions/', '')
  expect(bodies((await visit(platform, `/embed/stream?asset_id=${id}`)).html)).toEqual(['well said'])
})
