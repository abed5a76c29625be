import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createTestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { PASSWORD } from '../accounts/attempts.ts'
import { startVisited, type Visited } from './browser.ts'
import { CHROMIUM } from './chromium.ts'
import { post, visit } from './visit.ts'

/** A service as the common ones are: its script draws a box that puts the answer into the form. */
const SCRIPT = `for (const box of document.querySelectorAll('.g-recaptcha')) {
  const input = Object.assign(document.createElement('input'), { type: 'checkbox', name: 'g-recaptcha-response', value: 'good for ' + box.dataset.sitekey })
  box.append(Object.assign(document.createElement('label'), { textContent: 'I am no program ' }), input)
  input.setAttribute('aria-label', 'I am no program')
}`
const service = createServer(async (request, response) => {
  if (request.method === 'GET') return response.writeHead(200, { 'content-type': 'text/javascript' }).end(SCRIPT)
  response.end(JSON.stringify({ success: (await text(request)).includes('response=good+for+the+key') }))
})
beforeAll(async () => {
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
})
afterAll(() => {
  service.close()
})

const origin = () => `http://127.0.0.1:${(service.address() as AddressInfo).port}`
const keys = { PLATFORM_CAPTCHA_SECRET: 'the secret', PLATFORM_CAPTCHA_PUBLIC: 'the key' }
const wrong = { email: 'ada@test.example', password: 'a wrong password', next: '/' }

test.each([
  ['https://www.google.com/recaptcha/api/siteverify', 'g-recaptcha', 'https://www.google.com/recaptcha/api.js'],
  ['https://api.hcaptcha.com/siteverify', 'h-captcha', 'https://js.hcaptcha.com/1/api.js'],
  [
    'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    'cf-turnstile',
    'https://challenges.cloudflare.com/turnstile/v0/api.js',
  ],
])(
  'the page asks for the captcha that is checked at %s, once it is needed, and its policy allows that service then',
  async (verify, className, script) => {
    await using platform = await createTestPlatform({ env: { ...keys, PLATFORM_CAPTCHA_VERIFY_URL: verify } })
    await platform.createUser({ username: 'ada' })
    const before = await visit(platform, '/sign-in')
    expect([
      before.html.includes('captcha'),
      before.headers.get('content-security-policy')?.includes('https:'),
    ]).toEqual([false, false])
    for (let i = 0; i < 6; i++) expect((await post(platform, '/sign-in', wrong)).html).not.toContain('captcha')
    const page = await post(platform, '/sign-in', wrong)
    expect(page.status).toBe(429)
    expect(page.html).toMatch(new RegExp(`class="captcha ${className}" data-sitekey="the key"`))
    expect(page.html).toContain(`<script src="${script}" async defer></script>`)
    expect(page.html).toMatch(/<noscript>.*Without it, please wait/)
    const directives = Object.fromEntries(
      page.headers
        .get('content-security-policy')!
        .split(';')
        .map(directive => [directive.split(' ')[0], directive.split(' ').slice(1)]),
    )
    const allowed = (directives['script-src'] as string[]).filter(source => source.startsWith('https:'))
    expect(directives['frame-src']).toEqual(allowed)
    expect(
      allowed.every(source =>
        /^https:\/\/(www\.google\.com\/recaptcha\/|www\.gstatic\.com\/recaptcha\/|recaptcha\.google\.com\/recaptcha\/|hcaptcha\.com|\*\.hcaptcha\.com|challenges\.cloudflare\.com)$/.test(
          source,
        ),
      ),
    ).toBe(true)
    expect(directives).toMatchObject({
      'default-src': ["'none'"],
      'frame-ancestors': ["'none'"],
      'form-action': ["'self'"],
    })
    expect((await visit(platform, '/register')).headers.get('content-security-policy')).not.toContain('https:')
  },
)

test('a captcha service without a script shows no widget, and the page says how long to wait', async () => {
  await using platform = await createTestPlatform({
    env: { ...keys, PLATFORM_CAPTCHA_VERIFY_URL: `${origin()}/verify` },
  })
  for (let i = 0; i < 6; i++) await post(platform, '/sign-in', wrong)
  const page = await post(platform, '/sign-in', wrong)
  expect([page.status, page.html.includes('captcha'), /try again in/.test(page.html)]).toEqual([429, false, true])
})

describeWith(CHROMIUM)('in Chromium', { timeout: 40_000 }, () => {
  let visited: Visited
  beforeAll(async () => {
    visited = await startVisited({
      env: {
        ...keys,
        PLATFORM_CAPTCHA_VERIFY_URL: `${origin()}/verify`,
        PLATFORM_CAPTCHA_SCRIPT_URL: `${origin()}/api.js`,
      },
    })
    await visited.platform.createUser({ username: 'ada' })
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  test('a user who guessed too often solves it on the page and is signed in', async () => {
    const page = await visited.open('/sign-in')
    const attempt = async (password: string) => {
      await page.fill('#email', 'ada@test.example')
      await page.fill('#password', password)
      await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    }
    for (let i = 0; i < 7; i++) await attempt('a wrong password')
    await page.getByText('Too many attempts').waitFor()
    await attempt(PASSWORD)
    expect(new URL(page.url()).pathname).toBe('/sign-in')
    await page.getByLabel('I am no program').check()
    await attempt(PASSWORD)
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    expect(visited.complaints).toEqual([])
  })
})
