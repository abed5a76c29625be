import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { definePlugin } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { type Browser, type BrowserContext, chromium, type Frame, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import type { Listening } from '../../src/main/listen.ts'
import { CHROMIUM, CHROMIUM_ARGS } from '../pages/chromium.ts'
import { PASSWORD } from './window.ts'

/** A page of the platform that other sites may frame, and that signs in as docs/reference/frame-sign-in.md says. */
const FRAME = /* HTML */ `<!doctype html>
  <form method="post" action="/sign-in/window" target="platform-sign-in">
    <input type="hidden" name="handoff" /><input type="hidden" name="origin" />
    <button>Sign in</button>
  </form>
  <button id="out">Sign out</button>
  <p id="who">asking</p>
  <p id="heard"></p>
  <script>
    const form = document.forms[0]
    const text43 = bytes =>
      btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    const secret = text43(crypto.getRandomValues(new Uint8Array(32)))
    const who = async () => {
      const answer = await fetch('/api/v1/auth')
      document.getElementById('who').textContent =
        answer.status === 200 ? (await answer.json()).user.username : 'anonymous'
    }
    const redeem = async code => {
      const answer = await fetch('/api/v1/auth/handoff', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ secret, code }),
      })
      if (answer.status === 202) return setTimeout(redeem, 1000)
      await who()
    }
    form.elements.origin.value = new URL(document.referrer).origin
    crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret)).then(digest => {
      form.elements.handoff.value = text43(digest)
      who()
    })
    const hears = new URLSearchParams(location.search).has('hears')
    form.addEventListener('submit', () => hears || setTimeout(redeem, 1000))
    addEventListener('message', ({ origin, data }) => {
      if (origin !== location.origin) return
      const { name, data: given } = JSON.parse(data)
      if (name !== 'PLATFORM_HANDOFF_DONE' || given.handoff !== form.elements.handoff.value) return
      document.getElementById('heard').textContent = 'heard'
      if (hears) redeem(given.code)
    })
    document.getElementById('out').addEventListener('click', async () => {
      await fetch('/api/v1/auth', { method: 'DELETE' })
      await who()
    })
  </script>`

const framed = definePlugin({
  name: 'framed-page',
  version: '1.0.0',
  sdk: '^1.0',
  router: ({ koa }) => {
    koa.get('/api/v1/framed', ctx => {
      ctx.remove('X-Frame-Options')
      ctx.set('Content-Security-Policy', "default-src 'self'; script-src 'unsafe-inline'; form-action 'self'")
      ctx.type = 'html'
      ctx.body = FRAME
    })
  },
})

describeWith(CHROMIUM)('in Chromium, in a page of another site', { timeout: 60_000 }, () => {
  let platform: TestPlatform
  let listening: Listening
  let blog: Server
  let browser: Browser
  let blogAddress: string

  beforeAll(async () => {
    platform = await createTestPlatform({ plugins: [framed], env: { PORT: '0' } })
    await platform.services.settings.update({ domains: { whitelist: ['127.0.0.1'] } })
    listening = await platform.listen()
    blog = createServer((request, response) => {
      const { searchParams } = new URL(request.url!, 'http://blog.example')
      const headers = searchParams.has('isolated') ? { 'cross-origin-opener-policy': 'same-origin' } : {}
      const query = searchParams.has('hears') ? '?hears' : ''
      response
        .writeHead(200, { 'content-type': 'text/html', ...headers })
        .end(`<!doctype html><iframe src="http://localhost:${listening.port}/api/v1/framed${query}"></iframe>`)
    }).listen(0, '127.0.0.1')
    await once(blog, 'listening')
    blogAddress = `http://127.0.0.1:${(blog.address() as AddressInfo).port}/`
    browser = await chromium.launch({ executablePath: CHROMIUM.file, args: CHROMIUM_ARGS })
  })
  afterAll(async () => {
    await browser?.close()
    blog?.close()
    await listening?.stop()
    await platform?.[Symbol.asyncDispose]()
  })

  async function visit(context: BrowserContext, query: string): Promise<{ page: Page; frame: Frame }> {
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    await page.goto(`${blogAddress}${query}`)
    const frame = page.frames()[1]!
    await expect.poll(() => frame.locator('#who').textContent()).not.toBe('asking')
    return { page, frame }
  }

  /** Signs in by the window that the frame opens. @returns the window. */
  async function signIn({ page, frame }: { page: Page; frame: Frame }, username: string): Promise<Page> {
    const [window] = await Promise.all([page.context().waitForEvent('page'), frame.getByText('Sign in').click()])
    await window.fill('#email', `${username}@test.example`)
    await window.fill('#password', PASSWORD)
    await window.getByRole('button', { name: 'Sign in' }).click()
    return window
  }

  const shown = (frame: Frame) => expect.poll(() => frame.locator('#who').textContent(), { timeout: 10_000 })

  test('a reader signs in by a window, stays signed in after a reload, and signs out for good [C11]', async () => {
    const { user } = await platform.createUser()
    const context = await browser.newContext()
    const { page, frame } = await visit(context, '?hears')
    const window = await signIn({ page, frame }, user.username)
    if (!window.isClosed()) await window.waitForEvent('close')
    await shown(frame).toBe(user.username)
    await page.reload()
    await shown(page.frames()[1]!).toBe(user.username)
    await page.frames()[1]!.locator('#out').click()
    await shown(page.frames()[1]!).toBe('anonymous')
    await page.reload()
    await shown(page.frames()[1]!).toBe('anonymous')
    await context.close()
  })

  test('a page that cuts windows off from their openers: the frame learns by asking', async () => {
    const { user } = await platform.createUser()
    const context = await browser.newContext()
    const { page, frame } = await visit(context, '?isolated')
    await signIn({ page, frame }, user.username)
    await shown(frame).toBe(user.username)
    expect(await frame.locator('#heard').textContent()).toBe('')
    await context.close()
  })

  test('the cookie of the frame does not sign in requests from another site', async () => {
    const { user } = await platform.createUser()
    const context = await browser.newContext()
    const here = await visit(context, '?hears')
    await signIn(here, user.username)
    await shown(here.frame).toBe(user.username)
    const cookies = await context.cookies(`http://localhost:${listening.port}/`)
    const [cookie] = cookies.filter(({ name, sameSite }) => name === 'authorization' && sameSite === 'None')
    expect([cookie?.httpOnly, cookie?.secure, cookie?.partitionKey]).toEqual([true, true, 'http://127.0.0.1'])
    await context.close()
  })
})
