import type { Asset } from '@platform/plugin-sdk'
import type { TestPlatform, TestUser } from '@platform/plugin-testing'
import type { Page } from 'playwright-core'
import { changeAsset } from '../../../apps/server/test/pages/visit.ts'
import type { View } from './view.ts'

/** What moderators see in a discussion beyond what its readers do. */
export async function moderatorViews(platform: TestPlatform): Promise<readonly View[]> {
  const moderator = await platform.createUser({ username: 'towpath_desk', roles: ['MODERATOR'] })
  const author = await platform.createUser({ username: 'boats_are_too_loud_for_me_here' })
  return [...(await menuViews({ platform, moderator, author })), ...(await configureViews({ platform, moderator }))]
}

interface Cast {
  readonly platform: TestPlatform
  readonly moderator: TestUser
  readonly author: TestUser
}

async function writeShort({ platform, author }: Omit<Cast, 'moderator'>, name: string): Promise<Asset> {
  const asset = await platform.createAsset({ url: `http://localhost/${name}` })
  await changeAsset(platform, asset, { title: 'Boats at night' })
  const first = await platform.createComment({ asset, body: 'Who has heard the boats last night?' })
  await platform.createComment({ asset, author, parent: first, body: 'Everybody did. Forbid them, all of them!' })
  return asset
}

/** The menu of a comment, with each of its forms, and the place of a comment that was rejected. */
async function menuViews(cast: Cast): Promise<View[]> {
  const { platform, moderator } = cast
  const path = `/embed/stream?asset_id=${(await writeShort(cast, 'boats-at-night')).id}`
  const as = async () => moderator
  const menu = (page: Page) => page.locator('.moderation-menu').last()
  const open = async (page: Page) => {
    await menu(page).locator('summary').first().click()
    await menu(page).locator('.menu-entry').first().waitFor()
  }
  const unfold = (nth: number) => async (page: Page) => {
    await open(page)
    await menu(page).locator('.menu-more > summary').nth(nth).click()
  }
  const rejected = await platform.createAsset({ url: 'http://localhost/boats-at-noon' })
  await platform.createComment({ asset: rejected, body: 'And at noon?' })
  return [
    { name: 'moderating', path, as, prepare: open },
    { name: 'moderating-reject', path, as, prepare: unfold(0) },
    { name: 'moderating-suspend', path, as, prepare: unfold(1) },
    { name: 'moderating-ban', path, as, prepare: unfold(2) },
    {
      name: 'moderated',
      path: `/embed/stream?asset_id=${rejected.id}`,
      async as() {
        const author = await platform.createUser()
        await platform.createComment({ asset: rejected, author, body: 'At noon they are loud, too.' })
        return moderator
      },
      async prepare(page) {
        await menu(page).locator('summary').first().click()
        await menu(page).locator('.menu-more > summary').first().click()
        await menu(page).locator('.menu-more[open] button').click()
        await page.locator('.rejection-reason').waitFor()
      },
    },
  ]
}

/** The settings of a discussion, with and without a field that was refused. */
async function configureViews({ platform, moderator }: Omit<Cast, 'author'>): Promise<View[]> {
  const asset = await platform.createAsset({ url: 'http://localhost/settings' })
  await changeAsset(platform, asset, {
    title: 'A new bench at the lock',
    settings: { questionBoxEnable: true, questionBoxContent: 'Where should it **stand**?', questionBoxIcon: 'forum' },
  })
  const path = `/discussions/${asset.id}?tab=config`
  const as = async () => moderator
  return [
    { name: 'configure', path, as },
    {
      name: 'configure-refused',
      path,
      as,
      async prepare(page) {
        // The page asks before it is left with changes that are not saved.
        await page.evaluate(() => addEventListener('beforeunload', event => event.stopImmediatePropagation(), true))
        await page.locator('[name=questionBoxContent]').fill('x'.repeat(20_001))
        await page.locator('.settings-end .button').click()
        await page.locator('.setting-problem').waitFor()
      },
    },
  ]
}
