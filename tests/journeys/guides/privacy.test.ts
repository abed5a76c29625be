import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startVisited, type Visited } from '../../../apps/server/test/pages/browser.ts'
import { CHROMIUM } from '../../../apps/server/test/pages/chromium.ts'
import { type Blog, startBlog } from '../../../apps/server/test/stream/blog.ts'
import { describeWith } from '../../../test/needs.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const GUIDE = readFileSync(`${ROOT}docs/guide/privacy.md`, 'utf8')

/** All sources that match a pattern, as one text. */
const sourcesOf = (pattern: string) =>
  globSync(pattern, { cwd: ROOT })
    .map(path => readFileSync(ROOT + path, 'utf8'))
    .join('\n')

/** The names in the first column of the tables, up to the first place for an id. */
const listed = [...GUIDE.matchAll(/^\| `([\w:-]+?):?[`<]/gm)].map(([, name]) => name)

test('the guide lists every name under which the browser keeps something, and no other', () => {
  const sources = sourcesOf('{apps/{admin,stream},packages/client-kit}/src/**/*.{ts,tsx}')
  const used = [...sources.matchAll(/['"`](platform:[\w-]+)/g)].map(([, name]) => name)
  expect(used.length).toBeGreaterThan(4)
  expect(listed.filter(name => name?.startsWith('platform:')).toSorted()).toEqual([...new Set(used)].toSorted())
})

test('the guide lists every cookie, and no other', () => {
  const files = globSync('apps/server/src/**/*.{ts,tsx}', { cwd: ROOT })
    .map(path => readFileSync(ROOT + path, 'utf8'))
    .filter(text => text.includes('setOwnCookie('))
  const used = files.flatMap(text => [...text.matchAll(/ = '(platform-[\w-]+)'/g)].map(([, name]) => name))
  // One file defines the function, and each other one sets one cookie.
  expect(used).toHaveLength(files.length - 1)
  expect(listed.filter(name => !name?.startsWith('platform:')).toSorted()).toEqual(
    ['authorization', ...used].toSorted(),
  )
})

describeWith(CHROMIUM)('in Chromium, before a reader signs in or writes', { timeout: 60_000 }, () => {
  let visited: Visited
  let blog: Blog
  beforeAll(async () => {
    visited = await startVisited()
    blog = await startBlog()
  }, 60_000)
  afterAll(async () => {
    await blog?.[Symbol.asyncDispose]()
    await visited?.[Symbol.asyncDispose]()
  })

  test('the comments set no cookie, keep only what the guide says, and ask no other host', async () => {
    const { platform, root } = visited
    await platform.services.settings.update({ domains: { whitelist: ['127.0.0.1', 'localhost'] } })
    const asset = await platform.createAsset()
    await platform.createComment({ asset, body: 'https://elsewhere.example/picture.png' })
    const address = blog.put(
      '/post',
      `<!doctype html><title>A post</title><link rel="canonical" href="${asset.url}"><div id="comments"></div>
       <script async src="${root}/embed.js" data-element="comments"></script>
       <script async src="${root}/count.js"></script><span data-platform-count="${asset.url}"></span>`,
    )
    const page = await visited.open('about:blank')
    const hosts = new Set<string>()
    page.on('request', request => hosts.add(new URL(request.url()).origin))
    const live = page.waitForEvent('websocket')
    await page.goto(address)
    expect(new URL((await live).url()).host).toBe(new URL(root).host)
    await page.waitForLoadState('networkidle')
    expect([...hosts].toSorted()).toEqual([new URL(address).origin, root].toSorted())
    expect(await page.context().cookies()).toEqual([])
    const frame = page.frames()[1]!
    await expect
      .poll(() => frame.evaluate(() => [Object.keys(localStorage).sort(), Object.keys(sessionStorage)]))
      .toEqual([['platform:heights', 'platform:reading'], []])
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
    await page.context().close()
  })
})
