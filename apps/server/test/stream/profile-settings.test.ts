import type { Asset, User } from '@platform/plugin-sdk'
import type { TestUser } from '@platform/plugin-testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { visit } from '../pages/visit.ts'
import { openAsWriter, signInBy } from './writer.ts'

describeWith(CHROMIUM)('the settings in the profile, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let asset: Asset
  beforeAll(async () => {
    visited = await startVisited()
    asset = await visited.platform.createAsset()
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  const change = async ({ user }: TestUser, $set: Record<string, unknown>) => {
    const { services } = visited.platform
    await services.docstore.collection<User>('users').updateOne({ id: user.id }, { $set })
    services.revisions.bump('users')
  }
  const openSettings = async (page: Page) => {
    await page.locator('.stream-tabs').getByRole('link', { name: 'Profile' }).click()
    await page.locator('.profile-tabs').getByRole('link', { name: 'Settings' }).click()
    await page.locator('.profile-settings').waitFor()
  }
  const setting = (page: Page, name: string) =>
    page.locator('.profile-settings li', { has: page.getByRole('heading', { name, exact: true }) })

  test('list everything about the account, and lead to the pages that ask for the password', async () => {
    const ada = await visited.platform.createUser()
    await using reader = await openAsWriter(visited, asset, ada)
    const { page } = reader
    await openSettings(page)
    expect(await page.locator('.profile-settings h3').allTextContents()).toEqual([
      'Username',
      'E-mail',
      'Password',
      'Sessions',
      'More',
    ])
    const hrefs = await page
      .locator('.profile-settings a:not(.action)')
      .evaluateAll(links => links.map(link => new URL((link as HTMLAnchorElement).href).pathname))
    expect(hrefs).toEqual(['/account/email', '/account/password', '/account/sessions', '/account'])
    for (const path of hrefs) expect((await visit(visited.platform, path, ada)).status).toBe(200)
  })

  test('open in a window of their own from a frame, as the pages of the account are not for frames', async () => {
    const ada = await visited.platform.createUser()
    const page = await visited.open('about:blank')
    await signInBy(visited, page, ada)
    await page.goto(`${visited.root}/embed/stream?asset_id=${asset.id}`)
    await openSettings(page)
    const [window] = await Promise.all([
      page.waitForEvent('popup'),
      setting(page, 'Password').getByRole('link', { name: 'Change' }).click(),
    ])
    await window.getByRole('heading', { name: 'Change your password' }).waitFor()
    expect(await window.evaluate(() => globalThis.opener)).toBe(null)
    await page.context().close()
  })

  test('change the username in place once in 14 days, and say from when on it can be changed again', async () => {
    const ada = await visited.platform.createUser({ username: 'first_name' })
    await change(ada, { 'status.username.history': [] })
    await using reader = await openAsWriter(visited, asset, ada)
    const { page } = reader
    await openSettings(page)
    const name = setting(page, 'Username')
    await name.getByRole('link', { name: 'Change' }).click()
    await name.getByRole('textbox', { name: 'Username' }).fill('not allowed!')
    await name.getByRole('button', { name: 'Use this name' }).click()
    await name.getByRole('alert').waitFor()
    await name.getByRole('textbox', { name: 'Username' }).fill('second_name')
    await name.getByRole('button', { name: 'Use this name' }).click()
    await name.getByText(/You can change it again from .* on\./).waitFor()
    expect(await name.locator('bdi').textContent()).toBe('second_name')
    expect(await name.getByRole('link').count()).toBe(0)
  })

  test.each([
    ['CHANGED', 'It waits for a moderator. You can write again when it is approved.', 0],
    ['REJECTED', 'The moderators ask you to choose another one.', 1],
    ['UNSET', 'You need one before you can write.', 1],
  ] as const)('say what a username that is %s means, and what to do', async (status, note, ways) => {
    const ada = await visited.platform.createUser()
    await change(ada, { 'status.username.status': status })
    await using reader = await openAsWriter(visited, asset, ada)
    const { page } = reader
    await openSettings(page)
    const name = setting(page, 'Username')
    await name.getByText(note).waitFor()
    expect(await name.getByRole('link', { name: 'Change' }).count()).toBe(ways)
  })

  test('of a user of another service offer to add an e-mail address and a password', async () => {
    const ada = await visited.platform.createUser()
    await change(ada, { profiles: [{ provider: 'example', id: ada.user.id }] })
    await using reader = await openAsWriter(visited, asset, ada)
    const { page } = reader
    await openSettings(page)
    await setting(page, 'E-mail').getByRole('link', { name: 'Add an e-mail address and a password' }).waitFor()
    expect(await setting(page, 'Password').count()).toBe(0)
  })

  test('are links to the pages of the account without script', async () => {
    const { platform } = visited
    const ada = await platform.createUser()
    const page = await visited.open('about:blank', { javaScriptEnabled: false })
    await signInBy(visited, page, ada)
    await page.goto(`${visited.root}/discussions/${asset.id}?tab=profile&profile=settings`)
    const hrefs = page.locator('.profile-settings a').evaluateAll(links => links.map(link => link.getAttribute('href')))
    expect(await hrefs).toEqual(
      ['email', 'password', 'sessions', ''].map(name =>
        expect.stringMatching(new RegExp(`^/account(/${name})?[?]next=`)),
      ),
    )
    await page.context().close()
  })

  test('remove the picture in place', async () => {
    const ada = await visited.platform.createUser()
    await change(ada, { avatar_id: 'of-ada' })
    await using reader = await openAsWriter(visited, asset, ada)
    const { page } = reader
    await openSettings(page)
    await setting(page, 'Picture').getByRole('link', { name: 'Remove it' }).click()
    await page.getByText('Your picture is removed.').first().waitFor()
    expect(await setting(page, 'Picture').count()).toBe(0)
    expect((await visited.platform.services.users.findById(ada.user.id))?.avatar_id ?? null).toBe(null)
  })
})
