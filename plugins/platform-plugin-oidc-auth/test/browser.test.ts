import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { configure } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CHROMIUM } from '../../../apps/server/test/pages/chromium.ts'
import { describeWith } from '../../../test/needs.ts'
import oidc from '../server/index.ts'
import { createHttpBrowser } from './support/http-browser.ts'
import { type OpenidProvider, startProvider } from './support/openid-provider.ts'

/** A page of another site with a button that opens a sign-in. It collects all messages that it gets. */
const PAGE = `<!doctype html><title>Another site</title><button>Sign in</button><script>
messages = []
addEventListener('message', event => messages.push({ origin: event.origin, data: event.data }))
document.querySelector('button').onclick = () => {
  open(decodeURIComponent(location.hash.slice(1)), 'sign-in', 'popup,width=500,height=600')
}
</script>`

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => {
    server.listen(0, resolve)
  })
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => {
    server.close(resolve)
  })
  return port
}

describeWith(CHROMIUM)('in Chromium', { timeout: 40_000 }, () => {
  let platform: TestPlatform
  let provider: OpenidProvider
  let browser: Browser
  let root: string
  let sites: number
  const complaints: string[] = []
  const stack = new AsyncDisposableStack()

  beforeAll(async () => {
    const port = await freePort()
    root = `http://localhost:${port}`
    provider = stack.use(await startProvider({ redirectUris: [`${root}/api/v1/auth/first/callback`], asks: true }))
    platform = stack.use(
      await createTestPlatform({
        env: { PORT: String(port), PLATFORM_ROOT_URL: root },
        plugins: [
          configure(oidc, {
            providers: [{ name: 'first', issuer: provider.issuer, ...provider.client, label: 'The First' }],
          }),
        ],
      }),
    )
    await platform.services.settings.update({ domains: { whitelist: ['news.example'] } } as never)
    const listening = await platform.listen()
    stack.defer(() => listening.stop())
    const site = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
    })
    await new Promise<void>(resolve => {
      site.listen(0, '127.0.0.1', resolve)
    })
    stack.defer(() => {
      site.closeAllConnections()
      site.close()
    })
    sites = (site.address() as AddressInfo).port
    browser = await chromium.launch({
      executablePath: CHROMIUM.file,
      args: [
        '--no-sandbox',
        '--headless',
        '--host-resolver-rules=MAP *.example 127.0.0.1',
        '--test-third-party-cookie-phaseout',
      ],
    })
    stack.defer(() => browser.close())
  })
  beforeEach(() => {
    complaints.length = 0
    provider.account = { sub: crypto.randomUUID(), name: 'Ada Lovelace' }
  })
  afterAll(() => stack.disposeAsync())

  async function open(address: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ baseURL: root, ...options })
    context.setDefaultTimeout(20_000)
    context.on('weberror', error => complaints.push(error.error().message))
    context.on('console', message => {
      if (/Content Security Policy|Refused to|postMessage/i.test(message.text())) complaints.push(message.text())
    })
    const page = await context.newPage()
    await page.goto(address)
    return page
  }

  /** Presses a button that opens a window. */
  async function popupOf(page: Page, press: () => Promise<void>): Promise<Page> {
    const [popup] = await Promise.all([page.waitForEvent('popup'), press()])
    return popup
  }

  /** Agrees at the provider, and waits for the window to close. */
  async function agree(popup: Page): Promise<void> {
    await Promise.all([popup.waitForEvent('close'), popup.getByRole('link', { name: /^I am/ }).click()])
  }

  const onSite = (host: string, query: string) =>
    open(`http://${host}:${sites}/#${encodeURIComponent(`${root}/api/v1/auth/first?display=popup${query}`)}`)
  const messagesOf = (page: Page) => page.evaluate('messages') as Promise<{ origin: string; data: string }[]>
  const name = () => `ada_${crypto.randomUUID().slice(0, 8)}`

  test('a button opens a window; when it has closed, one chooses a username, and goes on where one was', async () => {
    const page = await open('/sign-in?next=/demo')
    const popup = await popupOf(page, () => page.getByRole('link', { name: 'Continue with The First' }).click())
    await agree(popup)
    await page.waitForURL('**/account/username?*')
    const username = name()
    await page.fill('#username', username)
    await page.getByRole('button', { name: 'Use this name' }).click()
    await page.waitForURL('**/demo')
    expect(await page.locator('.me bdi').textContent()).toBe(username)
    expect(complaints).toEqual([])

    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.goto('/sign-in?next=/demo')
    // The provider remembers the browser, and does not ask again.
    await popupOf(page, () => page.getByRole('link', { name: 'Continue with The First' }).click())
    await page.waitForURL('**/demo')
    expect(await page.locator('.me bdi').textContent()).toBe(username)
  })

  test('with script off the button leads there and back, and signs in by the cookie', async () => {
    const page = await open('/sign-in?next=/demo', { javaScriptEnabled: false })
    await page.getByRole('link', { name: 'Continue with The First' }).click()
    await page.getByRole('link', { name: /^I am/ }).click()
    const username = name()
    await page.fill('#username', username)
    await page.getByRole('button', { name: 'Use this name' }).click()
    expect([new URL(page.url()).pathname, await page.locator('.me bdi').textContent()]).toEqual(['/demo', username])
  })

  test('a user who does not agree reads why in the window, and the page stays as it is', async () => {
    const page = await open('/sign-in')
    const popup = await popupOf(page, () => page.getByRole('link', { name: 'Continue with The First' }).click())
    await popup.getByRole('link', { name: 'No' }).click()
    await popup.getByRole('heading', { name: 'You are not signed in' }).waitFor()
    expect(await popup.locator('.lead').textContent()).toBe(
      'You did not agree to sign in there, and nothing has changed',
    )
    expect([new URL(page.url()).pathname, complaints]).toEqual(['/sign-in', []])
  })

  test('a page of a permitted site gets a session although third-party cookies are blocked [C11, O10]', async () => {
    const page = await onSite('news.example', `&origin=http://news.example:${sites}`)
    await agree(await popupOf(page, () => page.click('button')))
    const [message, ...others] = await messagesOf(page)
    expect([message!.origin, others]).toEqual([root, []])
    const { name: kind, data } = JSON.parse(message!.data)
    expect([kind, data.user.username.startsWith('Ada_Lovelace')]).toEqual(['PLATFORM_SIGNED_IN', true])
    const answer = await platform.http('/api/v1/account', { headers: { authorization: `Bearer ${data.token}` } })
    expect(((await answer.json()) as { id: string }).id).toBe(data.user.id)
  })

  test('a page of any other site gets no session [O10]', async () => {
    const page = await onSite('evil.example', '')
    await agree(await popupOf(page, () => page.click('button')))
    expect(await messagesOf(page)).toEqual([])

    const pretending = await onSite('evil.example', `&origin=http://news.example:${sites}`)
    await agree(await popupOf(pretending, () => pretending.click('button')))
    expect(await messagesOf(pretending)).toEqual([])

    const asking = await onSite('evil.example', `&origin=http://evil.example:${sites}`)
    const refused = await popupOf(asking, () => asking.click('button'))
    await refused.getByRole('heading', { name: 'You are not signed in' }).waitFor()
    expect(await messagesOf(asking)).toEqual([])
  })

  test('the callback address of another browser signs no user in [O05]', async () => {
    const attacker = createHttpBrowser(platform)
    const asked = await attacker.go('/api/v1/auth/first')
    const { url: back } = await attacker.go(`${asked.url.href}?agreed=yes`, {
      before: url => url.pathname.endsWith('/callback'),
    })
    expect(back.searchParams.has('code')).toBe(true)
    const victim = await open(back.href)
    await victim.getByRole('heading', { name: 'You are not signed in' }).waitFor()
    await victim.goto('/')
    expect(await victim.locator('.me').count()).toBe(0)
  })

  test('messages of other pages to the page that asks to sign in have no effect, also many [O09, O11]', async () => {
    const signedIn = {
      name: 'PLATFORM_SIGNED_IN',
      data: { token: 'planted', user: { status: { username: 'SET' } } },
      scope: 'client',
    }
    const KNOWN = [
      signedIn,
      { ...signedIn, scope: 'other' },
      { name: 'PLATFORM_SIGN_IN_FAILED', error: {} },
      { name: 'setConfig', data: {} },
      { name: 'login', data: 'token' },
      { name: 'logout' },
      { name: 'css', data: 'body { display: none }' },
    ]
    const page = await open('/sign-in?next=/demo')
    const here = page.url()
    const known = JSON.stringify(KNOWN)
    const heard = await page.evaluate(`{
      let heard = 0
      addEventListener('message', () => { heard++ })
      // A message as the browser would deliver it from that site, with the true origin.
      const origin = 'http://evil.example:${sites}'
      const tell = data => dispatchEvent(new MessageEvent('message', { origin, data, source: window }))
      for (const message of ${known}) for (const data of [message, JSON.stringify(message)]) tell(data)
      for (let i = 0; i < 10_000; i++) tell('{"name":"PLATFORM_SIGNED_IN"}')
      heard
    }`)
    expect(heard).toBe(10_000 + 2 * KNOWN.length)
    // A page of another site that opens this one loses its reference to it. Its messages until then have no effect.
    const site = await onSite('evil.example', '')
    const opened = await popupOf(site, async () => {
      await site.evaluate(`void (opened = window.open(${JSON.stringify(here)}))`)
    })
    await opened.waitForLoadState()
    await site.evaluate(`{
      for (const message of ${known})
        for (const data of [message, JSON.stringify(message)]) opened.postMessage(data, '*')
    }`)
    await expect.poll(() => site.evaluate('opened.closed')).toBe(true)
    expect([opened.url(), await opened.getByRole('link', { name: /The First/ }).count()]).toEqual([here, 1])
    await page.evaluate(`(() => {
      const cyclic = { name: 'PLATFORM_SIGNED_IN' }
      cyclic.data = cyclic
      const forged = '{"name":"PLATFORM_SIGNED_IN","data":{"user":{"status":{"username":"SET"}}}'
      const odd = [
        cyclic, null, 7, 'no JSON', '', 'null', '[]', '"PLATFORM_SIGNED_IN"', '{"name":"PLATFORM_SIGNED_IN"}',
        '{"name":"PLATFORM_SIGNED_IN","data":null}', '{"__proto__":' + forged + '}}',
        forged + ',"x":"' + 'x'.repeat(1_000_000) + '"}', '['.repeat(10_000),
      ]
      for (const data of odd) postMessage(data, location.origin)
      return new Promise(resolve => {
        addEventListener('message', event => { if (event.data === 'last') resolve(null) })
        postMessage('last', location.origin)
      })
    })()`)
    expect([page.url(), await page.context().cookies(), await page.evaluate('({}).name')]).toEqual([
      here,
      [],
      undefined,
    ])
    expect(await page.getByRole('link', { name: /The First/ }).count()).toBe(1)
  })

  test('two windows at the same time both sign in', async () => {
    const page = await open('/sign-in?next=/demo')
    const press = () => page.getByRole('link', { name: 'Continue with The First' }).click()
    const [one, two] = [await popupOf(page, press), await popupOf(page, press)]
    await agree(two!)
    await agree(one!)
    await page.waitForURL('**/account/username?*')
    expect(await page.locator('.me').count()).toBe(1)
  })
})
