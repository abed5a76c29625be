import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { changeAsset, hrefOf, post, visit } from './visit.ts'

test('an empty store shows first steps in three lines and a demo article with its discussion', async () => {
  await using platform = await createTestPlatform()
  const { html } = await visit(platform, '/')
  expect(html.match(/<li>/g)).toHaveLength(3)
  expect(html).toContain('platform import threads')
  const demo = await visit(platform, hrefOf(html, 'demo article'))
  expect(demo.status).toBe(200)
  expect(demo.html).toContain('0 comments')
  const [asset] = (await platform.services.assets.latest({ limit: 2 })).nodes
  expect(asset).toMatchObject({ url: 'http://localhost:3000/demo', title: 'The bench by the canal' })
  expect((await visit(platform, '/')).html).toContain('platform import threads')
})

test('the demo article has its title also when a client of the API opened its discussion before', async () => {
  await using platform = await createTestPlatform()
  await platform.graphql('{ asset(url: "http://localhost:3000/demo") { id } }')
  await visit(platform, '/demo')
  const [asset] = (await platform.services.assets.latest({ limit: 2 })).nodes
  expect(asset).toMatchObject({ title: 'The bench by the canal' })
})

test('the home page shows the first steps until the first comment, without those that are done', async () => {
  await using platform = await createTestPlatform()
  expect((await visit(platform, '/')).html).toContain('set-up link')
  const admin = await platform.createUser({ roles: ['ADMIN'] })
  await platform.services.settings.install()
  platform.services.revisions.bumpAll()
  expect((await visit(platform, '/')).html).not.toContain('set-up link')
  await visit(platform, '/demo')
  const [asset] = (await platform.services.assets.latest({ limit: 2 })).nodes
  const { headers } = await post(
    platform,
    `/discussions/${asset!.id}/comments`,
    { body: 'The first word', back: '/demo' },
    { user: admin },
  )
  expect(headers.get('location')).toMatch(/^\/demo\?comment=.*#c-/)
  expect((await visit(platform, headers.get('location')!)).html).toContain('The first word')
  expect((await visit(platform, '/')).html).not.toContain('What to do next')
})

test('the demo discussion is made once, however many open it at the same time', async () => {
  await using platform = await createTestPlatform()
  const pages = await Promise.all(Array.from({ length: 8 }, (_, i) => visit(platform, `/demo?${i}`)))
  expect(pages.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect((await platform.services.assets.latest({ limit: 2 })).nodes).toHaveLength(1)
})

test('in production an empty store says so, and there is no demo', async () => {
  await using platform = await createTestPlatform({
    env: { NODE_ENV: 'production', PLATFORM_ROOT_URL: 'https://talk.example' },
  })
  const { html } = await visit(platform, '/')
  expect(html).toContain('There are no discussions yet')
  expect(html).not.toContain('demo')
  expect((await visit(platform, '/demo')).status).toBe(404)
})

test('discussions are listed by their latest comment, with title or address, host, count and time', async () => {
  await using platform = await createTestPlatform({ now: new Date('2026-11-21T09:26:00.000Z') })
  const first = await platform.createAsset({ url: 'http://localhost/first?page=1' })
  const second = await platform.createAsset()
  await changeAsset(platform, second, { title: 'The second one' })
  await platform.createComment({ asset: second })
  platform.clock.advance(60_000)
  await platform.createComment({ asset: first })
  await platform.createComment({ asset: first })
  const { html } = await visit(platform, '/')
  expect(html.indexOf('localhost/first?page=1')).toBeGreaterThan(0)
  expect(html.indexOf('localhost/first?page=1')).toBeLessThan(html.indexOf('The second one'))
  expect(html).toContain('2 comments')
  expect(html).toContain('<time class="local" datetime="2026-11-21T09:27:00.000Z">21 Nov 2026, 09:27 UTC</time>')
  expect(hrefOf(html, 'The second one')).toBe(`/discussions/${second.id}`)
})

test('older discussions are a link away, and none is lost or repeated', async () => {
  await using platform = await createTestPlatform()
  const author = await platform.createUser()
  const made: string[] = []
  for (let i = 0; i < 65; i++) {
    const asset = await platform.createAsset()
    platform.clock.advance(1_000)
    await platform.createComment({ asset, author })
    made.unshift(`/discussions/${asset.id}`)
  }
  const seen: string[] = []
  let path = '/'
  for (let page = 0; page < 3; page++) {
    const { html } = await visit(platform, path)
    seen.push(...[...html.matchAll(/class="title" href="([^"]+)"/g)].map(match => match[1]!))
    if (page < 2) path = hrefOf(html, 'Older discussions')
    else expect(html).not.toContain('Older discussions</a>')
  }
  expect(seen).toEqual(made)
})

test('the shared page counts a new comment immediately', async () => {
  await using platform = await createTestPlatform()
  const asset = await platform.createAsset()
  await platform.createComment({ asset })
  expect((await visit(platform, '/')).html).toContain('1 comment<')
  await platform.createComment({ asset })
  expect((await visit(platform, '/')).html).toContain('2 comments<')
})
