import type { Asset } from '@platform/plugin-sdk'
import type { BrowserContextOptions, Frame, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import type { Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { type Blog, withBlog } from './blog.ts'

const PASSWORD = 'a long enough password'
const SCRIPT = /\/assets\/stream-[\w-]+\.js$/
let posts = 0

describeWith(CHROMIUM)('a click in a frame before its script is there', { timeout: 60_000 }, () => {
  let visited: Visited
  let blog: Blog
  let asset: Asset
  let address: string

  withBlog(site => {
    visited = site.visited
    blog = site.blog
  })
  beforeEach(async () => {
    const path = `/post-${++posts}`
    address = blog.root + path
    asset = await visited.platform.createAsset({ url: address })
    await visited.platform.createComment({ asset, body: 'Who answers?' })
    blog.put(
      path,
      `<!doctype html><link rel="canonical" href="${address}"><div id="comments"></div>
      <noscript><iframe src="${visited.root}/embed/stream?asset_id=${asset.id}" height="900"></iframe></noscript>
      <script async src="${visited.root}/embed.js" data-element="comments"></script>`,
    )
  })

  /** Holds the script of the stream back, until the returned function is called. */
  async function holdScript(page: Page): Promise<() => void> {
    let release = () => {}
    const released = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route(SCRIPT, async route => {
      await released
      await route.continue()
    })
    return release
  }
  /** Opens the page of the blog; the frame's script does not come before `release` is called. */
  async function open(page: Page) {
    const release = await holdScript(page)
    await page.goto(address, { waitUntil: 'commit' })
    return { release, frame: await frameOf(page) }
  }
  async function frameOf(page: Page): Promise<Frame> {
    const handle = await page.waitForSelector('iframe', { state: 'attached' })
    return (await handle.contentFrame())!
  }
  const visit = (options?: BrowserContextOptions) => visited.open('about:blank', options)
  const link = (frame: Frame, name: string | RegExp) => frame.getByRole('link', { name })
  const windows = (page: Page) => page.context().pages().length
  async function signIn(page: Page, username: string): Promise<void> {
    await page.fill('#email', `${username}@test.example`)
    await page.fill('#password', PASSWORD)
    await page.locator('main button', { hasText: 'Sign in' }).click()
  }

  test('is repeated when it is: the reader is signed in inside the frame, and then replies in place', async () => {
    const { user } = await visited.platform.createUser()
    const page = await visit()
    const first = await open(page)
    await link(first.frame, 'Sign in to join the discussion').click()
    const popup = page.context().waitForEvent('page')
    first.release()
    await signIn(await popup, user.username)
    await first.frame.locator('.viewer', { hasText: user.username }).waitFor()
    await expect.poll(() => windows(page)).toBe(1)
    await page.unrouteAll()
    const second = await open(page)
    await link(second.frame, /^Reply to/).click()
    second.release()
    await second.frame.locator('.comment textarea').fill('I do')
    await second.frame.locator('.comment textarea').press('Control+Enter')
    await second.frame.locator('.replies .text', { hasText: 'I do' }).waitFor()
    expect([windows(page), page.url()]).toEqual([1, address])
    await page.context().close()
  })

  test('follows the link of a text without waiting', async () => {
    await visited.platform.createComment({ asset, body: `See ${blog.root}/elsewhere` })
    const page = await visit()
    const { frame, release } = await open(page)
    const popup = page.context().waitForEvent('page')
    await link(frame, /elsewhere$/).click()
    expect((await popup).url()).toBe(`${blog.root}/elsewhere`)
    release()
    await frame.locator('.stream.alive').waitFor()
    expect(windows(page)).toBe(2)
    await page.context().close()
  })

  test.each([
    ['the script of the stream can not be loaded', true],
    ['scripts are switched off', false],
  ])(
    'leads on while %s: to the sign-in in another window, and to the comment outside of the frame',
    async (_why, on) => {
      const { user } = await visited.platform.createUser()
      const page = await visit({ javaScriptEnabled: on })
      await page.route(SCRIPT, route => route.abort())
      await page.goto(address)
      const frame = await frameOf(page)
      const opened = page.context().waitForEvent('page')
      await link(frame, 'Sign in to join the discussion').click()
      const window = await opened
      await signIn(window, user.username)
      await window.waitForURL(`${visited.root}/discussions/${asset.id}`)
      expect(await window.locator('.composer').count()).toBe(1)
      await link(frame, /^Reply to/).click()
      await page.waitForURL(`${address}?commentId=*`)
      await page.context().close()
    },
  )

  test('what was written before it is kept in the form', async () => {
    const { token } = await visited.platform.createUser()
    const page = await visit()
    await page.context().addCookies([{ name: 'authorization', value: token, url: visited.root }])
    const release = await holdScript(page)
    await page.goto(`${visited.root}/discussions/${asset.id}`, { waitUntil: 'commit' })
    await page.fill('#body', 'Written early')
    release()
    await page.locator('.stream.alive').waitFor()
    expect(await page.inputValue('#body')).toBe('Written early')
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await page.locator('#thread .text', { hasText: 'Written early' }).waitFor()
    await page.context().close()
  })

  test('the place of the caret, and what was chosen, stay as they were', async () => {
    const { token } = await visited.platform.createUser()
    const { id } = await visited.platform.createComment({ asset, body: 'Buy now' })
    const page = await visit()
    await page.context().addCookies([{ name: 'authorization', value: token, url: visited.root }])
    const release = await holdScript(page)
    await page.goto(`${visited.root}/discussions/${asset.id}/comments/${id}/report`, { waitUntil: 'commit' })
    await page.check('[value="COMMENT_SPAM"]')
    const message = page.locator('form textarea[name="message"]')
    await message.fill('abcdef')
    for (let i = 0; i < 3; i++) await message.press('ArrowLeft')
    release()
    await page.locator('.stream.alive').waitFor()
    await expect.poll(() => page.isChecked('[value="COMMENT_SPAM"]')).toBe(true)
    await page.keyboard.type('-')
    expect(await message.inputValue()).toBe('abc-def')
    await page.context().close()
  })

  test('Ctrl and Enter post a comment before the browser draws the form', async () => {
    const { token } = await visited.platform.createUser()
    const page = await visit()
    await page.context().addCookies([{ name: 'authorization', value: token, url: visited.root }])
    await page.route(/draw-stream/, route => route.abort())
    await page.goto(`${visited.root}/discussions/${asset.id}`)
    await page.fill('#body', 'By the keyboard')
    await page.press('#body', 'Control+Enter')
    await expect.poll(() => page.locator('#thread .text').allTextContents()).toContain('By the keyboard')
    await page.context().close()
  })

  test('no page complained', () => {
    expect(visited.complaints).toEqual([])
  })
})
