import type { TestPlatform } from '@platform/plugin-testing'
import type { Page } from 'playwright-core'
import { comeFrom } from '../../../apps/server/test/avatars/operations.ts'
import type { PictureServer } from '../../../apps/server/test/avatars/picture-server.ts'
import { landscape } from '../../../apps/server/test/avatars/pictures.ts'
import type { View } from './view.ts'

interface Parts {
  readonly platform: TestPlatform
  readonly pictures: PictureServer
  /** The path of the discussion in which the dialogs open. */
  readonly discussion: string
}

/** What a user with a picture sees of the account, and what is asked in dialogs above a discussion. */
export async function accountViews({ platform, pictures, discussion }: Parts): Promise<readonly View[]> {
  const picture = pictures.put('/landscape.jpg', landscape())
  const user = await comeFrom(platform, { id: 'nora', name: 'nora' }, picture)
  const owner = await platform.createUser({ username: 'otto' })
  const dialog = (page: Page) => page.locator('dialog[open]').waitFor()
  const fromProvider = () => platform.signIn({ user })
  return [
    { name: 'account-avatar', path: '/account/avatar', as: fromProvider },
    { name: 'address-missing', path: discussion, as: fromProvider, prepare: dialog },
    {
      name: 'deletion-dialog',
      path: `${discussion}?tab=profile&profile=settings`,
      as: async () => owner,
      async prepare(page) {
        await page.locator('a[href*="/account/deletion"]').click()
        for (let step = 1; step < 4; step++) await page.locator('dialog[open] .button:not(.quiet)').click()
        await page.locator('dialog[open] input[type=password]').waitFor()
      },
    },
  ]
}
