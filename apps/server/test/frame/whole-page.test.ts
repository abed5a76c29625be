import { type BrowserContext, chromium, type Frame, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { type LivePlatform, startLive } from '../live/socket.ts'
import { CHROMIUM, CHROMIUM_ARGS } from '../pages/chromium.ts'
import { type Blog, startBlog } from '../stream/blog.ts'
import { PASSWORD } from './window.ts'

describeWith(CHROMIUM)('in Chromium, on a page of another site, when no window opens', { timeout: 60_000 }, () => {
  let live: LivePlatform
  let blog: Blog
  let context: BrowserContext
  let root: string
  beforeAll(async () => {
    live = await startLive({ env: { PORT: '0' } })
    root = `http://localhost:${live.listening.port}`
    blog = await startBlog()
    await live.platform.services.settings.update({ domains: { whitelist: ['127.0.0.1'] } })
    // A private window gives frames of other sites no storage, in which a frame keeps what it needs after its return.
    context = await chromium.launchPersistentContext('', {
      executablePath: CHROMIUM.file,
      args: CHROMIUM_ARGS,
      viewport: { width: 800, height: 900 },
    })
    context.setDefaultTimeout(20_000)
  })
  afterAll(async () => {
    await context?.close()
    await blog?.[Symbol.asyncDispose]()
    await live?.[Symbol.asyncDispose]()
  })

  async function streamOf(page: Page): Promise<Frame> {
    const handle = await page.waitForSelector('#comments iframe')
    const frame = (await handle.contentFrame())!
    await frame.waitForSelector('.stream.alive')
    return frame
  }

  /** Opens a page of the blog, and signs in from its frame on the page that the platform shows in its place. */
  async function signIn(path: string, script = ''): Promise<{ page: Page; username: string }> {
    const { user } = await live.platform.createUser()
    const address = blog.put(
      path,
      `<!doctype html><html lang="en"><title>Post</title><div id="comments"></div>
       <script async src="${root}/embed.js" data-element="comments"></script>`,
    )
    const page = await context.newPage()
    await page.addInitScript(`window.open = () => null; ${script}`)
    await page.goto(address)
    await (await streamOf(page)).locator('a.button').first().click()
    await page.fill('#email', `${user.username}@test.example`)
    await page.fill('#password', PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(address)
    return { page, username: user.username }
  }

  const signedIn = async (page: Page) => (await streamOf(page)).locator('.viewer bdi').textContent()

  test('a reader signs in on the whole page, is led back to the article, and stays signed in', async () => {
    const { page, username } = await signIn('/articles/one')
    expect(await signedIn(page)).toBe(username)
    await page.reload()
    expect(await signedIn(page)).toBe(username)
    await page.close()
  })

  test('so does a reader whose browser has no crypto.subtle, as over plain http', async () => {
    const script = "Object.defineProperty(crypto, 'subtle', { value: undefined })"
    await context.clearCookies()
    const { page, username } = await signIn('/articles/two', script)
    expect(await signedIn(page)).toBe(username)
    await page.close()
  })
})
