import type { Asset } from '@platform/plugin-sdk'
import type { TestUser } from '@platform/plugin-testing'
import { loadStreamBuild, withParts } from '@platform/stream'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { de } from '../../src/web/texts/de.ts'
import { en } from '../../src/web/texts/en.ts'
import { PASSWORD } from '../accounts/letters.ts'
import { axeOf } from '../pages/axe.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openAsWriter, signInBy } from '../stream/writer.ts'

/** The texts of the page of the account, which has the same steps. */
const pages = { en, de }
const PARTS = ['platform-plugin-profile-data']

describeWith(CHROMIUM)('the own data in the settings of a profile, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let asset: Asset
  beforeAll(async () => {
    visited = await startVisited({ streamBuild: withParts(await loadStreamBuild(), PARTS) })
    asset = await visited.platform.createAsset()
    await visited.platform.createComment({ asset, body: 'Well said' })
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  async function openSettings(page: Page): Promise<void> {
    await page.locator('.stream-tabs').getByRole('link', { name: 'Profile' }).click()
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('heading', { name: 'Your data' }).waitFor()
  }
  const READ = '{ me { lastAccountDownload scheduledDeletionDate } }'
  const stored = async (user: TestUser) => (await visited.platform.as(user).graphql(READ)).data!['me']

  test('are sent as a link, once in seven days', async () => {
    const { platform } = visited
    const ada = await platform.createUser()
    await using reader = await openAsWriter(visited, asset, ada)
    const { page } = reader
    await openSettings(page)
    await page.getByRole('button', { name: 'Send me the link' }).click()
    await page.getByText('The link is on its way to your e-mail address.').first().waitFor()
    await page.getByText(/^You last asked for it on .* You can ask again on /).waitFor()
    expect(await page.getByRole('button', { name: 'Send me the link' }).count()).toBe(0)
    expect((await stored(ada)).lastAccountDownload).not.toBeNull()
    expect((await platform.mails()).map(({ to }) => to)).toEqual([`${ada.user.username}@test.example`])
    expect(visited.complaints).toEqual([])
  })

  const ENDS = /^Your account will be deleted on /
  const sign = (page: Page) => page.locator('.account-ends')

  test('are deleted with the account in four steps, and a sign on every tab says so until it is taken back', async () => {
    const ben = await visited.platform.createUser()
    await using reader = await openAsWriter(visited, asset, ben, { viewport: { width: 320, height: 640 } })
    const { page } = reader
    await openSettings(page)
    const way = page.getByRole('link', { name: 'Delete my account' })
    await way.click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account' })
    const next = dialog.getByRole('button', { name: 'Continue' })
    for (const [at, words] of [pages.en.deletionWhat, pages.en.deletionWhen, pages.en.deletionCopy].entries()) {
      await dialog.getByText(`Step ${at + 1} of 4`).waitFor()
      await dialog.getByText(words).waitFor()
      await next.click()
    }
    await dialog.getByText('Step 4 of 4').waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Confirm the deletion')
    expect(await axeOf(page)).toEqual([])
    const [field, send] = [
      dialog.getByLabel('Write “delete” to go on'),
      dialog.getByRole('button', { name: 'Delete my account' }),
    ]
    await send.click()
    await field.fill('yes')
    await send.click()
    expect((await stored(ben)).scheduledDeletionDate).toBeNull()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.getByRole('button', { name: 'Send me the link' }).click()
    await dialog.getByText(/^You last asked for it on /).waitFor()
    await next.click()
    await field.fill('Delete')
    const password = dialog.getByLabel('Your password')
    await password.fill('not the password')
    await send.click()
    await dialog.getByRole('alert').getByText('This is not your password.').waitFor()
    expect((await stored(ben)).scheduledDeletionDate).toBeNull()
    await password.fill(PASSWORD)
    await send.click()
    await dialog.getByRole('heading', { name: 'The deletion is requested' }).waitFor()
    await dialog.getByText(ENDS).waitFor()
    expect((await stored(ben)).scheduledDeletionDate).not.toBeNull()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await sign(page).getByText(ENDS).waitFor()
    await page.locator('.stream-tabs').getByRole('link', { name: 'Comments' }).click()
    await page.getByText('Well said').waitFor()
    await sign(page).getByText(ENDS).waitFor()
    expect(await axeOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await sign(page).getByRole('button', { name: 'Keep my account' }).click()
    await page.getByText('Your account is kept.').first().waitFor()
    expect(await sign(page).count()).toBe(0)
    expect((await stored(ben)).scheduledDeletionDate).toBeNull()
    expect(visited.complaints).toEqual([])
  })

  test('stay as they are when the dialog is closed, which says everything in the language of the page', async () => {
    const dora = await visited.platform.createUser()
    await using reader = await openAsWriter(visited, asset, dora, { locale: 'de-DE' })
    const { page } = reader
    await page.goto(`${visited.root}/discussions/${asset.id}?tab=profile&profile=settings`)
    await page.locator('.stream.alive').waitFor()
    await page.getByRole('link', { name: 'Mein Konto löschen' }).click()
    const dialog = page.getByRole('dialog', { name: 'Konto löschen' })
    for (const words of [pages.de.deletionWhat, pages.de.deletionWhen, pages.de.deletionCopy]) {
      await dialog.getByText(words).waitFor()
      await dialog.getByRole('button', { name: 'Weiter' }).click()
    }
    await dialog.getByText('Schritt 4 von 4').waitFor()
    await dialog.getByRole('button', { name: 'Konto behalten' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect((await stored(dora)).scheduledDeletionDate).toBeNull()
  })

  test('are asked for without script, too, in the language of the page', async () => {
    const { root } = visited
    const cleo = await visited.platform.createUser()
    const page = await visited.open('about:blank', { javaScriptEnabled: false, locale: 'de-DE' })
    await signInBy(visited, page, cleo)
    const settings = `${root}/discussions/${asset.id}?tab=profile&profile=settings`
    await page.goto(settings)
    await page.getByRole('button', { name: 'Link senden' }).click()
    expect((await stored(cleo)).lastAccountDownload).not.toBeNull()
    await page.goto(settings)
    await page.getByRole('link', { name: 'Mein Konto löschen' }).click()
    await page.getByText(pages.de.deletionWhat).waitFor()
    await visited.platform
      .as(cleo)
      .graphql('mutation ($p: String) { requestAccountDeletion(password: $p) { errors { message } } }', { p: PASSWORD })
    for (const address of [settings, `${root}/discussions/${asset.id}`]) {
      await page.goto(address)
      await sign(page)
        .getByText(/^Ihr Konto wird am .* gelöscht\.$/)
        .waitFor()
    }
    await page.getByRole('button', { name: 'Konto behalten' }).click()
    expect((await stored(cleo)).scheduledDeletionDate).toBeNull()
    await page.context().close()
  })

  test('are no part of what readers share', async () => {
    const html = await (await visited.platform.http(`/discussions/${asset.id}?tab=profile&profile=settings`)).text()
    expect(html).not.toMatch(/scheduledDeletionDate|Your data/)
  })

  test('are not said to be kept by a server that did not answer', async () => {
    const eve = await visited.platform.createUser()
    await visited.platform
      .as(eve)
      .graphql('mutation ($p: String) { requestAccountDeletion(password: $p) { errors { message } } }', { p: PASSWORD })
    await using reader = await openAsWriter(visited, asset, eve)
    await reader.page.route('**/graph/ql', route =>
      route.request().postData()?.includes('cancelDeletion')
        ? route.fulfill({ status: 503, json: { errors: [{ message: 'Busy', extensions: { code: 'UNAVAILABLE' } }] } })
        : route.continue(),
    )
    await sign(reader.page).getByRole('button', { name: 'Keep my account' }).click()
    await reader.page.getByText('That did not work. Try again in a moment.').first().waitFor()
    expect(await reader.page.getByText('Your account is kept.').count()).toBe(0)
    expect((await stored(eve)).scheduledDeletionDate).not.toBeNull()
  })
})
