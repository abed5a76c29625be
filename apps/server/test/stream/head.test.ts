import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeAsset, visit } from '../pages/visit.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

const contentOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]
const dataOf = (html: string) => {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(match => match[1]!)
  expect(blocks.length).toBe(1)
  return JSON.parse(blocks[0]!)
}

test('the page of a discussion describes itself to search engines and link previews', async () => {
  const asset = await platform.createAsset({ url: 'http://localhost/described' })
  await changeAsset(platform, asset, {
    title: 'A described page',
    description: 'What it is about',
    image: 'https://pictures.example/one.png',
  })
  const { whole: html } = await visit(platform, `/discussions/${asset.id}?sort=oldest`)
  const page = `http://localhost:3000/discussions/${asset.id}`
  expect(html).toContain(`<link rel="canonical" href="${page}"`)
  expect(contentOf(html, 'description')).toBe('What it is about')
  expect(contentOf(html, 'og:title')).toBe('A described page')
  expect(contentOf(html, 'og:url')).toBe(page)
  expect(contentOf(html, 'og:image')).toBe('https://pictures.example/one.png')
})

test('the structured data has the comments with their replies, as schema.org names them', async () => {
  const asset = await platform.createAsset()
  const author = await platform.createUser({ username: 'berta' })
  const root = await platform.createComment({ asset, author, body: 'The root' })
  await platform.createComment({ asset, author, parent: root, body: 'The reply' })
  const { whole: html } = await visit(platform, `/discussions/${asset.id}`)
  expect(dataOf(html)).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'DiscussionForumPosting',
    url: `http://localhost:3000/discussions/${asset.id}`,
    commentCount: 2,
    sharedContent: { '@type': 'WebPage', url: asset.url },
    author: { name: expect.any(String) },
    datePublished: asset.created_at.toISOString(),
    comment: [
      {
        '@type': 'Comment',
        text: 'The root',
        author: { '@type': 'Person', name: 'berta' },
        datePublished: root.created_at.toISOString(),
        url: `http://localhost:3000/discussions/${asset.id}/comments/${root.id}`,
        comment: [{ '@type': 'Comment', text: 'The reply' }],
      },
    ],
  })
})

test('hostile texts end neither the block of data nor an attribute [X09]', async () => {
  const asset = await platform.createAsset()
  const hostile = '</script><script>alert(1)</script><!-- "\' --> \u2028'
  await platform.createComment({ asset, body: hostile })
  await changeAsset(platform, asset, {
    title: `"><script>alert(2)</script>`,
    description: hostile,
    image: 'javascript:alert(3)',
  })
  const { whole: html } = await visit(platform, `/discussions/${asset.id}`)
  expect(html).not.toContain('<script>')
  expect(contentOf(html, 'og:image')).toBeUndefined()
  expect(dataOf(html)).toMatchObject({ headline: `"><script>alert(2)</script>`, comment: [{ text: hostile }] })
})

test('a rejected comment is nowhere in the page, also not in its data', async () => {
  const asset = await platform.createAsset()
  await platform.createComment({ asset, body: 'Nobody may read this', status: 'REJECTED' })
  const { whole: html } = await visit(platform, `/discussions/${asset.id}`)
  expect([dataOf(html).comment, html.includes('Nobody may read this')]).toEqual([[], false])
})

test('the page of a comment describes the comment, names its own address and leads to the feed', async () => {
  const asset = await platform.createAsset()
  await changeAsset(platform, asset, { title: 'A described page', image: 'https://pictures.example/one.png' })
  const author = await platform.createUser({ username: 'carla' })
  const { id } = await platform.createComment({ asset, author, body: `"Quoted" <b>${'and long '.repeat(100)}` })
  const { whole: html } = await visit(platform, `/discussions/${asset.id}/comments/${id}?after=&lang=de`)
  const page = `http://localhost:3000/discussions/${asset.id}/comments/${id}`
  expect(html).toContain(`<link rel="canonical" href="${page}"`)
  expect(html).toMatch(new RegExp(`<link rel="alternate" type="application/atom\\+xml" href="[^"]*${asset.id}[^"]*"`))
  const description = contentOf(html, 'description') ?? ''
  expect(description).toMatch(/^&quot;Quoted&quot; &lt;b.*and long/)
  expect(description.length).toBeLessThan(400)
  expect(contentOf(html, 'og:description')).toBe(description)
  expect(contentOf(html, 'og:url')).toBe(page)
  expect(contentOf(html, 'og:title')).toContain('carla')
  expect(contentOf(html, 'og:image')).toBe('https://pictures.example/one.png')
})
