import type { User } from '@platform/plugin-sdk'
import type { TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openFollowing, signInBy } from '../stream/writer.ts'
import { comeFrom, removeAvatar } from './operations.ts'
import { type PictureServer, startPictureServer } from './picture-server.ts'
import { jpeg } from './pictures.ts'

describeWith(CHROMIUM)('pictures of users, in Chromium', { timeout: 60_000 }, () => {
  let pictures: PictureServer
  let visited: Visited
  let author: User
  beforeAll(async () => {
    pictures = await startPictureServer()
    visited = await startVisited({ env: { PLATFORM_OUTBOUND_ALLOW: pictures.host } })
    author = await comeFrom(visited.platform, { id: 'ada', name: 'Ada' }, pictures.put('/ada', jpeg()))
  })
  afterAll(async () => {
    await visited?.[Symbol.asyncDispose]()
    await pictures?.[Symbol.asyncDispose]()
  })

  const writer = async (): Promise<TestUser> => ({
    user: (await visited.platform.services.users.findById(author.id))!,
    token: await visited.platform.token({ sub: author.id }),
  })
  /** The width of the picture itself; 0 for one that was not loaded. */
  const loaded = '[...document.querySelectorAll(".comments .avatar img")].map(({ naturalWidth }) => naturalWidth)'

  test('a picture takes the place of the initial, from this server only, and moves nothing when it is missing', async () => {
    const { platform, root } = visited
    const asset = await platform.createAsset()
    await platform.createComment({ asset, author: await writer() })
    const page = await visited.open('about:blank')
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).origin))
    await page.goto(`${root}/discussions/${asset.id}`)
    await expect.poll(() => page.evaluate(loaded)).toEqual([256])
    expect([...new Set(asked)]).toEqual([new URL(root).origin])
    const avatar = page.locator('.comments .avatar')
    const place = await avatar.boundingBox()

    // Without the picture the initial is seen, at the same place.
    await page.route('**/avatars/*', route => route.abort())
    await page.reload()
    await expect.poll(() => page.evaluate(loaded)).toEqual([0])
    expect([await avatar.textContent(), await avatar.boundingBox()]).toEqual(['A', place])
    expect(await avatar.locator('img').getAttribute('alt')).toBe('')
  })

  test('a live comment has the picture of its author', async () => {
    const { platform, root } = visited
    const asset = await platform.createAsset()
    await platform.createComment({ asset, body: 'the first one' })
    const page = await visited.open('about:blank')
    await openFollowing(page, `${root}/discussions/${asset.id}`)
    await platform.createComment({ asset, author: await writer(), body: 'a live one' })
    await page.getByRole('button', { name: '1 new comment' }).click()
    await expect.poll(() => page.evaluate(loaded)).toEqual([256])
  })

  test('a picture that a moderator removes goes from the open pages of readers, and of its owner', async () => {
    const { platform, root } = visited
    const eve = await comeFrom(platform, { id: 'eve', name: 'Eve' }, pictures.put('/eve', jpeg()))
    const own = { user: eve, token: await platform.token({ sub: eve.id }) }
    const asset = await platform.createAsset()
    await platform.createComment({ asset, author: own, body: 'with a picture' })
    await platform.createComment({ asset, author: await writer(), body: 'by another author' })
    const reader = await visited.open('about:blank')
    await openFollowing(reader, `${root}/discussions/${asset.id}`)
    const frame = await visited.open('about:blank')
    await signInBy(visited, frame, own)
    await openFollowing(frame, `${root}/embed/stream?asset_id=${asset.id}`)
    await frame.locator('.viewer .avatar img').waitFor()
    expect(await reader.locator('.comments .avatar img').count()).toBe(2)
    const moderator = await platform.createUser({ roles: ['MODERATOR'] })
    const requests: string[] = []
    reader.on('request', request => requests.push(request.url()))
    expect(await removeAvatar(platform.as(moderator), eve.id)).toBeNull()
    await expect.poll(() => reader.locator('.comments .avatar img').count()).toBe(1)
    await expect.poll(() => frame.locator('.avatar img').count()).toBe(1)
    expect(requests.filter(url => url.includes('/graph'))).toEqual([])
    for (const page of [reader, frame]) await page.context().close()
  })

  test('a picture that is removed while a page has no network goes once the page is back', async () => {
    const { platform, root } = visited
    const mia = await comeFrom(platform, { id: 'mia', name: 'Mia' }, pictures.put('/mia', jpeg()))
    const asset = await platform.createAsset()
    await platform.createComment({ asset, author: { user: mia, token: await platform.token({ sub: mia.id }) } })
    const reader = await visited.open('about:blank')
    await openFollowing(reader, `${root}/discussions/${asset.id}`)
    const shown = reader.locator('.comments .avatar img')
    expect(await shown.count()).toBe(1)
    await reader.context().setOffline(true)
    expect(await removeAvatar(platform.as(await platform.createUser({ roles: ['MODERATOR'] })), mia.id)).toBeNull()
    await reader.context().setOffline(false)
    await expect.poll(() => shown.count()).toBe(0)
    await reader.context().close()
  })

  test('a picture that is removed while a page can open no socket goes, too', async () => {
    const { platform, root } = visited
    const ida = await comeFrom(platform, { id: 'ida', name: 'Ida' }, pictures.put('/ida', jpeg()))
    const asset = await platform.createAsset()
    await platform.createComment({ asset, author: { user: ida, token: await platform.token({ sub: ida.id }) } })
    const reader = await visited.open('about:blank')
    await reader.clock.install()
    await reader.routeWebSocket(/./, socket => socket.close())
    await reader.goto(`${root}/discussions/${asset.id}`)
    const shown = reader.locator('.comments .avatar img')
    expect(await shown.count()).toBe(1)
    expect(await removeAvatar(platform.as(await platform.createUser({ roles: ['MODERATOR'] })), ida.id)).toBeNull()
    await expect
      .poll(async () => {
        await reader.clock.fastForward(30_000)
        return shown.count()
      })
      .toBe(0)
    await reader.context().close()
  })

  test('the owner sees the picture on a page, and removes it there without script', async () => {
    const { platform, root } = visited
    const page = await visited.open('about:blank')
    await signInBy(visited, page, await writer())
    await page.goto(`${root}/account`)
    await page.getByRole('link', { name: 'Your picture' }).click()
    await page.getByRole('button', { name: 'Remove picture' }).click()
    expect(await page.getByRole('status').textContent()).toBe('Your picture is removed.')
    expect([
      await page.locator('.avatar img').count(),
      await page.getByRole('link', { name: 'Your picture' }).count(),
      (await platform.services.users.findById(author.id))!.avatar_id,
    ]).toEqual([0, 0, null])
  })
})
