import type { Asset } from '@platform/plugin-sdk'
import type { TestUser } from '@platform/plugin-testing'
import { loadStreamBuild, withParts } from '@platform/stream'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { mailsTo, PASSWORD, send, tokenOf } from '../accounts/letters.ts'
import { axeOf } from '../pages/axe.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { type Blog, withBlog } from '../stream/blog.ts'
import { openAsWriter, signInBy } from '../stream/writer.ts'

const PARTS = ['platform-plugin-auth', 'platform-plugin-local-auth']

describeWith(CHROMIUM)('a reader who came from another service, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let blog: Blog
  let asset: Asset
  withBlog(
    async site => {
      visited = site.visited
      blog = site.blog
      asset = await visited.platform.createAsset()
      await visited.platform.createComment({ asset, body: 'Well said' })
    },
    async () => startVisited({ streamBuild: withParts(await loadStreamBuild(), PARTS) }),
  )

  let made = 0
  /** A user of a provider, signed in. A user whose name the provider gave only has not chosen it yet. */
  async function comer(creation: 'named' | 'unnamed' = 'named'): Promise<TestUser> {
    const { users, sessions } = visited.platform.services
    const named = { provider: 'elsewhere', id: `${++made}`, displayName: `comer_${made}` }
    const { user } = await users.upsertExternal({ ...named, creation })
    return { user, token: (await sessions.begin(user)).token }
  }

  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Complete your account' })
  const line = (page: Page) => page.locator('.local-auth > p')

  test('is asked for an address and a password, and goes on as soon as the link is sent', async () => {
    const { platform } = visited
    const owner = await platform.createUser({ username: 'owner' })
    const ada = await comer()
    await using reader = await openAsWriter(visited, asset, ada, { viewport: { width: 320, height: 640 } })
    const { page } = reader
    const dialog = dialogOf(page)
    await dialog.waitFor()
    // Browsers close a dialog by a second Escape, whatever its page says to the first.
    for (let i = 0; i < 3; i++) await page.keyboard.press('Escape')
    await page.mouse.click(2, 2)
    await dialog.waitFor()
    expect(await axeOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    const fill = async (email: string, password: string) => {
      await dialog.getByLabel('E-mail address').fill(email)
      await dialog.getByLabel('New password').fill(password)
      await dialog.getByRole('button', { name: 'Send me the link' }).click()
    }
    await fill('a@b', 'password')
    await dialog.getByRole('alert').getByText('This is no e-mail address.').waitFor()
    await dialog.getByRole('alert').getByText('This password is easy to guess.').waitFor()
    await fill(owner.user.profiles[0]!.id, PASSWORD)
    await dialog.getByRole('alert').getByText('Another account has this e-mail address.').waitFor()
    await fill('ada@test.example', PASSWORD)
    await dialog.getByText('We have sent a link to ada@test.example.').waitFor()
    expect(await axeOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await reader.write('I may write')
    await reader.comment('I may write').waitFor()
    await line(page).getByText('Your address ada@test.example is added when').waitFor()
    await page.getByRole('button', { name: 'Send the link again' }).click()
    await page.getByText('The link is on its way.').first().waitFor()
    expect(await mailsTo(platform, 'ada@test.example', 'confirm-email')).toHaveLength(2)
    await page.reload()
    await line(page).getByRole('link', { name: 'Use another address' }).waitFor()
    await page.locator('.stream.alive').waitFor()
    expect(await dialog.isVisible()).toBe(false)
    await send(platform, 'POST', '/api/v1/account/email/verify', {
      token: await tokenOf(platform, 'ada@test.example', 'confirm-email'),
    })
    await page.reload()
    await page.locator('.stream.known').waitFor()
    expect(await line(page).count()).toBe(0)
    expect(visited.complaints).toEqual([])
  })

  test('gives another address while the first one waits, or closes the form again', async () => {
    const eve = await comer()
    await visited.platform.services.attachment.attach(eve.user, { email: 'old@test.example', password: PASSWORD }, null)
    await using reader = await openAsWriter(visited, asset, eve)
    const { page } = reader
    const dialog = dialogOf(page)
    const way = line(page).getByRole('link', { name: 'Use another address' })
    await way.click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await way.click()
    await dialog.getByLabel('E-mail address').fill('new@test.example')
    await dialog.getByLabel('New password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Send me the link' }).click()
    await dialog.getByText('We have sent a link to new@test.example.').waitFor()
    expect(await mailsTo(visited.platform, 'new@test.example', 'confirm-email')).toHaveLength(1)
  })

  test('signs out instead, and reads on', async () => {
    await using reader = await openAsWriter(visited, asset, await comer(), { locale: 'de-DE' })
    const { page } = reader
    const dialog = page.getByRole('dialog', { name: 'Konto vervollständigen' })
    await dialog.getByRole('button', { name: 'Abmelden' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('Well said').waitFor()
    expect([await line(page).count(), await page.locator('.stream.known').count()]).toEqual([0, 0])
  })

  test('chooses a name first, and with an address is asked for nothing', async () => {
    for (const user of [await comer('unnamed'), await visited.platform.createUser()]) {
      await using reader = await openAsWriter(visited, asset, user)
      await reader.page.locator('.stream.known').waitFor()
      expect([await line(reader.page).count(), await dialogOf(reader.page).count()]).toEqual([0, 0])
    }
  })

  test('finds the way to the page of the account without script, and has the link sent again', async () => {
    const cleo = await comer()
    const page = await visited.open('about:blank', { javaScriptEnabled: false })
    await signInBy(visited, page, cleo)
    const discussion = `${visited.root}/discussions/${asset.id}`
    await page.goto(discussion)
    await line(page).getByText('Your account has no e-mail address yet.').waitFor()
    await line(page).getByRole('link', { name: 'Add an address and a password' }).click()
    await page.getByLabel('E-mail').fill('cleo@test.example')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('heading', { name: 'Look into your mailbox' }).waitFor()
    await page.goto(discussion)
    await line(page).getByText('Your address cleo@test.example is added when').waitFor()
    await page.getByRole('button', { name: 'Send the link again' }).click()
    await page.getByText('Well said').waitFor()
    expect(await mailsTo(visited.platform, 'cleo@test.example', 'confirm-email')).toHaveLength(2)
    await page.context().close()
  })

  test('is not called away from the page around a frame, and adds the address beside the frame', async () => {
    const dora = await comer()
    const address = blog.put(
      '/post',
      `<!doctype html><link rel="canonical" href="${blog.root}/post"><input autofocus><div id="comments"></div>
      <script src="${visited.root}/embed.js"></script><script src="/options.js"></script>`,
    )
    const options = { root_url: visited.root, auth_token: dora.token }
    blog.put('/options.js', `Platform.render(document.getElementById('comments'), ${JSON.stringify(options)})`)
    await visited.platform.createAsset({ url: address })
    const page = await visited.open(address)
    const frame = (await (await page.waitForSelector('#comments iframe', { state: 'attached' })).contentFrame())!
    await frame.locator('.local-auth > p').waitFor()
    const dialog = frame.getByRole('dialog', { name: 'Complete your account' })
    expect([await dialog.isVisible(), await page.evaluate(() => document.activeElement?.tagName)]).toEqual([
      false,
      'INPUT',
    ])
    await frame.locator('#stream-title').click()
    const [beside] = await Promise.all([
      page.waitForEvent('popup'),
      dialog.getByRole('link', { name: 'Add them in a new window' }).click(),
    ])
    await beside.waitForURL(/account(\/|%2F)password/)
    await dialog.getByRole('button', { name: 'Sign out' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.context().close()
  })

  test('is no part of what readers share', async () => {
    const html = await (await visited.platform.http(`/discussions/${asset.id}`)).text()
    expect(html).not.toMatch(/waitingEmail|canAttachLocalAuth|Complete your account/)
  })
})
