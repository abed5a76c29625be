import type { Frame, Page } from 'playwright-core'

/** Points at a comment, and waits until the browser draws the comments, which then have their exact times. */
export async function untilDrawn(page: Page | Frame): Promise<void> {
  await page.locator('.when').first().hover()
  await page.locator('.when time[title]').first().waitFor()
}
