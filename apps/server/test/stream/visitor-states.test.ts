import type { Asset, User } from '@platform/plugin-sdk'
import type { TestUser } from '@platform/plugin-testing'
import { documents } from '@platform/stream'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openAsWriter, signInBy, type Writer } from './writer.ts'

const TYPED = 'What I have typed so far'

describeWith(CHROMIUM)('what the form says about the account of a reader, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let asset: Asset
  let ada: TestUser
  let moderator: User

  beforeAll(async () => {
    visited = await startVisited()
    moderator = (await visited.platform.createUser({ roles: ['MODERATOR'] })).user
  })
  beforeEach(async () => {
    asset = await visited.platform.createAsset()
    ada = await visited.platform.createUser()
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  const decide = (name: 'ban' | 'suspend' | 'unsuspend' | 'rejectUsername' | 'approveUsername', more = {}) =>
    visited.platform.services.accountStatus.make(name, moderator, { id: ada.user.id, ...more })
  const notice = ({ page }: Writer) => page.locator('.obstacle').first()
  async function typing(): Promise<Writer> {
    const writer = await openAsWriter(visited, asset, ada)
    await writer.composer.fill(TYPED)
    return writer
  }
  /** Resolves when the page follows the account, because it has read what is new. */
  const following = (page: Page) =>
    page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('documentId')))
  const back = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

  test('an anonymous reader is asked to sign in, and nothing else', async () => {
    await using reader = await openAsWriter(visited, asset, null)
    await reader.page.getByRole('link', { name: 'Sign in to join the discussion' }).waitFor()
    expect(await reader.composer.count()).toBe(0)
  })

  test('a suspension is shown immediately, with its end, and the text stays', async () => {
    await using writer = await typing()
    await expect
      .poll(async () => {
        await decide('unsuspend')
        await decide('suspend', { until: new Date(Date.now() + 7_200_000) })
        return notice(writer)
          .textContent({ timeout: 1_000 })
          .catch(() => null)
      })
      .toMatch(/^Your account is suspended until .*You can read, and you can write again after that\.$/)
    expect(await writer.composer.inputValue()).toBe(TYPED)
    expect(await writer.page.getByRole('button', { name: 'Post', exact: true }).isDisabled()).toBe(true)
    await decide('unsuspend')
    await notice(writer).waitFor({ state: 'detached' })
    await writer.page.getByRole('button', { name: 'Post', exact: true }).click()
    await writer.comment(TYPED).waitFor()
  })

  test('without script a suspension is shown with the time that is left, in no time zone', async () => {
    await decide('suspend', { until: new Date(Date.now() + 7_200_000) })
    const page = await visited.open('about:blank', { javaScriptEnabled: false, locale: 'de-DE' })
    await signInBy(visited, page, ada)
    await page.goto(`${visited.root}/discussions/${asset.id}?lang=de`)
    expect(await page.locator('.obstacle').first().textContent()).toBe(
      'Ihr Konto ist noch 2 Stunden lang gesperrt. Sie können lesen und danach wieder schreiben.',
    )
    await page.context().close()
  })

  test('a ban is shown immediately, although it ends the session, and the text stays', async () => {
    await using writer = await typing()
    await following(writer.page)
    const account = writer.page.locator('.site-header .account')
    expect(await account.count()).toBe(1)
    await decide('ban')
    await expect
      .poll(() => notice(writer).textContent())
      .toContain('Your account is banned: you can read, but not write')
    expect(await writer.composer.inputValue()).toBe(TYPED)
    expect(await account.textContent()).toBe('Sign in')
    await writer.composer.fill('')
    await writer.page.reload()
    await expect.poll(() => notice(writer).textContent()).toContain('Your account is banned')
    await notice(writer).getByRole('link', { name: 'Sign in' }).waitFor()
    await signInBy(visited, writer.page, await visited.platform.createUser())
    await writer.page.reload()
    await writer.composer.waitFor()
    await writer.page.context().clearCookies()
    await writer.page.reload()
    await writer.page.getByRole('link', { name: 'Sign in to join the discussion' }).waitFor()
  })

  test.each([
    ['ban', {}, 'Your account is banned'],
    ['suspend', { until: new Date(Date.now() + 7_200_000) }, 'Your account is suspended until'],
  ] as const)('a comment that a %s overtakes is explained once, and its text stays', async (name, more, sentence) => {
    await using writer = await typing()
    const { page } = writer
    await following(page)
    await page.route(/graph\/ql$/, async route => {
      if (route.request().postData()?.includes(TYPED)) {
        await decide(name, more)
        // A ban ends the session, so that only the live connection knows the reason.
        if (name === 'ban') await notice(writer).waitFor()
      }
      await route.continue()
    })
    const [, own = ''] = documents.Own.split(':')
    let answered = false
    // After a refusal the page asks what its reader may do.
    const explained = page.waitForResponse(response => {
      const sent = response.request().postData() ?? ''
      answered ||= sent.includes(TYPED)
      return answered && sent.includes(own)
    })
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await explained
    await expect.poll(() => writer.composer.inputValue()).toBe(TYPED)
    expect(await page.getByRole('alert').allTextContents()).toEqual([expect.stringContaining(sentence)])
    expect(await page.getByText('with your account at the moment').count()).toBe(0)
  })

  test('a comment that is sent after the session ended waits for a new sign-in, and is sent then', async () => {
    await using writer = await typing()
    const { page } = writer
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await expect.poll(() => notice(writer).textContent()).toContain('Your session has ended')
    await page.getByRole('button', { name: 'Post', exact: true }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(1)
    expect(await page.getByText('with your account at the moment').count()).toBe(0)
    expect(await writer.composer.inputValue()).toBe(TYPED)
    await signInBy(visited, page, ada)
    await back(page)
    await notice(writer).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await writer.comment(TYPED).waitFor()
  })

  test.each(['before', 'after'])(
    'a reader who signs out is asked to sign in, also when the page notices the end of the session %s the answer',
    async order => {
      const { root } = visited
      const page = await visited.open('about:blank')
      const notices = page.waitForRequest(request => request.url().includes('documentId') && signsOut)
      let signsOut = false
      let answered = () => {}
      const hasAnswered = new Promise<void>(resolve => {
        answered = resolve
      })
      await page.route('**/api/v1/auth', async route => {
        signsOut = true
        const response = await route.fetch()
        await notices
        if (order === 'before') await page.getByText('Your session has ended').waitFor()
        await route.fulfill({ response })
        answered()
      })
      await page.route('**/graphql**', async route => {
        if (signsOut && order === 'after') await hasAnswered
        await route.continue()
      })
      await page.goto(
        `${root}/embed/stream?${new URLSearchParams({ asset_url: asset.url! })}#access_token=${ada.token}`,
      )
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('link', { name: 'Sign in to join the discussion' }).waitFor()
      expect(await page.getByText('Your session has ended').count()).toBe(0)
      expect(await page.locator('.viewer').count()).toBe(0)
      await page.context().close()
    },
  )

  test('another username is asked for in place after a rejection, and waits for a moderator', async () => {
    await using writer = await typing()
    const { page } = writer
    await expect
      .poll(async () => {
        await decide('approveUsername')
        await decide('rejectUsername')
        return notice(writer)
          .textContent({ timeout: 1_000 })
          .catch(() => null)
      })
      .toContain('The moderators ask you to choose another username')
    await page.getByRole('link', { name: 'Choose a username' }).click()
    await page.getByRole('textbox', { name: 'Username' }).fill('not a name')
    await page.getByRole('button', { name: 'Use this name' }).click()
    await page.getByRole('alert').getByText('letters, digits and underscores').waitFor()
    await page.getByRole('textbox', { name: 'Username' }).fill(`renamed_${ada.user.username}`)
    await page.getByRole('button', { name: 'Use this name' }).click()
    await expect.poll(() => notice(writer).textContent()).toContain('Your new username waits for a moderator')
    await decide('approveUsername')
    await notice(writer).waitFor({ state: 'detached' })
    expect(await writer.composer.inputValue()).toBe(TYPED)
  })

  test('a user without a username chooses one in place, and writes', async () => {
    await visited.platform.services.docstore
      .collection<User>('users')
      .updateOne({ id: ada.user.id }, { $set: { 'status.username.status': 'UNSET' } })
    await using writer = await openAsWriter(visited, asset, ada)
    const { page } = writer
    expect(await notice(writer).textContent()).toContain('You need a username before you can write')
    await page.getByRole('link', { name: 'Choose a username' }).last().click()
    await page.getByRole('textbox', { name: 'Username' }).fill(`chosen_${ada.user.username}`)
    await page.keyboard.press('Enter')
    await writer.write('Now I have a name')
    expect(await writer.comment('Now I have a name').locator('.author').textContent()).toBe(
      `chosen_${ada.user.username}`,
    )
  })

  test('no page complained', () => {
    expect(visited.complaints).toEqual([])
  })
})
