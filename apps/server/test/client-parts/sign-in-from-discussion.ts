import type { TestPlatformOptions } from '@platform/plugin-testing'
import { loadStreamBuild, withParts } from '@platform/stream'
import { expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { freePort } from '../free-port.ts'
import { startVisited } from '../pages/browser.ts'
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

/** Tests the way from a discussion to a provider and back, in Chromium. Nobody is asked at the provider. */
export function testSignInFromDiscussion({ name, plugin, button }: SignIn): void {
  describeWith(CHROMIUM)('a reader of a discussion, in Chromium', { timeout: 60_000 }, () => {
    test('signs in by a button with an icon, and is back where they read', async () => {
      const port = await freePort()
      const root = `http://localhost:${port}`
      await using visited = await startVisited({
        env: { PORT: String(port), PLATFORM_ROOT_URL: root },
        plugins: [await plugin(root)],
        streamBuild: withParts(await loadStreamBuild(), ['platform-plugin-auth', name]),
      })
      const asset = await visited.platform.createAsset()
      await visited.platform.createComment({ asset, body: 'Well said' })
      const page = await visited.open(`/discussions/${asset.id}`)
      await page.getByRole('link', { name: 'Sign in to join the discussion' }).click()
      const way = page.getByRole('link', { name: button })
      const icon = (await way.locator('svg').boundingBox())!
      expect([icon.width, icon.height].map(size => size > 10 && size < 40)).toEqual([true, true])
      await way.click()
      await page.waitForURL('**/account/username?*')
      await page.fill('#username', 'ada')
      await page.getByRole('button', { name: 'Use this name' }).click()
      await page.waitForURL(url => url.pathname === `/discussions/${asset.id}`)
      expect(await page.locator('.me bdi').textContent()).toBe('ada')
      await page.fill('#body', 'I am back')
      await page.getByRole('button', { name: 'Post', exact: true }).click()
      await page.locator('.comment', { hasText: 'I am back' }).getByText('ada', { exact: true }).waitFor()
      expect(visited.complaints).toEqual([])
    })
  })
}
