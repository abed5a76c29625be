import type { Asset } from '@platform/plugin-sdk'
import type { TestUser } from '@platform/plugin-testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openAsWriter, openFollowing, signInBy } from './writer.ts'

const READ = `query ($id: ID!) { asset(id: $id) {
  isClosed closedAt closedMessage
  settings { moderation premodLinksEnable questionBoxEnable questionBoxContent questionBoxIcon }
} }`

describeWith(CHROMIUM)('the settings of a discussion, in Chromium', { timeout: 90_000 }, () => {
  let visited: Visited
  let moderator: TestUser
  beforeAll(async () => {
    visited = await startVisited()
    moderator = await visited.platform.createUser({ roles: ['MODERATOR'] })
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  async function stored({ id }: Asset): Promise<Record<string, any>> {
    const { data } = await visited.platform.as(moderator).graphql<{ asset: object }>(READ, { id })
    return data!.asset
  }
  async function openSettings(page: Page): Promise<void> {
    await page.locator('.stream-tabs').getByRole('link', { name: 'Configure' }).click()
    await page.locator('.settings-form').waitFor()
  }
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

  test('are for administrators and moderators, and load nothing for others', async () => {
    const { platform } = visited
    const asset = await platform.createAsset()
    for (const role of ['COMMENTER', 'STAFF', 'MODERATOR', 'ADMIN'] as const) {
      const user = await platform.createUser({ roles: [role] })
      const drawn = await (await platform.as(user).http(`/discussions/${asset.id}?tab=config`)).text()
      const may = role === 'MODERATOR' || role === 'ADMIN'
      expect([role, drawn.includes('settings-form')]).toEqual([role, may])
      const sent = await platform.as(user).http(`/discussions/${asset.id}/settings`, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          origin: new URL(platform.services.config.rootUrl).origin,
        },
        body: 'moderation=on',
        redirect: 'manual',
      })
      expect([role, sent.status]).toEqual([role, may ? 303 : 403])
    }
    expect(await (await platform.http(`/discussions/${asset.id}?tab=config`)).text()).not.toContain('settings-form')
  })

  test('change at once for every reader: the question, and the time at which the discussion closes', async () => {
    const asset = await visited.platform.createAsset()
    const reader = await visited.open(`/discussions/${asset.id}`)
    await openFollowing(reader)
    await using desk = await openAsWriter(visited, asset, moderator)
    const { page } = desk
    await openSettings(page)
    await page.getByLabel('Ask readers a question').check()
    await page.getByLabel('The question, in Markdown').fill('What **now**?')
    await page.getByLabel('Speech bubbles').check()
    await page.getByLabel('Check every comment before it is published').check()
    await page.getByLabel('Check comments with links first').check()
    await page.getByRole('combobox', { name: 'Open or closed' }).selectOption({ label: 'Close in an hour' })
    await save(page)
    await page.getByText('The changes are saved.').first().waitFor()
    await reader.locator('.box.question strong', { hasText: 'now' }).waitFor()
    await reader.getByText(/^Closes in (60|59) minutes$/).waitFor()
    expect(await stored(asset)).toMatchObject({
      isClosed: false,
      settings: {
        moderation: 'PRE',
        premodLinksEnable: true,
        questionBoxEnable: true,
        questionBoxContent: 'What **now**?',
        questionBoxIcon: 'forum',
      },
    })
    expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
    await page.getByRole('combobox', { name: 'Open or closed' }).selectOption({ label: 'Close now' })
    await page.getByLabel(/^What readers see when it is closed/).fill('Thank you all.')
    await save(page)
    await reader.getByText('Thank you all.').waitFor()
    await page.getByRole('combobox', { name: 'Open or closed' }).selectOption({ label: 'Open, without an end' })
    await page.getByLabel('Ask readers a question').uncheck()
    await save(page)
    await expect.poll(() => reader.locator('.box').count()).toBe(0)
    expect(visited.complaints).toEqual([])
    await reader.context().close()
  })

  test('close at a time of the moderator’s own clock', async () => {
    const asset = await visited.platform.createAsset()
    const page = await visited.open('about:blank', { timezoneId: 'Asia/Tokyo' })
    await signInBy(visited, page, moderator)
    await page.goto(`${visited.root}/discussions/${asset.id}?tab=config`)
    await page.locator('.stream.alive').waitFor()
    await page.getByRole('combobox', { name: 'Open or closed' }).selectOption({ label: 'Close at a time' })
    await page.getByLabel('The time').fill('2031-05-01T09:30')
    await save(page)
    await page.getByText('The changes are saved.').first().waitFor()
    expect((await stored(asset))['closedAt']).toBe('2031-05-01T00:30:00.000Z')
    await page.context().close()
  })

  test('that are not saved stay in another tab and after a reload, and can be discarded', async () => {
    const asset = await visited.platform.createAsset()
    await using desk = await openAsWriter(visited, asset, moderator)
    const { page } = desk
    await openSettings(page)
    await page.getByLabel('Check comments with links first').check()
    await page.locator('.stream-tabs').getByRole('link', { name: 'Comments' }).click()
    await openSettings(page)
    expect(await page.getByLabel('Check comments with links first').isChecked()).toBe(true)
    const asked: string[] = []
    page.removeAllListeners('dialog')
    page.on('dialog', dialog => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await page.reload()
    await page.locator('.stream.alive').waitFor()
    expect(asked).toEqual(['beforeunload'])
    await expect.poll(() => page.getByLabel('Check comments with links first').isChecked()).toBe(true)
    await page.getByText('There are changes that are not saved.').waitFor()
    await page.getByRole('button', { name: 'Discard the changes' }).click()
    await expect.poll(() => page.getByLabel('Check comments with links first').isChecked()).toBe(false)
    expect((await stored(asset))['settings'].premodLinksEnable).toBe(false)
  })

  test('that are refused say so beside the field in the language of the page, with and without script, and what was typed stays', async () => {
    const asset = await visited.platform.createAsset()
    for (const javaScriptEnabled of [true, false]) {
      const page = await visited.open('about:blank', { javaScriptEnabled, locale: 'de-DE' })
      await signInBy(visited, page, moderator)
      await page.goto(`${visited.root}/discussions/${asset.id}?tab=config`)
      if (javaScriptEnabled) await page.locator('.stream.alive').waitFor()
      const question = page.getByLabel('Die Frage, in Markdown')
      await question.fill('x'.repeat(20_001))
      await page.getByRole('button', { name: 'Speichern', exact: true }).click()
      expect(await page.locator('#setting-questionBoxContent-problem').textContent()).toBe(
        'Das ist zu lang: Schreiben Sie höchstens 20.000 Zeichen.',
      )
      expect(await question.getAttribute('aria-invalid')).toBe('true')
      expect((await question.inputValue()).length).toBe(20_001)
      page.removeAllListeners('dialog')
      await page.context().close()
    }
    expect((await stored(asset))['settings'].questionBoxContent).toBeNull()
  })

  test('that the server could not save are not said to be saved, and stay to be sent again', async () => {
    const asset = await visited.platform.createAsset()
    await using desk = await openAsWriter(visited, asset, moderator)
    const { page } = desk
    await openSettings(page)
    await page.getByLabel('Check comments with links first').check()
    const data = { updateAssetSettings: null, updateAssetStatus: null }
    const answer = { data, errors: [{ message: 'Internal server error' }] }
    const isSave = (text: string | null) => text?.includes('premodLinksEnable') ?? false
    await page.route('**/graph/ql', route =>
      isSave(route.request().postData()) ? route.fulfill({ json: answer }) : route.continue(),
    )
    await save(page)
    await page.getByRole('alert').getByText('That did not work. Try again in a moment.').waitFor()
    expect(await page.getByText('The changes are saved.').count()).toBe(0)
    await page.unroute('**/graph/ql')
    await save(page)
    await page.getByText('The changes are saved.').first().waitFor()
    expect((await stored(asset))['settings'].premodLinksEnable).toBe(true)
  })

  test('that are made while others are being saved stay to be saved', async () => {
    const asset = await visited.platform.createAsset()
    await using desk = await openAsWriter(visited, asset, moderator)
    const { page } = desk
    await openSettings(page)
    const held = Promise.withResolvers<() => Promise<void>>()
    let isHeld = false
    await page.route('**/graph/ql', route => {
      if (isHeld || !route.request().postData()?.includes('premodLinksEnable')) return route.continue()
      isHeld = true
      held.resolve(() => route.continue())
    })
    await page.getByLabel('Check comments with links first').check()
    await save(page)
    const goOn = await held.promise
    await page.getByLabel('Check every comment before it is published').check()
    await goOn()
    await page.getByText('The changes are saved.').first().waitFor()
    expect(await page.getByLabel('Check every comment before it is published').isChecked()).toBe(true)
    await save(page)
    await expect.poll(async () => (await stored(asset))['settings'].moderation).toBe('PRE')
  })

  test('are a form without script', async () => {
    const asset = await visited.platform.createAsset()
    const page = await visited.open('about:blank', { javaScriptEnabled: false })
    await signInBy(visited, page, moderator)
    await page.goto(`${visited.root}/discussions/${asset.id}`)
    await openSettings(page)
    await page.getByLabel('Check every comment before it is published').check()
    await page.getByLabel('Ask readers a question').check()
    await page.getByLabel('The question, in Markdown').fill('Why?')
    await page.getByRole('combobox', { name: 'Open or closed' }).selectOption({ label: 'Close in a day' })
    await save(page)
    await page.getByText('The changes are saved.').waitFor()
    await page.getByText('Closes in 24 hours').waitFor()
    expect(await page.getByLabel('Check every comment before it is published').isChecked()).toBe(true)
    expect(await stored(asset)).toMatchObject({
      settings: { moderation: 'PRE', questionBoxContent: 'Why?', premodLinksEnable: false },
    })
    await page.getByLabel('Check every comment before it is published').uncheck()
    await save(page)
    await page.getByText('The changes are saved.').waitFor()
    const after = await stored(asset)
    expect([after['settings'].moderation, after['closedAt'] !== null]).toEqual(['POST', true])
  })
})
