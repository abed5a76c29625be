import type { Asset, Comment } from '@platform/plugin-sdk'
import type { TestUser } from '@platform/plugin-testing'
import type { Frame, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import type { Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { type Blog, withBlog } from './blog.ts'
import { openAsWriter, signInBy } from './writer.ts'

describeWith(CHROMIUM)('the texts of users who share a tab, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let blog: Blog
  let asset: Asset
  let ada: TestUser
  let bob: TestUser
  let page: Page
  let frame: Frame
  let posts = 0

  withBlog(site => {
    visited = site.visited
    blog = site.blog
  })
  beforeEach(async () => {
    const path = `/post-${++posts}`
    // The browser of the tests gives no storage to a frame of another site, so both have one name of the host.
    const address = blog.root.replace('127.0.0.1', 'localhost') + path
    asset = await visited.platform.createAsset({ url: address })
    ada = await visited.platform.createUser()
    bob = await visited.platform.createUser()
    blog.put(
      path,
      `<!doctype html><html lang="en"><link rel="canonical" href="${address}"><div id="comments"></div>
      <script src="${visited.root}/embed.js"></script>
      <script>handle = Platform.render(document.getElementById('comments'), { lazy: false })</script>`,
    )
    page = await visited.open(address)
    await take()
  })

  async function take(): Promise<void> {
    frame = (await (await page.waitForSelector('#comments iframe')).contentFrame())!
    await frame.locator('.stream.alive').waitFor()
  }
  const field = () => frame.locator('#body')
  const post = () => frame.getByRole('button', { name: 'Post', exact: true }).click()
  async function signIn({ user, token }: TestUser): Promise<void> {
    await page.evaluate(value => Reflect.get(window, 'handle').login(value), token)
    await frame.locator('.viewer bdi', { hasText: user.username }).waitFor()
  }
  async function signOut(): Promise<void> {
    await frame.getByRole('button', { name: 'Sign out' }).click()
    await frame.locator('.viewer').waitFor({ state: 'detached' })
  }
  const stored = async () => {
    const comments = visited.platform.services.docstore.collection<Comment>('comments')
    return (await comments.find({ asset_id: asset.id }).toArray()).map(({ author_id, body }) => [author_id, body])
  }

  test('a comment that waits for the network is posted as its author, and never as the next user', async () => {
    await signIn(ada)
    await field().fill('A secret of Ada')
    await page.route(/graph\/ql/, route => route.abort())
    await post()
    await frame.getByRole('alert').getByText('posted as soon as you are connected again').waitFor()
    await signOut()
    await page.unrouteAll({ behavior: 'wait' })
    await signIn(bob)
    expect(await field().inputValue()).toBe('')
    expect(await frame.getByText('posted as soon as you are connected again').count()).toBe(0)
    await frame.evaluate(() => dispatchEvent(new Event('online')))
    await field().fill('A word of Bob')
    await post()
    await frame.locator('#thread .text', { hasText: 'A word of Bob' }).waitFor()
    expect(await stored()).toEqual([[bob.user.id, 'A word of Bob']])
    await page.context().close()
  })

  test('nor as a user who signed in meanwhile in another tab', async () => {
    await using writer = await openAsWriter(visited, asset, ada)
    await writer.page.route(/graph\/ql/, route => route.abort())
    await writer.write('A secret of Ada')
    await writer.page.getByRole('alert').getByText('posted as soon as you are connected again').waitFor()
    await signInBy(visited, writer.page, bob)
    await writer.page.unrouteAll({ behavior: 'wait' })
    await writer.page.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(() => writer.composer.inputValue()).toBe('')
    await writer.write('A word of Bob')
    await writer.comment('A word of Bob').waitFor()
    expect(await stored()).toEqual([[bob.user.id, 'A word of Bob']])
    await page.context().close()
  })

  test('it is posted when its author signs in again', async () => {
    await signIn(ada)
    await field().fill('Sent by Ada')
    await page.route(/graph\/ql/, route => route.abort())
    await post()
    await frame.getByRole('alert').getByText('posted as soon as you are connected again').waitFor()
    await signOut()
    await page.unrouteAll({ behavior: 'wait' })
    await signIn(bob)
    await signOut()
    await signIn({ ...ada, token: await visited.platform.token({ sub: ada.user.id }) })
    await frame.locator('#thread .text', { hasText: 'Sent by Ada' }).waitFor()
    expect(await stored()).toEqual([[ada.user.id, 'Sent by Ada']])
    await page.context().close()
  })

  test('who signs out without a network is told that they are still signed in, and signs out when it is back', async () => {
    await signIn(ada)
    const signedInAs = () =>
      fetch(`${visited.root}/api/v1/auth`, { headers: { authorization: `Bearer ${ada.token}` } }).then(
        ({ status }) => status,
      )
    await page.context().setOffline(true)
    await frame.getByRole('button', { name: 'Sign out' }).click()
    await frame.getByRole('alert').getByText('You could not be signed out, and are still signed in.').waitFor()
    expect(await frame.locator('.viewer bdi').textContent()).toBe(ada.user.username)
    expect(await signedInAs()).toBe(200)
    await page.context().setOffline(false)
    await signOut()
    expect(await frame.getByRole('alert').count()).toBe(0)
    expect(await signedInAs()).toBe(401)
    await page.context().close()
  })

  test('who signs out after the session has ended elsewhere is signed out', async () => {
    // Without its socket the page does not learn that the session has ended.
    await page.routeWebSocket(/.*/, () => undefined)
    await page.reload()
    await take()
    await signIn(ada)
    await fetch(`${visited.root}/api/v1/auth`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${ada.token}` },
    })
    await signOut()
    expect(await frame.getByRole('link', { name: 'Sign in to join the discussion' }).count()).toBe(1)
    expect(await frame.getByRole('alert').count()).toBe(0)
    await page.context().close()
  })

  test('a draft is hidden when its author signs out, also after a reload and from the next user', async () => {
    await signIn(ada)
    await field().fill('Not finished')
    await signOut()
    expect(await field().count()).toBe(0)
    await page.reload()
    await take()
    await signIn(bob)
    expect(await field().inputValue()).toBe('')
    expect(await frame.locator('.stream').textContent()).not.toContain('Not finished')
    await page.context().close()
  })
})
