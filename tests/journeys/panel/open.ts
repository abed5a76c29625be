import type { TestUser } from '@platform/plugin-testing'
import type { Locator, Page } from 'playwright-core'
import type { View } from '../views/view.ts'

/** What a moderator does in a view once it is drawn. */
export type Act = (page: Page) => Promise<unknown>

/** A view of the panel. */
export interface PanelView extends View {
  /** A selector of what is drawn last, before anything is done. */
  readonly drawn: string
  /** With which status the page is answered, if not with 200. */
  readonly status?: number
}

/** A view of the panel, in which something may be done once it is drawn. */
export function viewOf({ name, path, as, drawn, act, status }: Given): PanelView {
  return {
    name: `panel-${name}`,
    path,
    drawn,
    ...(as && { as: async () => as }),
    ...(status !== undefined && { status }),
    async prepare(page) {
      // The page asks before it is left with changes that are not saved.
      await page.evaluate(() => addEventListener('beforeunload', event => event.stopImmediatePropagation(), true))
      await page.locator(drawn).first().waitFor()
      await act?.(page)
    },
  }
}

interface Given {
  readonly name: string
  readonly path: string
  /** Who looks at the view; without a user, somebody who is not signed in. */
  readonly as?: TestUser
  readonly drawn: string
  readonly act?: Act | undefined
  readonly status?: number
}

/** Opens a menu, which draws its entries then. */
export async function openMenu(within: Locator, menu: string): Promise<Locator> {
  const found = within.locator(menu)
  await found.locator('summary').click()
  await found.locator('.menu-entry').first().waitFor()
  return found
}

/** Does something that opens a dialog, and waits until it is open. */
export function opening(act: Act): Act {
  return async page => {
    await act(page)
    await page.locator('dialog[open]').last().waitFor()
  }
}
