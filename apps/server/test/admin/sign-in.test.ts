import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { mailsTo, PASSWORD } from '../accounts/letters.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openDesk } from './desk.ts'

const VIEW = '/admin/moderate/reported'
/** A captcha service as the common ones are: its script draws a box that puts the answer into the form. */
const SCRIPT = `for (const box of document.querySelectorAll('.g-recaptcha')) {
  const input = Object.assign(document.createElement('input'), { type: 'checkbox', name: 'g-recaptcha-response', value: 'good' })
  input.setAttribute('aria-label', 'I am no program')
  box.append(input)
}`

describeWith(CHROMIUM)('on the way to the admin panel, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  const service = createServer(async (request, response) => {
    if (request.method === 'GET') return response.writeHead(200, { 'content-type': 'text/javascript' }).end(SCRIPT)
    response.end(JSON.stringify({ success: (await text(request)).includes('response=good') }))
  })
  beforeAll(async () => {
    service.listen(0, '127.0.0.1')
    await once(service, 'listening')
    const captcha = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
    visited = await startVisited({
      env: {
        PLATFORM_CAPTCHA_SECRET: 'the secret',
        PLATFORM_CAPTCHA_PUBLIC: 'the key',
        PLATFORM_CAPTCHA_VERIFY_URL: `${captcha}/siteverify`,
        PLATFORM_CAPTCHA_SCRIPT_URL: `${captcha}/api.js`,
      },
    })
  })
  afterAll(async () => {
    await visited?.[Symbol.asyncDispose]()
    service.close()
  })

  const signIn = async (page: Page, email: string, password: string) => {
    await page.getByLabel('E-mail', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  const isThere = async (page: Page) => {
    await page.locator('.panel-header').waitFor()
    expect(new URL(page.url()).pathname).toBe(VIEW)
  }

  test('a moderator signs in with the password, and comes to the view', async () => {
    await visited.platform.createUser({ roles: ['MODERATOR'], username: 'grace' })
    const page = await visited.open(VIEW)
    await signIn(page, 'grace@test.example', PASSWORD)
    await isThere(page)
  })

  test('a captcha is asked for after wrong passwords, and who answers it comes to the view', async () => {
    await visited.platform.createUser({ roles: ['MODERATOR'], username: 'ada' })
    const page = await visited.open(VIEW)
    const box = page.getByLabel('I am no program')
    for (let i = 0; i < 12 && (await box.count()) === 0; i++) {
      await signIn(page, 'ada@test.example', 'a wrong password')
      await page.locator('[role=alert], .problem').first().waitFor()
    }
    await box.check()
    await signIn(page, 'ada@test.example', PASSWORD)
    await isThere(page)
  })

  test('a moderator who has forgotten the password sets another one by a mail, and comes to the view', async () => {
    await visited.platform.createUser({ roles: ['MODERATOR'], username: 'hopper' })
    const page = await visited.open(VIEW)
    await page.getByRole('link', { name: 'Forgotten your password?' }).click()
    await page.getByLabel('E-mail', { exact: true }).fill('hopper@test.example')
    await page.getByRole('main').getByRole('button').first().click()
    await page.waitForLoadState('networkidle')
    const { link } = (await mailsTo(visited.platform, 'hopper@test.example', 'password-reset')).at(-1)!
    await page.goto(visited.root + new URL(link!).pathname + new URL(link!).hash)
    await page.locator('input[type=password]').first().fill('another long password')
    await page.getByRole('main').getByRole('button').first().click()
    await page.waitForLoadState('networkidle')
    await page.goto(visited.root + VIEW)
    await signIn(page, 'hopper@test.example', 'another long password')
    await isThere(page)
  })

  test('signing out everywhere ends the sessions of two browsers, in each of their tabs', async () => {
    const moderator = await visited.platform.createUser({ roles: ['MODERATOR'] })
    await using one = await openDesk(visited, moderator, VIEW)
    const second = await visited.open(VIEW)
    await signIn(second, `${moderator.user.username}@test.example`, PASSWORD)
    await isThere(second)
    const tab = await second.context().newPage()
    await tab.goto(`${visited.root}/admin/moderate/all`)
    await tab.locator('.panel-header').waitFor()
    await one.page.locator('.account-menu > summary').click()
    await one.page.getByRole('button', { name: 'Sign out everywhere' }).click()
    for (const page of [one.page, second, tab]) await page.waitForURL(/\/sign-in\?next=/)
  })
})
