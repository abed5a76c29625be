import type { Asset } from '@platform/plugin-sdk'
import type { Frame, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import type { Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { type Blog, withBlog } from '../stream/blog.ts'
import { PASSWORD } from './window.ts'

const HANDOFF = /\/api\/v1\/auth\/handoff$/
let posts = 0

describeWith(CHROMIUM)('a sign-in in a frame that does not go as it should', { timeout: 60_000 }, () => {
  let visited: Visited
  let blog: Blog

  withBlog(site => {
    visited = site.visited
    blog = site.blog
  })

  async function open(prepare: (page: Page) => Promise<unknown>): Promise<{ page: Page; frame: Frame; asset: Asset }> {
    const path = `/post-${++posts}`
    const address = blog.put(
      path,
      `<!doctype html><html lang="en"><link rel="canonical" href="${blog.root + path}"><div id="comments"></div>
      <script async src="${visited.root}/embed.js" data-element="comments"></script>`,
    )
    const asset = await visited.platform.createAsset({ url: address })
    await visited.platform.createComment({ asset, body: 'Who answers?' })
    const page = await visited.open('about:blank')
    await prepare(page)
    await page.goto(address)
    const handle = await page.waitForSelector('iframe', { state: 'attached' })
    const frame = (await handle.contentFrame())!
    await frame.locator('.stream.alive').waitFor()
    return { page, frame, asset }
  }
  async function openWindow({ page, frame }: { page: Page; frame: Frame }): Promise<Page> {
    const opened = page.context().waitForEvent('page')
    await frame.getByRole('link', { name: 'Sign in to join the discussion' }).click()
    return opened
  }
  async function signIn(window: Page): Promise<string> {
    const { user } = await visited.platform.createUser()
    await window.fill('#email', `${user.username}@test.example`)
    await window.fill('#password', PASSWORD)
    await window.locator('main button', { hasText: 'Sign in' }).click()
    return user.username
  }

  test('says that the reader is not signed in when the handoff was used by another, and works the next time', async () => {
    const opened = await open(page =>
      page.route(HANDOFF, async route => {
        const request = route.request()
        const headers = { origin: visited.root, 'content-type': 'application/json' }
        const ask = () => fetch(request.url(), { method: 'POST', headers, body: request.postData() })
        if ((await ask()).status !== 202) await ask()
        await route.continue()
      }),
    )
    const { frame, page } = opened
    await signIn(await openWindow(opened))
    await frame.getByRole('alert').getByText('You could not be signed in here.').waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    const window = await openWindow(opened)
    expect(await frame.getByRole('alert').count()).toBe(0)
    await window.getByRole('link', { name: 'Continue as' }).click()
    await frame.locator('.viewer').waitFor()
    await page.context().close()
  })

  test('asks again when the network is lost between the two answers of the server', async () => {
    let lost = 0
    const opened = await open(async page => {
      const lose = /\/api\/v1\/auth(\/handoff)?$/
      await page.route(lose, async route => {
        const first = HANDOFF.test(route.request().url()) && lost === 0
        if (first || lost >= 3) return route.continue()
        lost++
        await route.abort()
      })
    })
    const username = await signIn(await openWindow(opened))
    await opened.frame.locator('.viewer', { hasText: username }).waitFor()
    expect(lost).toBe(3)
    await opened.page.context().close()
  })

  test('asks nothing while the window is open, stops soon after it was closed, and looks when the reader is back', async () => {
    let questions = 0
    const opened = await open(async page => {
      await page.clock.install()
      page.on('request', request => HANDOFF.test(request.url()) && questions++)
    })
    const { frame, page } = opened
    const window = await openWindow(opened)
    await window.locator('#email').waitFor()
    await page.clock.runFor(60_000)
    expect(questions).toBe(0)
    await Promise.all([window.waitForEvent('close'), window.close()])
    const pass = (time: number) => page.clock.runFor(time).then(() => questions)
    await expect.poll(() => pass(1_000), { timeout: 10_000 }).toBe(3)
    for (let minute = 0; minute < 10; minute++) await pass(60_000)
    expect(questions).toBe(3)
    await frame.evaluate(() => dispatchEvent(new Event('focus')))
    await expect.poll(() => questions).toBe(4)
    await page.context().close()
  })

  test('is forgotten when the reader begins another one', async () => {
    const asked: string[] = []
    const opened = await open(async page => {
      await page.clock.install()
      page.on('request', request => {
        if (HANDOFF.test(request.url())) asked.push((request.postDataJSON() as { secret: string }).secret)
      })
    })
    const { frame, page } = opened
    const first = await openWindow(opened)
    await first.locator('#email').waitFor()
    await first.close()
    const pass = () => page.clock.runFor(1_000).then(() => asked.length)
    await expect.poll(pass).toBeGreaterThan(0)
    const username = await signIn(await openWindow(opened))
    await expect.poll(() => page.clock.runFor(1_000).then(() => frame.locator('.viewer').count())).toBe(1)
    expect(await frame.locator('.viewer').textContent()).toContain(username)
    const [earlier] = asked
    asked.length = 0
    await frame.evaluate(() => dispatchEvent(new Event('focus')))
    await page.clock.runFor(60_000)
    expect(asked.filter(secret => secret === earlier)).toEqual([])
    await page.context().close()
  })
})
