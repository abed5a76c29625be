import type { Asset } from '@platform/plugin-sdk'
import type { TestUser } from '@platform/plugin-testing'
import { documents } from '@platform/stream'
import type { Locator, Page } from 'playwright-core'
import type { Visited } from '../pages/browser.ts'

/** The page of a discussion in the browser of a user. */
export interface Writer extends AsyncDisposable {
  readonly page: Page
  readonly composer: Locator
  /** The comment with a text. */
  comment(text: string): Locator
  write(text: string): Promise<void>
}

/** Opens the page of a discussion for a user who is signed in by a cookie, and waits until its script runs. */
export async function openAsWriter(
  visited: Visited,
  asset: Asset,
  user: TestUser | null,
  options: { readonly viewport?: { readonly width: number; readonly height: number }; readonly locale?: string } = {},
): Promise<Writer> {
  const page = await visited.open('about:blank', options)
  if (user) await signInBy(visited, page, user)
  await page.goto(`${visited.root}/discussions/${asset.id}`)
  await page.locator('.stream.alive').waitFor()
  return {
    page,
    composer: page.locator('#body'),
    comment: text => page.locator('.comment > article', { hasText: text }),
    async write(text) {
      await page.fill('#body', text)
      await page.getByRole('button', { name: 'Post', exact: true }).click()
    },
    [Symbol.asyncDispose]: () => page.context().close(),
  }
}

const [, NEWER = ''] = documents.NewerComments.split(':')

/** Opens a page anew, and resolves when it follows the discussion: it has read what it missed before. */
export async function openFollowing(page: Page, address = page.url()): Promise<void> {
  // Requests of the page that was open before end here.
  await page.goto('about:blank')
  await Promise.all([page.waitForResponse(response => response.url().includes(NEWER)), page.goto(address)])
}

/** Gives the browser of a page the session of a user. */
export async function signInBy({ root }: Visited, page: Page, { token }: TestUser): Promise<void> {
  await page.context().addCookies([{ name: 'authorization', value: token, url: root }])
}
