import type { Asset, Comment, User } from '@platform/plugin-sdk'
import type { TestPlatform, TestUser } from '@platform/plugin-testing'
import { documents } from '@platform/stream'
import type { Page } from 'playwright-core'
import { changeAsset } from '../../../apps/server/test/pages/visit.ts'
import type { View } from './view.ts'

const CROWDED = 'There were twelve boats at the lock on Sunday. Is that not too many?'

/** What happens to the comments of a discussion while a reader looks at it. */
export async function threadViews(platform: TestPlatform): Promise<readonly View[]> {
  const asset = await platform.createAsset({ url: 'http://localhost/the-lock-on-sunday' })
  await changeAsset(platform, asset, { title: 'The lock on Sunday' })
  const [emil, paula, quentin] = (await Promise.all(
    ['emil', 'paula', 'quentin'].map(username => platform.createUser({ username })),
  )) as [TestUser, TestUser, TestUser]
  const first = await platform.createComment({ asset, author: emil, body: CROWDED })
  await platform.createComment({ asset, author: paula, parent: first, body: 'It was fifteen in the afternoon.' })
  await platform.createComment({ asset, author: paula, body: 'I liked the red one best.' })
  await platform
    .as(quentin)
    .graphql('mutation ($id: ID!) { ignoreUser(id: $id) { errors { translation_key } } }', { id: paula.user.id })
  const { user: moderator } = await platform.createUser({ username: 'lock_keeper', roles: ['MODERATOR'] })
  return listViews(platform, { asset, author: emil, reader: quentin, moderator })
}

interface Cast {
  readonly asset: Asset
  readonly author: TestUser
  /** A reader who ignores the author of two comments. */
  readonly reader: TestUser
  readonly moderator: User
}

function listViews(platform: TestPlatform, { asset, author, reader, moderator }: Cast): readonly View[] {
  const path = `/embed/stream?asset_id=${asset.id}`
  const [, list = ''] = documents.MoreComments.split(':')
  /** Resolves when the page follows the discussion, and has read what is new. */
  const follows = (page: Page) =>
    page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('documentId')))
  const write = (body: string) => platform.createComment({ asset, author, body, status: 'NONE' })
  let doomed: Comment
  const comeBack = async (page: Page) => {
    const kept = JSON.stringify([{ discussion: asset.id, seen: 1, last: 1, collapsed: [] }])
    const address = page.url()
    // A page with comments notes the visit when it is left.
    await page.goto('/sign-in')
    await page.evaluate(value => localStorage.setItem('platform:reading', value), kept)
    await page.goto(address)
    await page.locator('.comment.unread').first().waitFor()
    await page.locator('.to-unread').waitFor()
  }
  return [
    {
      name: 'list-not-loaded',
      path,
      async prepare(page) {
        await page.route(
          url => url.href.includes(list),
          route => route.abort(),
          { times: 1 },
        )
        await page.locator('.viewing-options > summary').click()
        await page.locator('.viewing-options .menu-entry').last().click()
        await page.locator('.condition button').waitFor()
      },
    },
    {
      name: 'new-comments',
      path,
      async prepare(page) {
        await follows(page)
        await write('The red one is ours.')
        await page.locator('.new-comments').waitFor()
      },
    },
    { name: 'unread', path, prepare: comeBack },
    {
      name: 'next-unread',
      path,
      async prepare(page) {
        await comeBack(page)
        await page.locator('.to-unread').click()
        await page.locator('.new-comments').waitFor()
      },
    },
    {
      name: 'removed',
      path,
      async as() {
        // The comments of an author whose last one was rejected wait for a moderator, so each has another author.
        const other = await platform.createUser()
        doomed = await platform.createComment({ asset, author: other, body: 'Who needs boats at all?' })
        return reader
      },
      async prepare(page) {
        await follows(page)
        await platform.services.comments.setStatus(moderator, doomed.id, 'REJECTED')
        await page.locator(`#c-${doomed.id} .tombstone`).waitFor()
      },
    },
    {
      name: 'collapsed',
      path,
      async prepare(page) {
        await page.locator('.comment .collapse').last().click()
        await page.locator('.comment.collapsed').waitFor()
      },
    },
    {
      name: 'ignored',
      path,
      as: async () => reader,
      async prepare(page) {
        await page.locator('.tombstone button').first().waitFor()
      },
    },
    {
      name: 'refused',
      path,
      as: async () => reader,
      async prepare(page) {
        await page.locator('#body').fill('  ')
        await page.locator('.composer button[type=submit]').click()
        await page.locator('.composer [role=alert]').waitFor()
      },
    },
  ]
}
