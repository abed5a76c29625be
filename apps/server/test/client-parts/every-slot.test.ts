import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SLOT_NAMES } from '@platform/client-sdk'
import { loadStreamBuild } from '@platform/stream'
import { buildStream } from '@platform/stream/build'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openAsWriter, signInBy } from '../stream/writer.ts'

/** The slots of views that are not drawn by the stream: the profile, signing in, the admin panel. */
const ELSEWHERE =
  /^(admin|auth|author|embedStreamTabPanes|history|ignoreUser|login|moderation|notification|profile|streamSettings|streamTabPanes|talkPluginAuth|user|viewing)/

describeWith(CHROMIUM)('a client part that fills every slot, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platform-every-slot-'))
    const entry = join(import.meta.dirname, 'every-slot/client/index.tsx')
    const out = join(folder, 'build')
    await buildStream({ parts: [{ plugin: 'every-slot', version: null, entry, hash: '' }], out })
    visited = await startVisited({ streamBuild: await loadStreamBuild(out) })
  })
  afterAll(async () => {
    await visited?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  test('is seen in each slot of the stream, as the server draws it and in the browser', async () => {
    const { platform } = visited
    await platform.services.settings.update({ questionBoxEnable: true, questionBoxContent: 'Why?' })
    const asset = await platform.createAsset()
    const ada = await platform.createUser()
    const { id } = await platform.createComment({ asset, author: ada, body: 'Gone' })
    await platform.createComment({ asset, body: 'Seen' })
    await platform.as(ada).graphql('mutation ($id: ID!) { deleteOwnComment(id: $id) { errors { message } } }', { id })
    const drawn = await (await platform.as(ada).http(`/discussions/${asset.id}`)).text()
    const expected = SLOT_NAMES.filter(name => !ELSEWHERE.test(name))
    expect(expected.filter(name => !drawn.includes(`data-filled="${name}"`))).toEqual([])
    await using reader = await openAsWriter(visited, asset, ada)
    const shown = await reader.page.locator('[data-filled]').evaluateAll(all => all.map(each => each.dataset['filled']))
    expect(expected.filter(name => !shown.includes(name))).toEqual([])
    expect(visited.complaints).toEqual([])
  })

  test('is seen in the settings of a discussion, as the server draws it and in the browser', async () => {
    const { platform } = visited
    const asset = await platform.createAsset()
    const moderator = await platform.createUser({ roles: ['MODERATOR'] })
    const drawn = await (await platform.as(moderator).http(`/discussions/${asset.id}?tab=config`)).text()
    expect(drawn).toContain('data-filled="streamSettings"')
    await using desk = await openAsWriter(visited, asset, moderator)
    await desk.page.getByRole('link', { name: 'Configure' }).click()
    await desk.page.locator('[data-filled=streamSettings]').waitFor()
  })

  test('is seen in the profile, in the stream and on the pages of the account, by the server and in the browser', async () => {
    const { platform } = visited
    const ada = await platform.createUser()
    const asset = await platform.createAsset()
    await platform.createComment({ asset, author: ada, body: 'Seen' })
    const head = ['profileHeader', 'profileSections']
    const tabs = ['profileTabs', 'profileTabsPrepend']
    const comment = ['commentContent', 'historyCommentTimestamp']
    const discussion = `/discussions/${asset.id}?tab=profile`
    const page = await visited.open('about:blank')
    await signInBy(visited, page, ada)
    for (const [path, expected] of [
      [discussion, [...head, ...tabs, ...comment]],
      [`${discussion}&profile=settings`, [...head, ...tabs, 'profileSettings']],
      [`${discussion}&profile=every-slot`, [...head, ...tabs, 'profileTabPanes']],
      ['/account/comments', [...head, ...tabs, ...comment]],
      ['/account/comments?part=every-slot', [...head, ...tabs, 'profileTabPanes']],
      ['/account', ['profileSettings']],
    ] as const) {
      const drawn = await (await platform.as(ada).http(path)).text()
      expect([path, expected.filter(name => !drawn.includes(`data-filled="${name}"`))]).toEqual([path, []])
      await page.goto(visited.root + path)
      for (const name of expected) await page.locator(`[data-filled=${name}][data-alive]`).first().waitFor()
    }
    expect(visited.complaints).toEqual([])
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
    expect(drawn).toContain('data-filled="embedStreamTabPanes"')
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
