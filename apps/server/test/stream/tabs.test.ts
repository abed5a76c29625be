import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visit } from '../pages/visit.ts'

let platform: TestPlatform
let page: string
let ada: TestUser

beforeAll(async () => {
  platform = await createTestPlatform()
  ada = await platform.createUser()
  const asset = await platform.createAsset()
  await platform.createComment({ asset, author: ada, body: 'what I think' })
  page = `/discussions/${asset.id}`
})
afterAll(() => platform[Symbol.asyncDispose]())

const tabsIn = (html: string) =>
  [...(html.split('class="stream-tabs"')[1]?.split('</nav>')[0] ?? '').matchAll(/<a [^>]*>([^<]+)/g)].map(([, t]) => t)

test('an anonymous reader, who has one tab only, sees no tabs', async () => {
  expect((await visit(platform, page)).html).not.toContain('stream-tabs')
})

test('a signed-in reader has a profile beside the comments, by links', async () => {
  const { html } = await visit(platform, page, ada)
  expect(tabsIn(html)).toEqual(['Comments', 'Profile'])
  expect(html).toContain(`href="${page}?tab=profile"`)
})

test('the profile takes the place of the comments, and is kept nowhere [X17]', async () => {
  const answer = await platform.as(ada).http(`${page}?tab=profile`)
  const html = await answer.text()
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(html).toContain('aria-current="true">Profile')
  expect(html).not.toContain('id="thread"')
})

test('an anonymous reader who asks for the profile gets the same shared bytes as the discussion [X17]', async () => {
  const own = await platform.as(ada).http(`${page}?tab=profile`)
  expect(own.status).toBe(200)
  const [plain, asked] = await Promise.all([page, `${page}?tab=profile`].map(path => platform.http(path)))
  expect(asked!.headers.get('cache-control')).toContain('public')
  const withoutTime = async (answer: Response) => (await answer.text()).replace(/"(readAt|newsFrom)":\d+/g, '')
  expect(await withoutTime(asked!)).toBe(await withoutTime(plain!))
})
