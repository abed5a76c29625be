import { randomUUID } from 'node:crypto'
import type { Tag } from '@platform/plugin-sdk'
import { expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { type Blog, withBlog } from '../stream/blog.ts'
import { untilDrawn } from '../stream/until-drawn.ts'
import { openAsWriter, signInBy } from '../stream/writer.ts'
import { buildsPart } from './built-part.ts'

const tags: Tag[] = [
  {
    name: 'BEST',
    permissions: { public: true, self: false, roles: ['MODERATOR'] },
    models: ['COMMENTS'],
    created_at: new Date(0),
  },
]

describeWith(CHROMIUM)('what client parts are made of, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let blog: Blog
  const buildPart = buildsPart('pieces')
  withBlog(
    site => {
      visited = site.visited
      blog = site.blog
    },
    async () => {
      return startVisited({ plugins: [{ tags }], streamBuild: await buildPart() })
    },
  )
  async function discussion() {
    const { platform } = visited
    const asset = await platform.createAsset({ url: `${blog.root}/${randomUUID()}` })
    return { asset, comment: await platform.createComment({ asset, body: 'Well said' }), platform }
  }

  test('Dialog takes the focus, is closed by Escape and beside it, and gives the focus back', async () => {
    const { asset } = await discussion()
    await using reader = await openAsWriter(visited, asset, null)
    const { page } = reader
    const dialog = page.getByRole('dialog', { name: 'The rules' })
    const opener = page.locator('.open-rules')
    await opener.click()
    await dialog.getByText('Be kind.').waitFor()
    expect(await dialog.evaluate(each => each.contains(document.activeElement))).toBe(true)
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(2, 2),
      () => dialog.getByRole('button', { name: 'Close' }).click(),
    ]) {
      await close()
      await dialog.waitFor({ state: 'hidden' })
      expect(await opener.evaluate(each => each === document.activeElement)).toBe(true)
      await opener.click()
      await dialog.waitFor()
    }
    expect(visited.complaints).toEqual([])
  })

  test('in a frame Dialog stands on the part that is on the screen', async () => {
    const { platform } = await discussion()
    const asset = await platform.createAsset({ url: `${blog.root}/long` })
    for (let i = 0; i < 15; i++) await platform.createComment({ asset, body: `Comment ${i}` })
    const address = blog.put(
      '/long',
      `<!doctype html><link rel="canonical" href="${blog.root}/long"><div id="comments"></div>
      <script src="${visited.root}/embed.js" data-element="comments"></script>`,
    )
    const page = await visited.open('about:blank', { viewport: { width: 700, height: 500 } })
    await page.goto(address)
    const frame = (await (await page.waitForSelector('#comments iframe', { state: 'attached' })).contentFrame())!
    await frame.locator('.open-rules').click()
    const dialog = frame.getByRole('dialog')
    await dialog.waitFor()
    await expect
      .poll(async () => {
        const { y, height } = (await dialog.boundingBox())!
        return y >= 0 && y + height <= 500
      })
      .toBe(true)
    // The same page without the message would centre it in a frame of several thousand pixels.
    expect(await frame.evaluate(() => innerHeight)).toBeGreaterThan(1_000)
    await page.context().close()
  })

  test('useTag shows a tag at once with the class of commentClass, and takes back what the server refuses', async () => {
    const { asset, comment, platform } = await discussion()
    const moderator = await platform.createUser({ roles: ['MODERATOR'] })
    await using desk = await openAsWriter(visited, asset, moderator)
    const tagged = desk.page.locator(`#c-${comment.id}.best-comment`)
    await desk.page.locator('.may-tag .best').click()
    await tagged.waitFor()
    await expect.poll(async () => (await platform.http(`/discussions/${asset.id}`)).text()).toContain('best-comment')
    await desk.page.locator('.best[aria-pressed=true]').click()
    await tagged.waitFor({ state: 'detached' })
    await using reader = await openAsWriter(visited, asset, await platform.createUser())
    await reader.page.locator('.may-not-tag .best').click()
    await reader.page.getByText('with your account at the moment').first().waitFor()
    expect(await reader.page.locator('.best-comment').count()).toBe(0)
  })

  test('useTag takes a tag back that the server could not put on', async () => {
    const { asset, comment, platform } = await discussion()
    await using desk = await openAsWriter(visited, asset, await platform.createUser({ roles: ['MODERATOR'] }))
    const { page } = desk
    await page.route('**/graph/ql', route =>
      route.request().postData()?.includes('tag-BEST')
        ? route.fulfill({ json: { data: { addTag: null }, errors: [{ message: 'Internal server error' }] } })
        : route.continue(),
    )
    await page.locator('.may-tag .best').click()
    await page.getByText('That did not work. Try again in a moment.').first().waitFor()
    expect(await page.locator(`#c-${comment.id}.best-comment`).count()).toBe(0)
  })

  test('read asks as the reader, and Spinner is seen until the answer comes', async () => {
    const { asset, platform } = await discussion()
    const ada = await platform.createUser()
    await using reader = await openAsWriter(visited, asset, ada)
    const { page } = reader
    const asked = Promise.withResolvers<() => Promise<void>>()
    await page.route('**/graph/ql**', route =>
      route.request().postData()?.includes('part:pieces/address')
        ? asked.resolve(() => route.continue())
        : route.continue(),
    )
    await page.locator('.ask').click()
    const goOn = await asked.promise
    await page.getByRole('progressbar', { name: 'Loading' }).waitFor()
    await goOn()
    await expect
      .poll(async () => JSON.parse((await page.locator('.answer').textContent()) ?? ''))
      .toEqual({ asset: { url: asset.url }, me: { username: ada.user.username } })
  })

  test('what a tab asks for is read without a press, also for a reader who is not signed in', async () => {
    const { asset } = await discussion()
    const page = await visited.open(`/discussions/${asset.id}?pane=pieces`)
    await expect
      .poll(async () => JSON.parse((await page.locator('.numbers').textContent()) ?? ''))
      .toEqual({ asset: { url: asset.url }, me: null })
    await page.context().close()
  })

  test('read asks as the reader on a page of the account, too', async () => {
    const user = await visited.platform.createUser()
    const page = await visited.open('about:blank')
    await signInBy(visited, page, user)
    await page.goto(`${visited.root}/account/comments?part=pieces`)
    await expect
      .poll(() => page.locator('.names').textContent())
      .toBe(JSON.stringify({ me: { username: user.user.username } }))
    await page.context().close()
  })

  test('a mutation on a page of the account calls optimistic, and answered once it is done', async () => {
    const page = await visited.open('about:blank')
    await signInBy(visited, page, await visited.platform.createUser())
    await page.goto(`${visited.root}/account/comments?part=pieces`)
    await page.locator('.names').waitFor()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect.poll(() => page.locator('.steps').textContent()).toBe('reader nobody stopIgnoringUser')
    await page.context().close()
  })

  test('an icon beside a text is drawn with a line, and as high as the text', async () => {
    const { asset } = await discussion()
    const page = await visited.open(`/discussions/${asset.id}`)
    const icon = page.locator('.best .icon')
    expect(await icon.evaluate(each => [getComputedStyle(each).fill, getComputedStyle(each).stroke])).toEqual([
      'none',
      await page.locator('.best').evaluate(each => getComputedStyle(each).color),
    ])
    const { height, width } = (await icon.boundingBox())!
    expect([height, width].every(each => each > 10 && each < 20)).toBe(true)
    expect((await page.locator('.best').boundingBox())!.height).toBeLessThan(30)
    await page.context().close()
  })

  test('ClickOutside hears of presses beside its content, TabCount and TimeAgo speak the language of the page', async () => {
    const { asset } = await discussion()
    const page = await visited.open(`/discussions/${asset.id}?lang=de`)
    await untilDrawn(page)
    const inside = page.locator('.inside')
    await inside.click()
    await page.locator('h2#stream-title').click()
    await expect.poll(() => inside.textContent()).toBe('1')
    expect(await page.getByRole('link', { name: /Numbers/ }).textContent()).toBe('Numbers 12.345')
    expect(await page.locator('.may-not-tag time').textContent()).toBe(
      await page.locator('header time').first().textContent(),
    )
    await page.context().close()
  })

  test('a commentClass that throws gives no class, and the log names it', async () => {
    const { asset, platform } = await discussion()
    await platform.createComment({ asset, body: 'throws' })
    expect(await (await platform.http(`/discussions/${asset.id}`)).text()).toContain('throws')
    expect(platform.logs).toContainEqual(expect.objectContaining({ plugin: 'pieces', slot: 'commentClass' }))
  })
})
