import { createTestStream, type TestStream } from '@platform/plugin-testing'
import { documents } from '@platform/stream'
import { type Browser, chromium, type Page, type Response } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHROMIUM, CHROMIUM_ARGS } from '../../../apps/server/test/pages/chromium.ts'
import { describeWith } from '../../../test/needs.ts'
import featured from '../server/index.ts'

const FEATURE = `mutation ($id: ID!) {
  addTag(tag: { name: "FEATURED", id: $id, item_type: COMMENTS }) { errors { message } }
}`

const TAGS = 'query ($id: ID!) { comment(id: $id) { tags { tag { name } } } }'

/** Whether a request or an answer is about a stored document. */
const asks = (document: string) => (of: URL | Response) =>
  (of instanceof URL ? of.href : of.url()).includes(document.split(':')[1]!)

describeWith(CHROMIUM)('featuring a comment where it is read, in Chromium', { timeout: 60_000 }, () => {
  let stream: TestStream
  let browser: Browser
  beforeAll(async () => {
    const client = [
      new URL('..', import.meta.url),
      new URL('../../platform-plugin-moderation-actions', import.meta.url),
    ]
    stream = await createTestStream({ client, plugins: [featured] })
    browser = await chromium.launch({ executablePath: CHROMIUM.file, args: CHROMIUM_ARGS })
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    await stream?.[Symbol.asyncDispose]()
  })

  /** Opens a discussion, for a reader, or for a user who is signed in, and waits until the page is followed. */
  async function open(address: string, token?: string): Promise<Page> {
    const context = await browser.newContext()
    if (token) await context.addCookies([{ name: 'authorization', value: token, url: new URL(address).origin }])
    const page = await context.newPage()
    const followed = page.waitForEvent('websocket').then(socket => socket.waitForEvent('framereceived'))
    await page.goto(address)
    await followed
    return page
  }

  test('shows the badge and the tab on all open pages at once, and takes them away again; other users have no entry', async () => {
    const { platform } = stream
    const asset = await platform.createAsset()
    await platform.createComment({ asset, body: 'well said' })
    const address = await stream.address(asset)
    const moderator = await open(address, (await platform.createUser({ roles: ['MODERATOR'] })).token)
    const reader = await open(address)
    const menu = moderator.locator('.moderation-menu')
    const badge = (page: Page) => page.locator('.badge.featured')
    const tabs = (page: Page) => page.locator('.tabs a').allTextContents()
    await menu.locator('summary').click()
    await menu.getByRole('button', { name: 'Feature' }).click()
    for (const page of [moderator, reader]) {
      await badge(page).waitFor()
      // The page of the moderator also hears of the decision that it has counted already.
      await expect.poll(() => tabs(page)).toEqual(['Featured 1', 'All 1'])
    }
    await menu.locator('summary').click()
    await menu.getByRole('button', { name: 'No longer feature' }).click()
    for (const page of [moderator, reader]) {
      await badge(page).waitFor({ state: 'detached' })
      await expect.poll(() => tabs(page)).toEqual(['All 1'])
    }
    expect(await reader.locator('.moderation-menu').count()).toBe(0)
    expect(await stream.html(asset)).not.toContain('badge featured')
  })

  test('stays as a moderator has chosen when an answer comes that the page had asked for before', async () => {
    const { platform } = stream
    const user = await platform.createUser({ roles: ['MODERATOR'] })
    const asset = await platform.createAsset()
    const { id } = await platform.createComment({ asset, body: 'well said' })
    const { id: other } = await platform.createComment({ asset, body: 'said first' })
    const context = await browser.newContext()
    const address = await stream.address(asset)
    await context.addCookies([{ name: 'authorization', value: user.token, url: new URL(address).origin }])
    const page = await context.newPage()
    // What happens while a page reads makes it read its comments again, if it does not do so now.
    await page.route(asks(documents.NewerComments), async route => {
      await platform.as(user).graphql(FEATURE, { id: other })
      await route.continue()
    })
    const [asked, chosen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(
      asks(documents.ShownComments),
      async route => {
        const response = await route.fetch()
        asked.resolve()
        await chosen.promise
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    await page.goto(address)
    await asked.promise
    const comment = page.locator(`#c-${id}`)
    await comment.locator('.moderation-menu summary').click()
    await comment.getByRole('button', { name: 'Feature' }).click()
    const tags = async () => (await platform.graphql(TAGS, { id })).data
    await expect.poll(tags).toEqual({ comment: { tags: [{ tag: { name: 'FEATURED' } }] } })
    const read = page.waitForResponse(asks(documents.NewerComments))
    chosen.resolve()
    await read
    expect(await comment.locator('.badge.featured').count()).toBe(1)
    await context.close()
  })
})
