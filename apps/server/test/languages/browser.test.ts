import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { PASSWORD } from '../frame/window.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { type Blog, startBlog } from '../stream/blog.ts'
import { type TextsFolder, textsFolder } from './folder.ts'

describeWith(CHROMIUM)('languages in Chromium', { timeout: 60_000 }, () => {
  let folder: TextsFolder
  let visited: Visited
  let blog: Blog
  let id: string

  beforeAll(async () => {
    folder = await textsFolder({
      'fr.json': { stream: { reply: 'Répondre', cancel: 'Annuler', quote: 'Citer', joinIn: 'Connectez-vous' } },
    })
    visited = await startVisited({ env: { PLATFORM_TRANSLATIONS: folder.path } })
    blog = await startBlog()
    const { platform } = visited
    await platform.services.settings.update({ domains: { whitelist: ['localhost', '127.0.0.1'] } })
    const asset = await platform.createAsset()
    await platform.createComment({ asset })
    id = asset.id
  })
  afterAll(async () => {
    await blog?.[Symbol.asyncDispose]()
    await visited?.[Symbol.asyncDispose]()
    await folder?.[Symbol.asyncDispose]()
  })

  /** Opens a page of another site, whose language the frame in it takes. */
  async function openBlog(lang: string): Promise<{ page: Page; frame: Frame }> {
    const address = blog.put(
      `/${lang}`,
      `<!doctype html><html lang="${lang}"><title>Post</title><div id="comments"></div>
       <script async src="${visited.root}/embed.js" data-element="comments"></script>`,
    )
    const page = await visited.open(address)
    const frame = (await (await page.waitForSelector('#comments iframe')).contentFrame())!
    await frame.locator('.stream.alive').waitFor()
    return { page, frame }
  }

  test('the window of a German frame is in German, and signs the reader of the frame in', async () => {
    const { user } = await visited.platform.createUser()
    const { page, frame } = await openBlog('de-DE')
    const [window] = await Promise.all([
      page.context().waitForEvent('page'),
      frame.getByRole('link', { name: 'Melden Sie sich an, um mitzudiskutieren' }).click(),
    ])
    await window.getByRole('heading', { name: 'Anmelden' }).waitFor()
    expect(await window.locator('html').getAttribute('lang')).toBe('de')
    await window.getByRole('link', { name: 'Passwort vergessen?' }).click()
    await window.getByRole('heading', { name: 'Passwort vergessen?' }).waitFor()
    await window.goBack()
    await window.fill('#email', `${user.username}@test.example`)
    await window.fill('#password', PASSWORD)
    await window.getByRole('button', { name: 'Anmelden' }).click()
    await frame.locator('.viewer bdi', { hasText: user.username }).waitFor()
    await page.context().close()
  })

  test('the browser goes on with the texts that the server has in a file', async () => {
    const path = `/discussions/${id}?lang=fr`
    const still = await visited.open(path, { javaScriptEnabled: false })
    const drawn = await still.locator('.stream').textContent()
    await still.context().close()
    const user = await visited.platform.createUser()
    const page = await visited.open(path)
    await page.locator('.stream.alive').waitFor()
    expect(drawn).toContain('Connectez-vous')
    expect(await page.locator('.stream').textContent()).toBe(drawn)
    expect(await page.locator('.stream').getAttribute('lang')).toBe('fr')
    await page.context().addCookies([{ name: 'authorization', value: user.token, url: visited.root }])
    await page.reload()
    await page.locator('.stream.alive').waitFor()
    await page
      .getByRole('link', { name: /^Reply to/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Annuler' }).waitFor()
    expect(visited.complaints).toEqual([])
    await page.context().close()
  })

  test('a page whose address names a language goes on naming it when the order changes in place', async () => {
    const { platform } = visited
    const asset = await platform.createAsset()
    for (let i = 0; i < 2; i++) await platform.createComment({ asset })
    const page = await visited.open(`/discussions/${asset.id}?lang=de`)
    await page.locator('.stream.alive').waitFor()
    await page.getByRole('link', { name: 'Älteste' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('?sort=oldest&lang=de')
    await page.context().close()
  })
})
