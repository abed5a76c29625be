import { loadStreamBuild, withParts } from '@platform/stream'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { axeOf } from '../pages/axe.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openAsWriter, signInBy } from '../stream/writer.ts'

const PARTS = ['author-menu', 'member-since', 'ignore-user'].map(name => `platform-plugin-${name}`)

describeWith(CHROMIUM)('the menu of an author, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  beforeAll(async () => {
    visited = await startVisited({ streamBuild: withParts(await loadStreamBuild(), PARTS) })
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  async function makeThread() {
    const { platform } = visited
    const asset = await platform.createAsset()
    const author = await platform.createUser()
    await platform.createComment({ asset, author, body: 'what I think' })
    return { asset, author, platform }
  }
  const menuOf = (page: Page, name: string) => page.locator('.author-menu', { hasText: name }).first()

  test('says since when the author is a member, and closes by Escape and a click outside', async () => {
    const { asset, author } = await makeThread()
    await using reader = await openAsWriter(visited, asset, null)
    const { page } = reader
    const menu = menuOf(page, author.user.username)
    await menu.locator('summary').click()
    const since = new Intl.DateTimeFormat('en', { dateStyle: 'long' }).format(new Date())
    await menu.getByText(`Member since ${since}`).waitFor()
    const head = menu.locator('.menu-head')
    expect(await head.locator('.avatar').count()).toBe(1)
    expect(await head.getByRole('link').getAttribute('href')).toBe(`/users/${author.user.id}`)
    await page.keyboard.press('Escape')
    await expect.poll(() => menu.locator('.menu-note').count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY')
    await page.keyboard.press('Enter')
    await menu.locator('.menu-note').waitFor()
    await page.locator('h2').click()
    await expect.poll(() => menu.locator('.menu-note').count()).toBe(0)
    expect(visited.complaints).toEqual([])
  })

  test('ignores the author after a question: the comments give way to a sentence at once', async () => {
    const { asset, author, platform } = await makeThread()
    const ada = await platform.createUser()
    await using reader = await openAsWriter(visited, asset, ada)
    const { page } = reader
    // What stands in the menu is not offered a second time below the comment.
    expect(await page.locator('[data-tool=ignore]').isVisible()).toBe(false)
    const menu = menuOf(page, author.user.username)
    await menu.locator('summary').click()
    await menu.getByRole('button', { name: 'Ignore' }).click()
    await menu.getByText(`Hide all comments by ${author.user.username} from you?`).waitFor()
    await menu.getByRole('button', { name: 'Cancel' }).click()
    await menu.getByText('Member since').waitFor()
    await menu.getByRole('button', { name: 'Ignore' }).click()
    await menu.locator('.menu-question').getByRole('button', { name: 'Ignore' }).click()
    await page.locator('.tombstone').waitFor()
    expect(await page.getByText('what I think').count()).toBe(0)
    const { data } = await platform.as(ada).graphql('{ me { ignoredUsers { id } } }')
    expect(data).toEqual({ me: { ignoredUsers: [{ id: author.user.id }] } })
    expect(visited.complaints).toEqual([])
  })

  test('leaves the focus on the comment that has given way, for the keyboard', async () => {
    const { asset, author, platform } = await makeThread()
    await using reader = await openAsWriter(visited, asset, await platform.createUser())
    const { page } = reader
    const menu = menuOf(page, author.user.username)
    await menu.locator('summary').focus()
    await page.keyboard.press('Enter')
    await menu.getByRole('button', { name: 'Ignore' }).press('Enter')
    await menu.getByText(`Hide all comments by ${author.user.username} from you?`).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('.tombstone').waitFor()
    await menu.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.querySelectorAll('.tombstone').length)).toBe(1)
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('ARTICLE')
  })

  test('lists the ignored authors in the settings of the profile, and shows their comments again', async () => {
    const { asset, author, platform } = await makeThread()
    const ada = await platform.createUser()
    const IGNORE = 'mutation ($id: ID!) { ignoreUser(id: $id) { errors { message } } }'
    await platform.as(ada).graphql(IGNORE, { id: author.user.id })
    await using reader = await openAsWriter(visited, asset, ada)
    const { page } = reader
    await page.locator('.tombstone').waitFor()
    await page.locator('.stream-tabs').getByRole('link', { name: 'Profile' }).click()
    await page.getByRole('link', { name: 'Settings' }).click()
    const stop = page.getByRole('button', { name: `Stop ignoring ${author.user.username}` })
    await stop.waitFor()
    expect(await axeOf(page)).toEqual([])
    await stop.click()
    await page.getByText('You ignore nobody.').waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Ignored users')
    await page.locator('.stream-tabs').getByRole('link', { name: 'Comments' }).click()
    await page.getByText('what I think').waitFor()
    const { data } = await platform.as(ada).graphql('{ me { ignoredUsers { id } } }')
    expect(data).toEqual({ me: { ignoredUsers: [] } })
    expect(visited.complaints).toEqual([])
  })

  test('lists them without script, too', async () => {
    const { asset, author, platform } = await makeThread()
    const ada = await platform.createUser()
    const IGNORE = 'mutation ($id: ID!) { ignoreUser(id: $id) { errors { message } } }'
    await platform.as(ada).graphql(IGNORE, { id: author.user.id })
    const page = await visited.open('about:blank', { javaScriptEnabled: false })
    await signInBy(visited, page, ada)
    await page.goto(`${visited.root}/discussions/${asset.id}?tab=profile&profile=settings`)
    await page.getByRole('button', { name: `Stop ignoring ${author.user.username}` }).click()
    const { data } = await platform.as(ada).graphql('{ me { ignoredUsers { id } } }')
    expect(data).toEqual({ me: { ignoredUsers: [] } })
    await page.context().close()
  })

  test('leaves the link to ignore below the comment for readers without script', async () => {
    const { asset, platform } = await makeThread()
    const { token } = await platform.createUser()
    const page = await visited.open('about:blank', { javaScriptEnabled: false })
    await page.context().addCookies([{ name: 'authorization', value: token, url: visited.root }])
    await page.goto(`${visited.root}/discussions/${asset.id}`)
    await page.locator('[data-tool=ignore]').click()
    expect(new URL(page.url()).pathname).toMatch(/\/ignore$/)
    await page.context().close()
  })

  test('does not ignore staff, and says so in the menu', async () => {
    const { platform } = visited
    const asset = await platform.createAsset()
    const admin = await platform.createUser({ roles: ['ADMIN'] })
    await platform.createComment({ asset, author: admin, body: 'from the house' })
    await using reader = await openAsWriter(visited, asset, await platform.createUser())
    const menu = menuOf(reader.page, admin.user.username)
    await menu.locator('summary').click()
    await menu.getByRole('button', { name: 'Ignore' }).click()
    await menu.locator('.menu-question').getByRole('button', { name: 'Ignore' }).click()
    expect(await menu.getByRole('alert').textContent()).toMatch(/work for this site/)
    expect(await reader.page.getByText('from the house').count()).toBe(1)
  })
})
