import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Asset } from '@platform/plugin-sdk'
import type { TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { PASSWORD } from '../accounts/letters.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { type Desk, openDesk } from './desk.ts'

describeWith(CHROMIUM)('the discussions of the site, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let moderator: TestUser
  let host: string
  const pages = createServer((_, res) =>
    res.writeHead(200, { 'content-type': 'text/html' }).end('<title>What the page says</title>'),
  )
  beforeAll(async () => {
    pages.listen(0, '127.0.0.1')
    await once(pages, 'listening')
    host = `127.0.0.1:${(pages.address() as AddressInfo).port}`
    visited = await startVisited({ env: { PLATFORM_OUTBOUND_ALLOW: host, PLATFORM_DISABLE_SCRAPER: 'FALSE' } })
    await visited.platform.services.settings.update({ domains: { whitelist: ['127.0.0.1', 'localhost'] } })
    moderator = await visited.platform.createUser({ roles: ['MODERATOR'], username: 'mo' })
  })
  afterAll(async () => {
    await visited?.[Symbol.asyncDispose]()
    pages.closeAllConnections()
    pages.close()
  })

  const titles = (desk: Desk) => desk.page.locator('.discussion h2').allTextContents()
  const row = (desk: Desk, title: string) => desk.page.getByRole('article', { name: title })
  const part = (desk: Desk, title: string) => desk.page.getByRole('region', { name: title })
  const stored = async ({ id }: Asset) => (await visited.platform.services.assets.findByIds([id]))[0]!
  async function make(title: string) {
    const asset = await visited.platform.createAsset()
    return visited.platform.services.assets.update(asset.id, { title })
  }
  const open = (asset: Asset, options = {}) => openDesk(visited, moderator, `/admin/stories/${asset.id}`, options)

  test('are found by words, and by whether they are open', async () => {
    const first = await make('Gardens in winter')
    await make('Gardens in summer')
    await visited.platform.services.assets.close(first.id, null)
    await using desk = await openDesk(visited, moderator, '/admin/stories')
    await desk.page.getByLabel('Words of a title').fill('garden')
    await expect.poll(() => titles(desk)).toEqual(['Gardens in summer', 'Gardens in winter'])
    await desk.page.getByLabel('State').selectOption('Closed')
    await expect.poll(() => titles(desk)).toEqual(['Gardens in winter'])
    await desk.page.reload()
    await expect.poll(() => titles(desk)).toEqual(['Gardens in winter'])
    expect(visited.complaints).toEqual([])
  })

  test('are closed and opened again in the list, by keys alone', async () => {
    const asset = await make('Keyboards')
    await using desk = await openDesk(visited, moderator, '/admin/stories?value=keyboards')
    const { keyboard } = desk.page
    await row(desk, 'Keyboards').waitFor()
    await keyboard.press('j')
    await keyboard.press('Tab')
    await keyboard.press('Tab')
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await row(desk, 'Keyboards').getByText('The discussion is closed.').waitFor()
    await row(desk, 'Keyboards').getByText('Closed since').waitFor()
    expect((await stored(asset)).closedAt).not.toBeNull()
    await keyboard.press('Enter')
    await row(desk, 'Keyboards').getByText('The discussion is open.').waitFor()
    expect((await stored(asset)).closedAt).toBeNull()
  })

  test('show how many comments are in which state, with the way to them', async () => {
    const asset = await make('Counted')
    for (const status of ['NONE', 'ACCEPTED', 'REJECTED', 'REJECTED'] as const) {
      const comment = await visited.platform.createComment({ asset, body: `A comment ${status}` })
      if (status !== 'NONE') await visited.platform.services.comments.setStatus(moderator.user, comment.id, status)
    }
    await using desk = await open(asset)
    await expect.poll(() => desk.page.locator('.counts dd').allTextContents()).toEqual(['2', '0', '0', '2'])
    await desk.page.locator('.counts div', { hasText: 'Rejected' }).getByRole('link').click()
    await desk.page.waitForURL(`**/admin/moderate/rejected/${asset.id}`)
  })

  test('close at a time in the zone of the moderator, with a message', async () => {
    const asset = await make('Scheduled')
    await using desk = await open(asset, { timezoneId: 'Asia/Tokyo' })
    const schedule = part(desk, 'Opening and closing')
    await schedule.getByLabel('Closes on').fill('2090-12-03T14:00')
    await schedule.getByLabel('What readers see').fill('Thank you all')
    await schedule.getByRole('button', { name: 'Save' }).click()
    await schedule.getByText('Saved.').waitFor()
    const { closedAt, closedMessage } = await stored(asset)
    expect([closedAt?.toISOString(), closedMessage]).toEqual(['2090-12-03T05:00:00.000Z', 'Thank you all'])
    await schedule
      .getByText(/^Closes on Dec 3, 2090/)
      .first()
      .waitFor()
    await schedule.getByText('History').click()
    await schedule.locator('.events').getByText('by mo').waitFor()
    await schedule.getByLabel('Closes on').fill('')
    await schedule.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await stored(asset)).closedAt).toBeNull()
  })

  test('keep the second in which they were closed when only the message is changed', async () => {
    const asset = await make('Closed at once')
    await visited.platform.services.assets.close(asset.id, null)
    const closedAt = new Date('2026-03-01T12:34:56.789Z')
    await visited.platform.services.docstore.collection('assets').updateOne({ id: asset.id }, { $set: { closedAt } })
    await using desk = await open(asset)
    const schedule = part(desk, 'Opening and closing')
    await schedule.getByLabel('What readers see when it is closed').fill('Thank you all')
    await schedule.getByRole('button', { name: 'Save' }).click()
    await schedule.getByText('Saved.').waitFor()
    expect(await stored(asset)).toMatchObject({ closedAt, closedMessage: 'Thank you all' })
  })

  test('say that a day without a time is no closing time, and save nothing', async () => {
    const closedAt = new Date('2090-12-03T14:00:00Z')
    const asset = await make('Closes later')
    await visited.platform.services.docstore.collection('assets').updateOne({ id: asset.id }, { $set: { closedAt } })
    await using desk = await open(asset)
    const schedule = part(desk, 'Opening and closing')
    const { keyboard } = desk.page
    await schedule.getByLabel('Closes on').focus()
    // The month, which stands first in this language.
    await keyboard.press('Backspace')
    await schedule.getByRole('button', { name: 'Save' }).click()
    await schedule.getByText('Give a day and a time').waitFor()
    expect([(await stored(asset)).closedAt, await schedule.getByText('Saved.', { exact: true }).count()]).toEqual([
      closedAt,
      0,
    ])
    await schedule.getByLabel('Closes on').fill('')
    await schedule.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await stored(asset)).closedAt).toBeNull()
  })

  test('say beside the field that a closing time has passed, before it is saved', async () => {
    const asset = await make('Closed in the past')
    await using desk = await open(asset)
    const schedule = part(desk, 'Opening and closing')
    const warning = schedule.locator('.field', { hasText: 'Closes on' }).getByText('This time has passed')
    await schedule.getByLabel('Closes on').fill('2090-12-03T14:00')
    expect(await warning.count()).toBe(0)
    await schedule.getByLabel('Closes on').fill('2020-12-03T14:00')
    await warning.waitFor()
    await schedule.getByRole('button', { name: 'Save' }).click()
    await schedule.getByText('Saved.').waitFor()
    expect((await stored(asset)).closedAt?.getFullYear()).toBe(2020)
    await warning.waitFor({ state: 'detached' })
  })

  test('have settings of their own, only those that were changed, until those of the site apply again', async () => {
    const asset = await make('Settled')
    await using desk = await open(asset)
    const settings = part(desk, 'Settings of this discussion')
    await settings.getByLabel('Comments are checked').selectOption('before they are published')
    await settings.getByLabel('The question, in Markdown').fill('What do you think?')
    await settings.getByRole('button', { name: 'Save' }).click()
    await settings.getByText('Saved.').waitFor()
    expect((await stored(asset)).settings).toEqual({ moderation: 'PRE', questionBoxContent: 'What do you think?' })
    await settings.getByRole('button', { name: 'Use the settings of the site' }).click()
    await settings.getByText('The settings of the site apply.').waitFor()
    expect((await stored(asset)).settings).toEqual({})
    await expect.poll(() => settings.getByLabel('Comments are checked').inputValue()).toBe('POST')
    expect(await settings.getByLabel('The question, in Markdown').inputValue()).toBe('')
  })

  test('follow the site again in one setting, and ask before changes that are not saved are left', async () => {
    const asset = await make('Followed')
    await using desk = await openDesk(visited, moderator, '/admin/stories?value=followed')
    await desk.page.locator('.row').getByRole('link', { name: 'Followed' }).first().click()
    const settings = part(desk, 'Settings of this discussion')
    await settings.getByLabel('Comments are checked').selectOption('before they are published')
    await settings.getByLabel('The question, in Markdown').fill('And you?')
    const asked: string[] = []
    desk.page.removeAllListeners('dialog')
    desk.page.on('dialog', dialog => {
      asked.push(dialog.message())
      void dialog.dismiss()
    })
    await desk.page.getByRole('link', { name: 'All discussions' }).click()
    expect([asked, await settings.getByLabel('The question, in Markdown').inputValue()]).toEqual([
      ['What you changed is not saved. Leave all the same?'],
      'And you?',
    ])
    const here = desk.page.url()
    await desk.page.evaluate(() => history.back())
    await expect.poll(() => asked.length).toBe(2)
    expect([desk.page.url(), await settings.getByLabel('The question, in Markdown').inputValue()]).toEqual([
      here,
      'And you?',
    ])
    await settings.getByRole('button', { name: 'Save' }).click()
    await settings.getByText('Saved.').waitFor()
    await settings.getByRole('button', { name: 'Use the setting of the site: Comments are checked' }).click()
    await settings.getByText('The setting of the site applies.').waitFor()
    expect((await stored(asset)).settings).toEqual({ questionBoxContent: 'And you?' })
    await expect.poll(() => settings.getByLabel('Comments are checked').inputValue()).toBe('POST')
    expect(await settings.getByRole('button', { name: /^Use the setting of the site/ }).count()).toBe(1)
    // Nothing is left unsaved, so nothing is asked.
    await desk.page.getByRole('link', { name: 'All discussions' }).click()
    await desk.page.locator('.row').first().waitFor()
    expect(asked).toHaveLength(2)
  })

  test('ask once before changes in several forms are left, as long as one of them is not saved', async () => {
    const made = await make('In several forms')
    const asset = await visited.platform.services.assets.update(made.id, { url: `http://${host}/several-forms` })
    await using desk = await open(asset)
    const asked: string[] = []
    desk.page.removeAllListeners('dialog')
    desk.page.on('dialog', dialog => {
      asked.push(dialog.message())
      void dialog.dismiss()
    })
    const [about, schedule, address] = [
      part(desk, 'About the page'),
      part(desk, 'Opening and closing'),
      part(desk, 'Address of the page'),
    ]
    await about.getByLabel('Title').fill('Another title')
    await schedule.getByLabel('What readers see').fill('Thank you all')
    await address.getByLabel('Address', { exact: true }).fill(new URL('/not-sent', asset.url).href)
    const leave = () => desk.page.getByRole('link', { name: 'Community' }).click()
    await leave()
    expect(asked).toHaveLength(1)
    await schedule.getByRole('button', { name: 'Save' }).click()
    await schedule.getByText('Saved.').waitFor()
    await leave()
    expect(asked).toHaveLength(2)
    await about.getByRole('button', { name: 'Read the page again' }).click()
    await about.getByText('The page is being read.').waitFor()
    await address.getByRole('button').click()
    await address.getByText('The address is changed.').waitFor()
    await leave()
    expect([asked.length, await about.getByLabel('Title').inputValue()]).toEqual([3, 'Another title'])
    await about.getByRole('button', { name: 'Save' }).click()
    await about.getByText('Saved.').waitFor()
    await leave()
    await desk.page.waitForURL('**/admin/community**')
    expect(asked).toHaveLength(3)
  })

  test('have their page described, and what is wrong is said beside the field', async () => {
    const asset = await make('Described')
    await using desk = await open(asset)
    const about = part(desk, 'About the page')
    await about.getByLabel('Author').fill('Ada')
    await about.getByLabel('Address of a picture').fill('no address')
    await about.getByRole('button', { name: 'Save' }).click()
    await about.locator('.field .problem').waitFor()
    expect(await about.getByLabel('Address of a picture').getAttribute('aria-invalid')).toBe('true')
    expect(await about.getByLabel('Author').inputValue()).toBe('Ada')
    await about.getByLabel('Address of a picture').fill('https://pictures.example/1.jpg')
    await about.getByRole('button', { name: 'Save' }).click()
    await about.getByText('Saved.').waitFor()
    expect(await stored(asset)).toMatchObject({ author: 'Ada', image: 'https://pictures.example/1.jpg' })
  })

  test('have their page read again', async () => {
    const asset = await make('Read before')
    await visited.platform.services.assets.update(asset.id, { url: `http://${host}/read-again` })
    await using desk = await open(asset)
    const about = part(desk, 'About the page')
    await about.getByRole('button', { name: 'Read the page again' }).click()
    await about.getByText('The page is being read.').waitFor()
    await visited.platform.services.jobs.idle()
    await about.getByRole('button', { name: 'Show what is known now' }).click()
    await expect.poll(() => about.getByLabel('Title').inputValue()).toBe('What the page says')
  })

  test('move to another address, which no other discussion may have', async () => {
    const [asset, other] = [await make('Moved'), await make('Elsewhere')]
    await using desk = await open(asset)
    const address = part(desk, 'Address of the page')
    await address.getByLabel('Address', { exact: true }).fill(other.url)
    await address.getByRole('button').click()
    await address.getByText('Another discussion has this address.').waitFor()
    await address.getByLabel('Address', { exact: true }).fill('https://not-permitted.example/')
    await address.getByRole('button').click()
    await address.getByText('This site may not use the address').waitFor()
    const next = new URL('/moved-here', asset.url).href
    await address.getByLabel('Address', { exact: true }).fill(next)
    await address.getByRole('button').click()
    await address.getByText('The address is changed.').waitFor()
    expect((await stored(asset)).url).toBe(next)
  })

  test('are merged by an administrator, who sees before what that does', async () => {
    const { platform } = visited
    const admin = await platform.createUser({ roles: ['ADMIN'] })
    const [from, into] = [await make('Merged away'), await make('Merge target')]
    await platform.createComment({ asset: from, body: 'To be moved' })
    await using desk = await openDesk(visited, admin, `/admin/stories/${from.id}`)
    const merge = part(desk, 'Merge into another discussion')
    await merge.getByLabel('Words of a title').fill('merge')
    await merge.getByLabel('Merge target').check()
    await merge.getByText('1 comment moves into it').waitFor()
    await merge.getByText(from.url).waitFor()
    await merge.getByRole('button', { name: 'Merge for ever' }).click()
    await merge.getByText('Give your password.').waitFor()
    await merge.getByLabel('Your password').fill(PASSWORD)
    await merge.getByRole('button', { name: 'Merge for ever' }).click()
    await merge.getByText('its comments are moving into').waitFor()
    await platform.services.jobs.idle()
    await merge.getByRole('link', { name: 'Merge target' }).click()
    await desk.page.getByRole('heading', { name: 'Merge target' }).waitFor()
    await part(desk, 'Opening and closing').waitFor()
    expect((await platform.services.assets.findByUrl(from.url))?.id).toBe(into.id)
    expect((await stored(into)).comment_counts.total).toBe(1)
  })

  test('can’t be merged by moderators', async () => {
    await using desk = await open(await make('Not mine to merge'))
    await part(desk, 'Address of the page').waitFor()
    expect(await part(desk, 'Merge into another discussion').count()).toBe(0)
  })

  test('an address without a discussion says so', async () => {
    await using desk = await openDesk(visited, moderator, '/admin/stories/no-such-discussion')
    await desk.page.getByRole('heading', { name: 'There is no discussion at this address.' }).waitFor()
    await desk.page.getByRole('link', { name: 'All discussions' }).click()
    await expect.poll(() => titles(desk)).not.toEqual([])
  })
})
