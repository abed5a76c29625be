import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadStreamBuild } from '@platform/stream'
import { buildStream } from '@platform/stream/build'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openAsWriter, signInBy } from '../stream/writer.ts'
import { clientParts } from './default-list.ts'
import { expectedIn, type Place } from './every-slot/places.ts'

/** Builds a stream with the part that fills every slot, beside parts of this repository's plugins. */
async function visitWith(folder: string, beside: readonly string[]): Promise<Visited> {
  const entry = join(import.meta.dirname, 'every-slot/client/index.tsx')
  await buildStream({
    parts: [...clientParts(beside), { plugin: 'every-slot', version: null, entry, hash: '' }],
    out: folder,
  })
  return startVisited({ streamBuild: await loadStreamBuild(folder) })
}

/** The slots of a page as the server draws it, each with the names of what it gives. */
const slotsInText = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/data-filled="([^"]+)" data-props="([^"]*)"/g)].map(([, name, props]) => [name, props]),
  )

/** The same of a page in the browser. */
const slotsInPage = (page: Page): Promise<Readonly<Record<string, string>>> =>
  page
    .locator('[data-filled]')
    .evaluateAll(all => Object.fromEntries(all.map(({ dataset }) => [dataset['filled'] ?? '', dataset['props'] ?? ''])))

describeWith(CHROMIUM)('a client part that fills every slot, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platform-every-slot-'))
    visited = await visitWith(join(folder, 'build'), [])
  })
  afterAll(async () => {
    await visited?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  test('is seen in each slot of a discussion with its props, on the server and in the browser', async () => {
    const { platform } = visited
    await platform.services.settings.update({ questionBoxEnable: true, questionBoxContent: 'Why?' })
    const asset = await platform.createAsset()
    const ada = await platform.createUser()
    const { id } = await platform.createComment({ asset, author: ada, body: 'Gone' })
    await platform.createComment({ asset, body: 'Seen' })
    await platform.as(ada).graphql('mutation ($id: ID!) { deleteOwnComment(id: $id) { errors { message } } }', { id })
    const drawn = await (await platform.as(ada).http(`/discussions/${asset.id}`)).text()
    const expected = expectedIn('discussion')
    expect(slotsInText(drawn)).toEqual(expected)
    await using reader = await openAsWriter(visited, asset, ada)
    expect(await slotsInPage(reader.page)).toEqual(expected)
    expect(visited.complaints).toEqual([])
  })

  test('is seen in the settings of a discussion, as the server draws it and in the browser', async () => {
    const { platform } = visited
    const asset = await platform.createAsset()
    const moderator = await platform.createUser({ roles: ['MODERATOR'] })
    const drawn = await (await platform.as(moderator).http(`/discussions/${asset.id}?tab=config`)).text()
    expect(slotsInText(drawn)).toMatchObject(expectedIn('settings'))
    await using desk = await openAsWriter(visited, asset, moderator)
    await desk.page.getByRole('link', { name: 'Configure' }).click()
    await desk.page.locator('[data-filled=streamSettings]').waitFor()
    expect(await slotsInPage(desk.page)).toMatchObject(expectedIn('settings'))
  })

  test('is seen in the profile, in the stream and on the pages of the account, by the server and in the browser', async () => {
    const { platform } = visited
    const ada = await platform.createUser()
    const asset = await platform.createAsset()
    await platform.createComment({ asset, author: ada, body: 'Seen' })
    const head = ['profileHeader', 'profileSections']
    const tabs = ['profileTabs', 'profileTabsPrepend']
    const settings = ['profileSettings', 'notificationSettings']
    const comment = ['commentContent', 'historyCommentTimestamp']
    const discussion = `/discussions/${asset.id}?tab=profile`
    const page = await visited.open('about:blank')
    await signInBy(visited, page, ada)
    for (const [path, expected] of [
      [discussion, [...head, ...tabs, ...comment]],
      [`${discussion}&profile=settings`, [...head, ...tabs, ...settings]],
      [`${discussion}&profile=every-slot`, [...head, ...tabs, 'profileTabPanes']],
      ['/account/comments', [...head, ...tabs, ...comment]],
      ['/account/comments?part=every-slot', [...head, ...tabs, 'profileTabPanes']],
      ['/account', settings],
    ] as const) {
      const drawn = await (await platform.as(ada).http(path)).text()
      expect([path, expected.filter(name => !drawn.includes(`data-filled="${name}"`))]).toEqual([path, []])
      const { notificationSettings } = slotsInText(drawn)
      if (notificationSettings) expect(expectedIn('profile')).toMatchObject({ notificationSettings })
      await page.goto(visited.root + path)
      for (const name of expected) await page.locator(`[data-filled=${name}][data-alive]`).first().waitFor()
    }
    expect(visited.complaints).toEqual([])
    await page.context().close()
  })

  test.each<[string, Place]>([
    ['/sign-in', 'sign-in'],
    ['/register', 'register'],
    ['/sign-in?next=%2Fadmin%2Fmoderate', 'admin sign-in'],
  ])('is seen on %s, as the server draws it and in the browser', async (path, place) => {
    expect(slotsInText(await (await visited.platform.http(path)).text())).toMatchObject(expectedIn(place))
    const page = await visited.open(path)
    await page.locator('[data-filled]').first().waitFor()
    expect(await slotsInPage(page)).toMatchObject(expectedIn(place))
    await page.context().close()
  })

  test('has a tab, which opens its pane in place of the list, by a click and by its address', async () => {
    const { platform } = visited
    const asset = await platform.createAsset()
    await platform.createComment({ asset, body: 'In the list' })
    await using reader = await openAsWriter(visited, asset, null)
    const { page } = reader
    const pane = page.locator('[data-filled=streamTabPanes]')
    await page.getByRole('link', { name: 'streamTabs', exact: true }).click()
    await pane.waitFor()
    expect(await slotsInPage(page)).toMatchObject(expectedIn('list tab'))
    expect([await page.locator('#thread').count(), new URL(page.url()).search]).toEqual([0, '?pane=every-slot'])
    await page.reload()
    await page.locator('.stream.alive').waitFor()
    expect([await pane.count(), await page.locator('#thread').count()]).toEqual([1, 0])
    await page.locator('.tabs a', { hasText: /^All/ }).click()
    await page.locator('#thread').waitFor()
    expect([await pane.count(), new URL(page.url()).search]).toEqual([0, ''])
    const unknown = await visited.open(`/discussions/${asset.id}?pane=nobody`)
    expect(await unknown.locator('#thread').count()).toBe(1)
  })

  test('has a tab of the stream before and one behind those of the core, also for readers without script', async () => {
    const { platform } = visited
    const asset = await platform.createAsset()
    await platform.createComment({ asset, body: 'In the list' })
    const drawn = await (await platform.http(`/discussions/${asset.id}?tab=every-slot`)).text()
    expect(slotsInText(drawn)).toMatchObject(expectedIn('tab'))
    expect(drawn).not.toContain('id="thread"')
    await using reader = await openAsWriter(visited, asset, null)
    const { page } = reader
    const tabs = page.locator('.stream-tabs a')
    expect(await tabs.allTextContents()).toEqual(['embedStreamTabsPrepend', 'Comments', 'embedStreamTabs'])
    await tabs.last().click()
    await page.locator('[data-filled=embedStreamTabPanes]').waitFor()
    expect([await page.locator('#thread').count(), new URL(page.url()).search]).toEqual([0, '?tab=every-slot'])
    await tabs.nth(1).click()
    await page.locator('#thread').waitFor()
    expect(new URL(page.url()).search).toBe('')
    expect(visited.complaints).toEqual([])
  })
})

describeWith(CHROMIUM)('a client part in the menus of other plugins, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platform-menu-slots-'))
    const menus = ['author-menu', 'moderation-actions', 'viewing-options'].map(name => `platform-plugin-${name}`)
    visited = await visitWith(join(folder, 'build'), menus)
  })
  afterAll(async () => {
    await visited?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  test('is seen in each of their slots with its props', async () => {
    const { platform } = visited
    const asset = await platform.createAsset()
    await platform.createComment({ asset, body: 'Seen' })
    await platform.createComment({ asset, body: 'Seen, too' })
    const moderator = await platform.createUser({ roles: ['MODERATOR'] })
    await using desk = await openAsWriter(visited, asset, moderator)
    const { page } = desk
    const found: Record<string, string> = {}
    for (const menu of ['.author-menu', '.moderation-menu', '.toolbar .menu']) {
      await page.locator(`${menu} summary`).first().click()
      await page.locator('.menu[open] [data-filled]').first().waitFor()
      Object.assign(found, await slotsInPage(page))
    }
    await page.locator('.author-menu summary').first().click()
    await page.locator('.ask-first').first().click()
    await page.locator('[data-filled=ignoreUserConfirmation]').waitFor()
    Object.assign(found, await slotsInPage(page))
    expect(found).toMatchObject(expectedIn('menu'))
    expect(visited.complaints).toEqual([])
  })
})
