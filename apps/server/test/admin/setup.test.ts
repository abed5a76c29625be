import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openDesk } from './desk.ts'

const PASSWORD = 'a long enough password'

describeWith(CHROMIUM)('the set-up of a new site, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  beforeAll(async () => {
    visited = await startVisited()
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  test('begins with the link of the server, goes on in the panel, and is done by keys alone', async () => {
    await using fresh = await startVisited()
    const { platform, root } = fresh
    const page = await fresh.open('about:blank')
    const { keyboard } = page
    await page.goto(`${root}/admin/install#token=${await platform.services.setupToken.issue()}`)
    await page.locator('#email').fill('chief@canal.example')
    await page.locator('#username').fill('chief')
    await page.locator('#password').fill(PASSWORD)
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'What is your site called?' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/admin/setup/name')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await keyboard.press('Tab')
    await keyboard.press('Control+a')
    await keyboard.type('The Canal Post')
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'On which hosts are your pages?' }).waitFor()
    expect((await platform.services.settings.load()).organizationName).toBe('The Canal Post')

    await keyboard.press('Tab')
    await keyboard.press('Control+End')
    await keyboard.type('\nnews.example')
    for (const _ of ['Back', 'Continue']) await keyboard.press('Tab')
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Your password').fill(PASSWORD)
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'When do comments appear?' }).waitFor()
    expect((await platform.services.settings.load()).domains.whitelist).toContain('news.example')

    await keyboard.press('Tab')
    await keyboard.press('Space')
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'How do the comments look?' }).waitFor()
    expect((await platform.services.settings.load()).moderation).toBe('PRE')
    await page.getByLabel('Theme').selectOption('dark')
    await page.getByLabel('Address of a style sheet for the comments').fill('https://news.example/comments.css')
    await keyboard.press('Enter')

    await page.getByRole('heading', { name: 'The first page with comments' }).waitFor()
    const address = page.getByLabel('Address of the page')
    await address.fill('http://elsewhere.example/story')
    await page.getByRole('button', { name: 'Open its discussion' }).click()
    await page.getByText('is not one of the permitted domains').waitFor()
    await address.fill('https://news.example/first')
    await page.getByRole('button', { name: 'Open its discussion' }).click()
    await page.getByRole('link', { name: 'https://news.example/first' }).waitFor()
    const lines = await page.locator('#embed-code').inputValue()
    expect(lines).toContain(`src="${root}/embed.js" data-element="comments" data-theme="dark"`)
    expect(lines).toContain(`asset_url=${encodeURIComponent('https://news.example/first')}`)
    await page.getByRole('button', { name: 'Finish' }).click()
    await page.locator('.queues').waitFor()
    expect(await platform.services.assets.findByUrl('https://news.example/first')).not.toBeNull()
  })

  test('is left and gone on with, and nothing that was filled in is lost', async () => {
    const admin = await visited.platform.createUser({ roles: ['ADMIN'] })
    await using desk = await openDesk(visited, admin, '/admin/setup/look')
    const { page } = desk
    await page.getByLabel('Address of a style sheet for the comments').fill('https://news.example/kept.css')
    await page.getByLabel('Theme').selectOption('light')
    await page.locator('.panel-header nav').getByRole('link', { name: 'Discussions' }).click()
    await page.locator('h1', { hasText: 'Discussions' }).waitFor()
    // The address without a step leads to the one that was left.
    await page.goBack()
    await page.getByRole('heading', { name: 'How do the comments look?' }).waitFor()
    await page.evaluate(() => location.assign('/admin/setup'))
    page.on('dialog', dialog => void dialog.accept())
    await page.getByRole('heading', { name: 'How do the comments look?' }).waitFor()
    expect(await page.getByLabel('Address of a style sheet for the comments').inputValue()).toBe(
      'https://news.example/kept.css',
    )
    expect(await page.getByLabel('Theme').inputValue()).toBe('light')
    await page.getByRole('link', { name: 'Back' }).click()
    await page.getByRole('heading', { name: 'When do comments appear?' }).waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'How do the comments look?' }).waitFor()
    // Going on saves what was changed in other steps, too.
    expect((await visited.platform.services.settings.load()).customCssUrl).toBe('https://news.example/kept.css')
  })

  test('says what is wrong beside its field, and stays at the step', async () => {
    const admin = await visited.platform.createUser({ roles: ['ADMIN'] })
    await using desk = await openDesk(visited, admin, '/admin/setup/name')
    await desk.page.getByLabel('E-mail address for questions').fill('nowhere')
    await desk.page.getByRole('button', { name: 'Continue' }).click()
    await desk.page.locator('#setting-organizationContactEmail-problem').waitFor()
    expect(new URL(desk.page.url()).pathname).toBe('/admin/setup/name')
    expect((await visited.platform.services.settings.load()).organizationContactEmail).not.toBe('nowhere')
  })

  test('is for administrators', async () => {
    const moderator = await visited.platform.createUser({ roles: ['MODERATOR'] })
    await using desk = await openDesk(visited, moderator, '/admin/setup/name')
    await desk.page.getByText(/^This view is for administrators/).waitFor()
    expect(await desk.page.locator('.set-up').count()).toBe(0)
  })
})
