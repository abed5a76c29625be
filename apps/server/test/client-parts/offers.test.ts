import { definePlugin, defineReaction } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { loadStreamBuild, type StreamBuild, withParts } from '@platform/stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { axeOf } from '../pages/axe.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { visit } from '../pages/visit.ts'
import { untilDrawn } from '../stream/until-drawn.ts'
import { openAsWriter } from '../stream/writer.ts'

const RESPECT = 'platform-plugin-respect'
const respect = definePlugin({ name: RESPECT, sdk: '^1.0', ...defineReaction('respect') })

/** The release as a list has it whose plugins switch on this much of the core. */
async function offering(offers: StreamBuild['offers']): Promise<Visited> {
  const streamBuild = { ...withParts(await loadStreamBuild(), [RESPECT]), offers }
  return startVisited({ plugins: [respect], streamBuild })
}

test.each([
  ['platform-plugin-auth', ['signIn']],
  ['platform-plugin-local-auth', ['emailAccounts']],
])('%s switches on %j', async (name, offers) => {
  const { parts } = await loadStreamBuild()
  expect(parts.find(({ plugin }) => plugin === name)?.part).toMatchObject({ offers })
})

test.each(['/sign-in?next=%2Fadmin', '/sign-in?next=%2Fadmin%3Flang%3Dde&lang=de'])(
  '%s has a form for administrators, although the list has no way to sign in',
  async path => {
    const streamBuild = { ...withParts(await loadStreamBuild(), []), offers: [] }
    await using platform = await createTestPlatform({ streamBuild })
    expect((await visit(platform, path)).html).toContain('type="password"')
    expect((await visit(platform, path.replace('admin', 'adminer'))).html).not.toContain('type="password"')
  },
)

describeWith(CHROMIUM)('a site whose list has no way to sign in, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  beforeAll(async () => {
    visited = await offering([])
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  test('says that it signs its readers in itself, with and without script', async () => {
    const asset = await visited.platform.createAsset()
    await visited.platform.createComment({ asset, body: 'Well said' })
    await using reader = await openAsWriter(visited, asset, null)
    const { page } = reader
    const sentence = 'Only readers who are signed in on this site can take part.'
    await page.getByText(sentence).waitFor()
    expect(await page.locator('a[href*="sign-in"], a[href*="register"]').count()).toBe(0)
    expect(await axeOf(page)).toEqual([])
    await untilDrawn(page)
    await page.getByRole('button', { name: 'Respect' }).click()
    await expect.poll(() => page.getByText(sentence).count()).toBeGreaterThan(1)
    expect(page.url()).toBe(`${visited.root}/discussions/${asset.id}`)
    const plain = await visited.open(`/discussions/${asset.id}`, { javaScriptEnabled: false, locale: 'de-DE' })
    await plain.getByText('Nur wer auf dieser Seite angemeldet ist, kann mitmachen.').waitFor()
    expect(await plain.locator('a[href*="sign-in"], a[href*="register"]').count()).toBe(0)
    await plain.context().close()
    expect(visited.complaints).toEqual([])
  })

  test('lets a reader write whom the site has signed in, and offers no way to sign out in a frame', async () => {
    const { platform, root } = visited
    const asset = await platform.createAsset()
    const { token, user } = await platform.createUser()
    const page = await visited.open('about:blank')
    await page.goto(`${root}/embed/stream?asset_id=${asset.id}#access_token=${token}`)
    await page.locator('.viewer', { hasText: user.username }).waitFor()
    expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0)
    await page.fill('#body', 'Signed in by the site')
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await page.locator('.comment', { hasText: 'Signed in by the site' }).waitFor()
    await page.context().close()
  })

  test('has no form to sign in but on the way to the admin panel, and none to register', async () => {
    const { platform } = visited
    const page = await visited.open('/sign-in')
    await page.getByText('Readers sign in on the pages of this site, not here.').waitFor()
    expect(await page.locator('form').count()).toBe(0)
    expect(await axeOf(page)).toEqual([])
    await page.goto('/register?next=%2Fdemo')
    expect(new URL(page.url()).pathname).toBe('/sign-in')
    await page.getByRole('link', { name: 'Back' }).click()
    expect(new URL(page.url()).pathname).toBe('/demo')
    await page.goto('/sign-in?next=%2Fadmin%2Fmoderate')
    expect(await page.locator('input[type=password]').count()).toBe(1)
    expect(await page.getByRole('link', { name: 'Register' }).count()).toBe(0)
    await page.context().close()
    const body = new URLSearchParams({ email: 'ada@example.com', username: 'ada', password: 'a long password' })
    const answer = await platform.http('/register', { method: 'POST', body })
    expect(answer.status).toBe(404)
    expect(await platform.services.docstore.collection('users').findOne({ username: 'ada' })).toBeNull()
  })
})

describeWith(CHROMIUM)('a site whose readers sign in by providers only', () => {
  let visited: Visited
  beforeAll(async () => {
    visited = await offering(['signIn'])
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  test('has a way to sign in, and none to register', async () => {
    const { platform } = visited
    const asset = await platform.createAsset()
    const drawn = await (await platform.http(`/discussions/${asset.id}`)).text()
    expect(drawn).toContain('Sign in to join the discussion')
    expect(drawn).not.toContain('/register')
    expect(await (await platform.http('/sign-in')).text()).not.toContain('type="password"')
    const account = await platform.createUser()
    await platform.services.docstore
      .collection('users')
      .updateOne({ id: account.user.id }, { $set: { profiles: [{ provider: 'google', id: 'g-1' }] } })
    const own = await (await platform.as(account).http('/account')).text()
    expect(own).toContain('/account/data"')
    expect(own).not.toContain('/account/password"')
  })
})
