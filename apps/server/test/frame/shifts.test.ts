import type { TestUser } from '@platform/plugin-testing'
import { loadStreamBuild, withParts } from '@platform/stream'
import { type BrowserContext, chromium, type Frame, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { type LivePlatform, startLive } from '../live/socket.ts'
import { CHROMIUM, CHROMIUM_ARGS } from '../pages/chromium.ts'
import { type Blog, startBlog } from '../stream/blog.ts'
import { type LayoutShift, noteShifts } from '../stream/layout-shifts.ts'
import { PASSWORD } from './window.ts'

describeWith(CHROMIUM)('the frame of a reader who is signed in', { timeout: 60_000 }, () => {
  let live: LivePlatform
  let blog: Blog
  let context: BrowserContext
  let root: string

  beforeAll(async () => {
    // As a new site has it: with the button that gives the address of a comment.
    const streamBuild = withParts(await loadStreamBuild(), ['platform-plugin-permalink'])
    live = await startLive({ env: { PORT: '0' }, streamBuild })
    root = `http://localhost:${live.listening.port}`
    blog = await startBlog()
    await live.platform.services.settings.update({ domains: { whitelist: ['localhost', '127.0.0.1'] } })
  })
  afterAll(async () => {
    await blog?.[Symbol.asyncDispose]()
    await live?.[Symbol.asyncDispose]()
  })

  interface Post {
    readonly path: string
    readonly lang: string
    readonly token?: string
  }
  /** A post with comments of others and one of the user. @returns its address. */
  async function publish(author: TestUser, { path, lang, token = '' }: Post): Promise<string> {
    const address = blog.put(
      path,
      `<!doctype html><html lang="${lang}"><meta name="viewport" content="width=device-width">
      <link rel="canonical" href="${blog.root + path}"><div id="comments"></div>
      <script async src="${root}/embed.js" data-element="comments" data-lazy="false" ${token}></script>`,
    )
    const { platform } = live
    const asset = await platform.createAsset({ url: address })
    const first = await platform.createComment({ asset, body: 'Who answers to what was said here?' })
    await platform.createComment({ asset, parent: first, body: 'I do, as soon as I have read all of it.' })
    await platform.createComment({ asset, author, body: 'I have written this one.' })
    await platform.createComment({ asset, body: 'And this is the last one.' })
    return address
  }
  async function frameOf(page: Page): Promise<Frame> {
    const frame = (await (await page.waitForSelector('#comments iframe')).contentFrame())!
    await frame.locator('.stream.alive').waitFor()
    return frame
  }
  /** Opens a post again, and gives what moved inside its frame. */
  async function visitAgain(page: Page): Promise<readonly LayoutShift[]> {
    await page.reload()
    const frame = await frameOf(page)
    await frame.locator('.viewer').waitFor()
    await frame.locator('.composer').waitFor()
    await frame.locator('.comment .delete').waitFor()
    await frame.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 300))))
    return frame.evaluate(() => Reflect.get(window, 'shifts') as LayoutShift[])
  }
  async function withPage<Result>(width: number, use: (page: Page) => Promise<Result>): Promise<Result> {
    context = await chromium.launchPersistentContext('', {
      executablePath: CHROMIUM.file,
      args: CHROMIUM_ARGS,
      viewport: { width, height: 1_400 },
    })
    try {
      const page = await context.newPage()
      page.setDefaultTimeout(20_000)
      await noteShifts(page)
      return await use(page)
    } finally {
      await context.close()
    }
  }

  test.each([
    [320, 'en'],
    [320, 'de'],
    [800, 'en'],
  ])('who signed in by the window: nothing moves on the next visit (%i pixels wide, %s)', async (width, lang) => {
    const author = await live.platform.createUser()
    const { user } = author
    const address = await publish(author, { path: `/by-window-${width}-${lang}`, lang })
    const shifts = await withPage(width, async page => {
      await page.goto(address)
      const frame = await frameOf(page)
      const opened = context.waitForEvent('page')
      await frame.locator('.join a').first().click()
      const window = await opened
      await window.fill('#email', `${user.username}@test.example`)
      await window.fill('#password', PASSWORD)
      await window.locator('main button[type=submit], main form button').first().click()
      await frame.locator('.viewer').waitFor()
      return visitAgain(page)
    })
    expect(shifts).toEqual([])
  })

  test.each([320, 800])('whom the site signs in: nothing moves on the next visit (%i pixels wide)', async width => {
    const author = await live.platform.createUser()
    const address = await publish(author, {
      path: `/by-site-${width}`,
      lang: 'en',
      token: `data-auth-token="${author.token}"`,
    })
    const shifts = await withPage(width, async page => {
      await page.goto(address)
      await (await frameOf(page)).locator('.viewer').waitFor()
      return visitAgain(page)
    })
    expect(shifts).toEqual([])
  })
})
