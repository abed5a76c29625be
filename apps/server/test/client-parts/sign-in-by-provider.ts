import type { TestPlatformOptions } from '@platform/plugin-testing'
import { loadStreamBuild, withParts } from '@platform/stream'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { freePort } from '../free-port.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'

type TestPlugin = NonNullable<TestPlatformOptions['plugins']>[number]

interface SignIn {
  /** The package whose client part is listed. */
  readonly name: string
  /** The plugin, configured for a provider that sends readers back to this root. */
  plugin(root: string): Promise<TestPlugin> | TestPlugin
  /** The text of its button. */
  readonly button: string
}

/** The address in the panel that is asked for. */
const VIEW = '/admin/community/people?value=ada'

/**
 * Tests the way from a discussion, and from the admin panel, to a provider and back, in Chromium. The provider asks
 * nothing.
 */
export function testSignInByProvider({ name, plugin, button }: SignIn): void {
  describeWith(CHROMIUM)(`a user of ${name}, in Chromium`, { timeout: 60_000 }, () => {
    let visited: Visited
    beforeAll(async () => {
      const port = await freePort()
      const root = `http://localhost:${port}`
      visited = await startVisited({
        env: { PORT: String(port), PLATFORM_ROOT_URL: root },
        plugins: [await plugin(root)],
        streamBuild: withParts(await loadStreamBuild(), ['platform-plugin-auth', name]),
      })
    })
    afterAll(() => visited?.[Symbol.asyncDispose]())

    const choose = async (page: Page, username: string) => {
      await page.waitForURL('**/account/username?*')
      await page.fill('#username', username)
      await page.getByRole('button', { name: 'Use this name' }).click()
    }

    test('signs in by a button with an icon, and is back at the discussion', async () => {
      const asset = await visited.platform.createAsset()
      await visited.platform.createComment({ asset, body: 'Well said' })
      const page = await visited.open(`/discussions/${asset.id}`)
      await page.getByRole('link', { name: 'Sign in to join the discussion' }).click()
      const way = page.getByRole('link', { name: button })
      const icon = (await way.locator('svg').boundingBox())!
      expect([icon.width, icon.height].map(size => size > 10 && size < 40)).toEqual([true, true])
      await way.click()
      await choose(page, 'ada')
      await page.waitForURL(url => url.pathname === `/discussions/${asset.id}`)
      expect(await page.locator('.me bdi').textContent()).toBe('ada')
      await page.fill('#body', 'I am back')
      await page.getByRole('button', { name: 'Post', exact: true }).click()
      await page.locator('.comment', { hasText: 'I am back' }).getByText('ada', { exact: true }).waitFor()
      expect(visited.complaints).toEqual([])
    })

    test('reads that the panel is for moderators, and as one comes to the view that was asked for', async () => {
      const page = await visited.open(VIEW)
      // The provider asks nothing, so the way back may be over before the click is.
      const refused = page.waitForResponse(answer => answer.url() === visited.root + VIEW && answer.status() === 403)
      await page.getByRole('link', { name: button }).click()
      if ((await Promise.race([page.waitForURL('**/account/username?*').then(() => true), refused])) === true)
        await choose(page, 'ada')
      await refused
      await page.getByText('The admin panel is for the moderators and administrators of this site').waitFor()

      const { users } = visited.platform.services
      const admin = await visited.platform.createUser({ roles: ['ADMIN'] })
      await visited.platform.services.accountStatus.make('setRole', admin.user, {
        id: (await users.findByUsername('ada'))!.id,
        role: 'MODERATOR',
      })
      await page.goto(visited.root + VIEW)
      await page.getByRole('link', { name: button }).click()
      await page.waitForURL(visited.root + VIEW)
      await page.locator('.panel-header').waitFor()
      expect(visited.complaints).toEqual([])
    })
  })
}
