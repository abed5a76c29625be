import { createTestStream, type TestStream } from '@platform/plugin-testing'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHROMIUM, CHROMIUM_ARGS } from '../../../apps/server/test/pages/chromium.ts'
import { describeWith } from '../../../test/needs.ts'

const FLAG = `mutation ($id: ID!, $reason: FLAG_REASON!, $message: String) {
  createFlag(flag: { item_id: $id, item_type: COMMENTS, reason: $reason, message: $message }) { errors { message } }
}`

describeWith(CHROMIUM)('the reports about a comment in the admin panel, in Chromium', { timeout: 60_000 }, () => {
  let stream: TestStream
  let browser: Browser
  beforeAll(async () => {
    stream = await createTestStream({ client: [new URL('..', import.meta.url)] })
    browser = await chromium.launch({ executablePath: CHROMIUM.file, args: CHROMIUM_ARGS })
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    await stream?.[Symbol.asyncDispose]()
  })

  test('say how often for which reason, and on demand by whom and in which words', async () => {
    const { platform } = stream
    await platform.services.settings.update({ wordlist: { suspect: ['canal'], banned: [] } })
    const asset = await platform.createAsset()
    const author = await platform.createUser()
    const post = 'mutation ($input: CreateCommentInput!) { createComment(input: $input) { comment { id } } }'
    const { data } = await platform
      .as(author)
      .graphql<{ createComment: { comment: { id: string } } }>(post, { input: { asset_id: asset.id, body: 'A canal' } })
    const { id } = data!.createComment.comment
    await platform.createComment({ asset, body: 'Nobody minds' })
    for (const [username, reason, message] of [
      ['Reader_1', 'COMMENT_SPAM', 'It sells boats.'],
      ['Reader_2', 'COMMENT_SPAM', null],
      ['Reader_3', 'COMMENT_OFFENSIVE', null],
    ]) {
      const reader = platform.as(await platform.createUser({ username: username! }))
      expect((await reader.graphql(FLAG, { id, reason, message })).data).toEqual({ createFlag: { errors: null } })
    }
    const { token } = await platform.createUser({ roles: ['MODERATOR'] })
    const { origin } = new URL(await stream.address(asset))
    const context = await browser.newContext()
    await context.addCookies([{ name: 'authorization', value: token, url: origin }])
    const page = await context.newPage()
    await page.goto(`${origin}/admin/moderate/all/${asset.id}`)
    const card = page.locator('article.card', { hasText: 'A canal' })
    const details = card.locator('.flag-details')
    expect(await details.getByRole('heading').textContent()).toBe('Reasons of reports: 3')
    expect(await details.locator('li').allTextContents()).toEqual(
      expect.arrayContaining(['Suspect word', 'Spam (2)', 'Offensive (1)']),
    )
    expect(await details.getByText('Reader_1').count()).toBe(0)
    await card.getByRole('button', { name: 'Details' }).click()
    await expect
      .poll(async () => (await details.locator('dt').allTextContents()).toSorted())
      .toEqual(['Offensive', 'Spam'])
    expect(await details.locator('dd', { hasText: 'Reader_1' }).locator('q').textContent()).toBe('It sells boats.')
    await details.getByRole('button', { name: 'Reader_3' }).click()
    await page.getByRole('dialog').getByText('Reader_3').first().waitFor()
    expect(await page.locator('article.card', { hasText: 'Nobody minds' }).locator('.flag-details').count()).toBe(0)

    const { docstore, revisions } = platform.services
    const now = new Date()
    await docstore.collection('actions').insertMany(
      Array.from({ length: 60 }, (_, n) => ({
        ...{ id: `flag ${n}`, item_id: id, item_type: 'COMMENTS', action_type: 'FLAG', group_id: 'COMMENT_SPAM' },
        ...{ user_id: `somebody ${n}`, metadata: {}, created_at: now, updated_at: now },
      })),
    )
    const more = { 'action_counts.flag': 60, 'action_counts.flag_comment_spam': 60 }
    await docstore.collection('comments').updateOne({ id }, { $inc: more })
    revisions.bumpAll()
    await page.reload()
    await details.getByText('These are the newest 51 of 64 reports.').waitFor()
    await card.getByText('The newest 51 of 64 reports are here').waitFor()
  })
})
