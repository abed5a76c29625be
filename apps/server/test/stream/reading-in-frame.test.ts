import type { Asset, Comment } from '@platform/plugin-sdk'
import type { Frame, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import type { Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { type Blog, withBlog } from './blog.ts'
import { untilDrawn } from './until-drawn.ts'

describeWith(CHROMIUM)('reading in a frame of another site', { timeout: 40_000 }, () => {
  let visited: Visited
  let blog: Blog
  let address: string
  let tall: string
  let root: Comment
  let reply: Comment

  withBlog(async site => {
    visited = site.visited
    blog = site.blog
    const { platform } = visited
    const article = (height: number) =>
      `<!doctype html><link rel="canonical" href="${blog.root}/post"><p style="height: ${height}px">Words.</p>
      <div id="comments"></div><script async src="${visited.root}/embed.js" data-element="comments"></script>
      <footer style="height: 1000px"></footer>`
    address = blog.put('/post', article(300))
    tall = blog.put('/tall', article(3_000))
    const asset: Asset = await platform.createAsset({ url: address })
    root = await platform.createComment({ asset, body: 'the first of all' })
    reply = await platform.createComment({ asset, parent: root, body: 'the answer to it' })
    await platform.createComment({ asset, body: 'something else' })
  })

  async function open(query = ''): Promise<{ page: Page; frame: Frame }> {
    const page = await visited.open(address + query)
    const handle = await page.waitForSelector('#comments iframe', { state: 'attached' })
    const frame = (await handle.contentFrame())!
    await frame.locator('.stream.alive').waitFor()
    return { page, frame }
  }
  const named = (page: Page) => new URL(page.url()).searchParams.get('commentId')

  test('the comment that the address of the page names is shown with what it answers, and the way to the whole', async () => {
    const { page, frame } = await open(`?commentId=${reply.id}`)
    expect(await frame.locator('.focused > article .text').textContent()).toBe('the answer to it')
    expect(await frame.locator('.above .text').allTextContents()).toEqual(['the first of all'])
    expect(await frame.getByText('something else').count()).toBe(0)
    await frame.getByRole('link', { name: 'The whole discussion' }).click()
    await frame.getByText('something else').waitFor()
    await expect.poll(() => named(page)).toBeNull()
    await frame.locator(`#c-${root.id} > article .when`).click()
    await frame.locator('.focused', { hasText: 'the first of all' }).waitFor()
    await expect.poll(() => named(page)).toBe(root.id)
    await page.context().close()
  })

  test.each([
    ['?commentId=', '.focused'],
    ['#comment-', '.focused'],
    ['?commentId=nowhere', '#stream-title'],
  ])('a tall article with %s in its address scrolls to the comment, or to the notice', async (query, place) => {
    const page = await visited.open(tall + (query.endsWith('nowhere') ? query : query + reply.id))
    const frame = page.frameLocator('#comments iframe')
    await frame.locator('.stream.alive').waitFor({ state: 'attached' })
    await expect
      .poll(async () => (await frame.locator(place).boundingBox())?.y)
      .toSatisfy((top: number) => top >= 0 && top <= 24.5)
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
    await page.context().close()
  })

  test('the frame is called by the title of its document, in its language', async () => {
    const { page } = await open()
    const title = () => page.locator('#comments iframe').getAttribute('title')
    await expect.poll(title).toBe(`Comments on ${address}`)
    await page.evaluate(() => document.documentElement.setAttribute('lang', 'de'))
    await page.evaluate(() => {
      const place = document.getElementById('comments')!
      Reflect.get(window, 'Platform').render(place)
    })
    await expect.poll(title).toBe(`Kommentare zu ${address}`)
    await page.context().close()
  })

  test('a link within the page leads to a comment in place', async () => {
    const { page, frame } = await open()
    await page.evaluate(id => {
      location.hash = `comment-${id}`
    }, reply.id)
    await frame.locator('.focused', { hasText: 'the answer to it' }).waitFor()
    expect(await frame.getByText('something else').count()).toBe(0)
    await page.context().close()
  })

  test('a comment that does not exist any more does not hide the discussion', async () => {
    const { page, frame } = await open('?commentId=nowhere')
    await frame.getByText('The comment that the address names does not exist any more.').waitFor()
    expect(await frame.getByText('something else').count()).toBe(1)
    await page.context().close()
  })

  test('the button for new comments lies where the screen is, also far below the top of the frame', async () => {
    const { platform } = visited
    const asset = (await platform.services.assets.findByUrl(address))!
    for (let i = 0; i < 15; i++)
      await platform.createComment({ asset, body: `a long one ${i}\n\n${'line\n'.repeat(10)}` })
    const { page, frame } = await open()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const author = await platform.createUser()
    const say = () =>
      platform.services.composition
        .createContext({ user: author.user })
        .mutators.Comment.create({ asset_id: asset.id, body: `news ${Math.random()}`, parent_id: null })
    const button = frame.locator('.new-comments')
    await expect
      .poll(
        async () => {
          await say()
          return button.count()
        },
        { timeout: 10_000, interval: 1_000 },
      )
      .toBe(1)
    await expect
      .poll(async () => {
        const box = await button.boundingBox()
        return box !== null && box.y >= 0 && box.y < page.viewportSize()!.height
      })
      .toBe(true)
    await page.context().close()
  })

  test('the button for the next unread comment lies where the screen is, and not over the way back', async () => {
    const { page } = await open()
    await page.goto('about:blank')
    await page.goto(visited.root)
    const asset = (await visited.platform.services.assets.findByUrl(address))!
    const browser = page.context()
    await page.close()
    const again = await browser.newPage()
    await again.addInitScript(discussion => {
      if (window.parent === window) return
      localStorage.setItem('platform:reading', JSON.stringify([{ discussion, seen: 1, last: 1, collapsed: [] }]))
    }, asset.id)
    await again.goto(address)
    const frame = again.frameLocator('#comments iframe')
    await frame.locator('.to-unread').click()
    const button = frame.locator('.new-comments')
    for (let step = 0; step < 4; step += 1) {
      await button.click()
      await expect
        .poll(async () => {
          const box = await button.boundingBox()
          return box !== null && box.y >= 0 && box.y < 120
        })
        .toBe(true)
      const whole = frame.getByRole('link', { name: 'The whole discussion' })
      if ((await whole.count()) > 0) await whole.click({ trial: true })
    }
    await again.close()
  })

  test('far below the head of the stream the page says that there is no network, until it is back', async () => {
    const { platform } = visited
    const asset = (await platform.services.assets.findByUrl(address))!
    for (let i = 0; i < 6; i++) await platform.createComment({ asset, body: 'line\n'.repeat(30) })
    const { page, frame } = await open()
    const bar = page.locator('.platform-snack-bar')
    await untilDrawn(frame)
    await page.evaluate(() => scrollTo(0, 1500))
    await page.context().setOffline(true)
    await expect.poll(() => bar.allTextContents()).toEqual([expect.stringContaining('You are offline.')])
    await page.context().setOffline(false)
    await expect.poll(() => bar.count()).toBe(0)
    await page.context().close()
  })
})
