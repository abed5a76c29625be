import type { TestUser } from '@platform/plugin-testing'
import type { Locator, Page } from 'playwright-core'
import type { Visited } from '../pages/browser.ts'
import { signInBy } from '../stream/writer.ts'

/** The admin panel in the browser of a moderator. */
export interface Desk extends AsyncDisposable {
  readonly page: Page
  /** The card of the comment with a text. */
  card(text: string): Locator
  /** The texts of the comments that are shown, from the first. */
  bodies(): Promise<readonly string[]>
}

interface DeskOptions {
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly locale?: string
  readonly colorScheme?: 'light' | 'dark'
  readonly timezoneId?: string
  /** Whether the panel hears nothing of what happens elsewhere. */
  readonly isDeaf?: boolean
}

/** Opens a view of the panel for a user who is signed in by a cookie, and waits until it is drawn. */
export async function openDesk(
  visited: Visited,
  user: TestUser,
  path = '/admin/moderate',
  { isDeaf = false, ...options }: DeskOptions = {},
): Promise<Desk> {
  const page = await visited.open('about:blank', options)
  if (isDeaf) await page.routeWebSocket(/./, () => undefined)
  await signInBy(visited, page, user)
  await page.goto(visited.root + path)
  await page.locator('.panel-header').waitFor()
  return {
    page,
    card: text => page.locator('article.card', { hasText: text }),
    bodies: () => page.locator('article.card .text').allTextContents(),
    [Symbol.asyncDispose]: () => page.context().close(),
  }
}

/** Opens the menu of a card, and chooses an entry. */
export async function menuOf(card: Locator, entry: string | RegExp): Promise<void> {
  await card.locator('.card-menu > summary').click()
  await card.getByRole('button', { name: entry }).click()
}
