import type { Asset, Comment } from '@platform/plugin-sdk'
import type { Frame, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import type { Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { type Blog, withBlog } from '../stream/blog.ts'
import { PASSWORD } from './window.ts'

let posts = 0

describeWith(CHROMIUM)('after signing in, the form opens that the reader wanted', { timeout: 60_000 }, () => {
  let visited: Visited
  let blog: Blog
  let asset: Asset
  let comment: Comment
  let address: string

  withBlog(site => {
    visited = site.visited
    blog = site.blog
  })
  beforeEach(async () => {
    const path = `/post-${++posts}`
    address = blog.put(
      path,
      `<!doctype html><html lang="en"><link rel="canonical" href="${blog.root + path}"><div id="comments"></div>
      <script async src="${visited.root}/embed.js" data-element="comments"></script>`,
    )
    asset = await visited.platform.createAsset({ url: address })
    comment = await visited.platform.createComment({ asset, body: 'Who answers?' })
  })

  async function signIn(page: Page): Promise<void> {
    const { user } = await visited.platform.createUser()
    await page.fill('#email', `${user.username}@test.example`)
    await page.fill('#password', PASSWORD)
    await page.locator('main button', { hasText: 'Sign in' }).click()
  }
  async function openFrame(): Promise<{ page: Page; frame: Frame }> {
    const page = await visited.open(address)
    const frame = (await (await page.waitForSelector('iframe', { state: 'attached' })).contentFrame())!
    await frame.locator('.stream.alive').waitFor()
    return { page, frame }
  }
  async function signInFrom({ page, frame }: { page: Page; frame: Frame }, name: string | RegExp): Promise<void> {
    const opened = page.context().waitForEvent('page')
    await frame.locator('.comment').getByRole('link', { name }).or(frame.getByRole('button', { name })).click()
    await signIn(await opened)
    await frame.locator('.viewer').waitFor()
  }

  test('in a frame: to reply', async () => {
    const opened = await openFrame()
    await signInFrom(opened, /^Reply to/)
    expect(await opened.frame.locator(`#body-${comment.id}`).inputValue()).toBe('')
    await opened.page.context().close()
  })

  test('in a frame: to report', async () => {
    const opened = await openFrame()
    await signInFrom(opened, /^Report the comment/)
    await expect.poll(() => opened.frame.locator(`#report-${comment.id}`).count()).toBe(1)
    await opened.page.context().close()
  })

  test('in a frame: not once the reader has signed in for something else', async () => {
    const opened = await openFrame()
    const { frame, page } = opened
    const window = page.context().waitForEvent('page')
    await frame.getByRole('link', { name: /^Reply to/ }).click()
    await (await window).close()
    const second = page.context().waitForEvent('page')
    await frame.getByRole('link', { name: 'Sign in to join the discussion' }).click()
    await signIn(await second)
    await frame.locator('#body').waitFor()
    expect(await frame.locator(`#body-${comment.id}`).count()).toBe(0)
    await page.context().close()
  })

  test.each([
    ['reply', 'link', /^Reply to/, ''],
    ['quote', 'button', 'Quote', '> Who answers?'],
  ] as const)('on the page of the platform, where the comment is shown: to %s', async (_what, role, name, text) => {
    for (let count = 0; count < 15; count++) await visited.platform.createComment({ asset, body: `Number ${count}` })
    const page = await visited.open(`/discussions/${asset.id}`)
    await page.locator('.stream.alive').waitFor()
    await page.locator(`#c-${comment.id}`).getByRole(role, { name }).click()
    await signIn(page)
    const field = page.locator(`#body-${comment.id}`)
    await field.waitFor()
    expect(await field.inputValue()).toContain(text)
    const place = page.locator(`#c-${comment.id}`)
    await expect.poll(() => place.evaluate(each => each.getBoundingClientRect().top < innerHeight)).toBe(true)
    await page.reload()
    await page.locator('.stream.alive').waitFor()
    expect(await field.count()).toBe(text === '' ? 0 : 1)
    await page.context().close()
  })

  test('no page complained', () => {
    expect(visited.complaints).toEqual([])
  })
})
