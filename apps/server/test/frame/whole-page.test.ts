import { type BrowserContext, chromium, type Frame, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { type LivePlatform, startLive } from '../live/socket.ts'
import { CHROMIUM, CHROMIUM_ARGS } from '../pages/chromium.ts'
import { type Blog, startBlog } from '../stream/blog.ts'
import { PASSWORD } from './window.ts'

/** A browser that opens no window, neither by script nor for a form. */
const NO_WINDOWS = `
  window.open = () => null
  const submit = HTMLFormElement.prototype.submit
  HTMLFormElement.prototype.submit = function () {
    if (this.target === '_top') submit.call(this)
  }`

describeWith(CHROMIUM)(
  'in Chromium, signing in from the comments on a page of another site',
  { timeout: 60_000 },
  () => {
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

    const articleWith = (path: string, headers?: Readonly<Record<string, string>>) =>
      blog.put(
        path,
        `<!doctype html><html lang="en"><title>Post</title><div id="comments"></div>
       <script async src="${root}/embed.js" data-element="comments"></script>`,
        headers,
      )

    const pressSignIn = async (page: Page) => (await streamOf(page)).locator('a.button').first().click()

    /** Fills in the form of the platform that a window, or the whole page, shows. @returns the name of the user. */
    async function fillIn(page: Page): Promise<string> {
      const { user } = await live.platform.createUser()
      await page.fill('#email', `${user.username}@test.example`)
      await page.fill('#password', PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).click()
      return user.username
    }

    /** Opens a page of the blog, and signs in from its frame on the page that the platform shows in its place. */
    async function signIn(path: string, script = ''): Promise<{ page: Page; username: string }> {
      const address = articleWith(path)
      const page = await context.newPage()
      await page.addInitScript(`${NO_WINDOWS}; ${script}`)
      await page.goto(address)
      await pressSignIn(page)
      const username = await fillIn(page)
      await page.waitForURL(address)
      return { page, username }
    }

    const signedIn = async (page: Page) => (await streamOf(page)).locator('.viewer bdi').textContent()

    test('where no window opens, a reader signs in on the whole page, is led back, and stays signed in', async () => {
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

    test('a site that cuts windows off keeps its article, gets one window, and the frame learns by asking', async () => {
      await context.clearCookies()
      const address = articleWith('/articles/three', { 'cross-origin-opener-policy': 'same-origin' })
      const page = await context.newPage()
      await page.goto(address)
      const before = context.pages().length
      await (await streamOf(page)).locator('a.button').first().hover()
      const [opened] = await Promise.all([context.waitForEvent('page'), pressSignIn(page)])
      const username = await fillIn(opened)
      await (await streamOf(page)).locator('.viewer bdi', { hasText: username }).waitFor()
      if (!opened.isClosed()) await opened.waitForEvent('close')
      expect([page.url(), context.pages().length]).toEqual([address, before])
      await page.close()
    })

    test.each([
      ['no policy', {}],
      ['a policy that keeps openers', { 'cross-origin-opener-policy': 'same-origin-allow-popups' }],
    ])('a site with %s gets a window of its own size, and is asked before the click only', async (name, headers) => {
      await context.clearCookies()
      const address = articleWith(`/articles/${name.replaceAll(' ', '-')}`, headers)
      const page = await context.newPage()
      const asked: string[] = []
      page.on('request', request => request.method() === 'HEAD' && asked.push(request.url()))
      await page.goto(address)
      const frame = await streamOf(page)
      expect(asked).toEqual([])
      const answered = frame.evaluate(
        () =>
          new Promise(resolve =>
            addEventListener('message', ({ data }) => data.name === 'opener' && resolve(data.value)),
          ),
      )
      await frame.locator('a.button').first().hover()
      expect([await answered, asked]).toEqual([true, [address]])
      const [opened] = await Promise.all([context.waitForEvent('page'), pressSignIn(page)])
      await opened.waitForSelector('#email')
      expect(await opened.evaluate(() => [menubar.visible, outerWidth])).toEqual([false, 480])
      const username = await fillIn(opened)
      await frame.locator('.viewer bdi', { hasText: username }).waitFor()
      if (!opened.isClosed()) await opened.waitForEvent('close')
      await page.close()
    })
  },
)
