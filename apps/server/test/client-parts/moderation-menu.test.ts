import type { Tag } from '@platform/plugin-sdk'
import type { TestUser } from '@platform/plugin-testing'
import { loadStreamBuild, withParts } from '@platform/stream'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { mailsTo } from '../accounts/letters.ts'
import { refusals } from '../moderation/operations.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { startBlog } from '../stream/blog.ts'
import { openAsWriter, openFollowing, signInBy } from '../stream/writer.ts'

const PART = 'platform-plugin-moderation-actions'
const tags: Tag[] = [
  { name: 'PICKED', permissions: { roles: ['MODERATOR'] }, models: ['COMMENTS'], created_at: new Date(0) },
]
const READ = `query ($id: ID!) { comment(id: $id) {
  status rejection_reason tags { tag { name } } moderation { author { banned suspendedUntil alwaysPremod } }
} }`

describeWith(CHROMIUM)('what the menu of moderators has, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  beforeAll(async () => {
    visited = await startVisited({ plugins: [{ tags }], streamBuild: withParts(await loadStreamBuild(), [PART]) })
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  async function makeThread(authorRole: 'COMMENTER' | 'STAFF' | 'MODERATOR' = 'COMMENTER') {
    const { platform } = visited
    const asset = await platform.createAsset()
    const author = await platform.createUser({ roles: [authorRole] })
    const comment = await platform.createComment({ asset, author, body: 'rude words' })
    const moderator = await platform.createUser({ roles: ['MODERATOR'] })
    return { asset, author, comment, moderator, platform, name: author.user.username }
  }
  const menuIn = (page: Page) => page.locator('.moderation-menu').first()
  const entries = async (page: Page) =>
    (await menuIn(page).locator('.menu-entry').allTextContents()).map(text => text.trim())
  async function open(page: Page) {
    await menuIn(page).locator('summary').first().click()
    await menuIn(page).getByRole('button', { name: 'Reject', exact: true }).waitFor()
  }
  async function stored(moderator: TestUser, id: string): Promise<Record<string, any>> {
    const { data } = await visited.platform.as(moderator).graphql<{ comment: object }>(READ, { id })
    return data!.comment
  }

  test('rejects with a given reason, and with words of the moderator’s own', async () => {
    for (const [choose, reason] of [
      [
        (page: Page) => menuIn(page).getByLabel('Your comment advertises something.').check(),
        'Your comment advertises something.',
      ],
      [(page: Page) => menuIn(page).getByLabel('Or in your own words').fill('Please be kind.'), 'Please be kind.'],
    ] as const) {
      const { asset, comment, moderator } = await makeThread()
      await using desk = await openAsWriter(visited, asset, moderator)
      await open(desk.page)
      await menuIn(desk.page).getByText('Reject with a reason …').click()
      await choose(desk.page)
      await menuIn(desk.page).locator('.menu-more[open] button').click()
      await desk.page.locator('.tombstone').waitFor()
      expect(await stored(moderator, comment.id)).toMatchObject({ status: 'REJECTED', rejection_reason: reason })
    }
  })

  test('offers the reasons and begins with the mails of the site, where it has them', async () => {
    const { settings } = visited.platform.services
    await settings.update({ rejectionReasons: ['Please write in English.'], banMessage: 'We have warned you twice.' })
    const { asset, comment, moderator } = await makeThread()
    await using desk = await openAsWriter(visited, asset, moderator)
    await menuIn(desk.page).locator('summary').first().click()
    await menuIn(desk.page).locator('.menu-more > summary', { hasText: /^Ban/ }).click()
    const mail = (kind: RegExp) =>
      menuIn(desk.page).locator('.menu-more', { hasText: kind }).locator('textarea').inputValue()
    expect([await mail(/^Ban/), await mail(/^Suspend/)]).toEqual([
      'We have warned you twice.',
      expect.stringMatching(/^You cannot comment for some time/),
    ])
    await menuIn(desk.page).getByText('Reject with a reason …').click()
    expect(await menuIn(desk.page).getByRole('radio').count()).toBe(1)
    await menuIn(desk.page).locator('.menu-more[open] form', { hasText: 'English' }).getByRole('button').click()
    await expect
      .poll(async () =>
        (await visited.platform.services.commentsReader.findByIds([comment.id]))[0]!.status_history.at(-1),
      )
      .toMatchObject({ type: 'REJECTED', author_reason: 'Please write in English.' })
    await settings.update({ rejectionReasons: null, banMessage: null })
  })

  test('has the texts of the site in a frame of another site, whose page is that of all readers', async () => {
    await using blog = await startBlog()
    const { platform, root } = visited
    await platform.services.settings.update({
      domains: { whitelist: ['localhost', '127.0.0.1'] },
      rejectionReasons: ['No links.'],
      banMessage: 'You were warned.',
    })
    const moderator = await platform.createUser({ roles: ['MODERATOR'] })
    const address = blog.put(
      '/moderated',
      `<!doctype html><title>Post</title><div id="comments"></div>
       <script async src="${root}/embed.js" data-element="comments" data-auth-token="${moderator.token}"></script>`,
    )
    await platform.createComment({ asset: await platform.createAsset({ url: address }), body: 'rude words' })
    const page = await visited.open(address)
    const menu = page.frameLocator('#comments iframe').locator('.moderation-menu').first()
    await menu.locator('summary').first().click()
    await menu.locator('.menu-more > summary', { hasText: /^Ban/ }).click()
    const mail = menu.locator('.menu-more', { hasText: /^Ban/ }).locator('textarea')
    await expect.poll(() => mail.inputValue()).toBe('You were warned.')
    await menu.getByText('Reject with a reason …').click()
    await menu.getByLabel('No links.').waitFor()
    await platform.services.settings.update({ rejectionReasons: null, banMessage: null })
    await page.context().close()
  })

  test('offers nothing about an author whom the caller may not decide about', async () => {
    const { asset, moderator, name } = await makeThread('MODERATOR')
    await using desk = await openAsWriter(visited, asset, moderator)
    await open(desk.page)
    expect((await entries(desk.page)).filter(entry => entry.includes(name))).toEqual([])
    await using admin = await openAsWriter(visited, asset, await visited.platform.createUser({ roles: ['ADMIN'] }))
    await open(admin.page)
    await expect.poll(() => entries(admin.page)).toContain(`Ban ${name} …`)
  })

  test('offers to lift what holds for the author already, and shows at once that it was lifted', async () => {
    const { asset, author, comment, moderator, platform, name } = await makeThread('STAFF')
    await refusals(platform.as(moderator), 'banUser(input: { id: $id, message: "" })', { id: author.user.id })
    await using desk = await openAsWriter(visited, asset, moderator)
    await open(desk.page)
    await expect.poll(() => entries(desk.page)).toContain(`Lift the ban of ${name}`)
    expect(await entries(desk.page)).not.toContain(`Ban ${name} …`)
    await menuIn(desk.page).getByText(`Lift the ban of ${name}`).click()
    await desk.page.getByText(`${name} can comment again.`).first().waitFor()
    await open(desk.page)
    await menuIn(desk.page).getByText(`Check all comments of ${name} first`).click()
    await desk.page.getByText(`Comments of ${name} now wait for a moderator.`).first().waitFor()
    expect((await stored(moderator, comment.id))['moderation'].author).toEqual({
      banned: false,
      suspendedUntil: null,
      alwaysPremod: true,
    })
    await open(desk.page)
    await expect.poll(() => entries(desk.page)).toContain(`No longer check comments of ${name} first`)
  })

  test('bans an author and leaves the comment, with and without script', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { asset, author, comment, moderator, name, platform } = await makeThread()
      const page = await visited.open('about:blank', { javaScriptEnabled })
      await signInBy(visited, page, moderator)
      await page.goto(`${visited.root}/discussions/${asset.id}/comments/${comment.id}`)
      if (javaScriptEnabled) await page.locator('.stream.alive').waitFor()
      await open(page)
      await menuIn(page).getByText(`Ban ${name} …`).click()
      const form = menuIn(page).locator('.menu-more[open] form')
      await form.getByLabel('Also reject the comment').uncheck()
      await form.locator('textarea').fill('Not here.')
      await form.getByRole('button').click()
      if (javaScriptEnabled) await page.getByText(`${name} is banned.`, { exact: true }).first().waitFor()
      await expect
        .poll(() => stored(moderator, comment.id))
        .toMatchObject({ status: 'NONE', moderation: { author: { banned: true } } })
      platform.clock.advance(10_000)
      const [mail] = await mailsTo(platform, `${author.user.username}@test.example`)
      expect(mail!.text).toContain('Not here.')
      await page.context().close()
    }
  })

  test('takes “Undo” back no decision of a colleague', async () => {
    const { asset, comment, moderator, platform } = await makeThread()
    const page = await visited.open('about:blank', { javaScriptEnabled: false, locale: 'de-DE' })
    await signInBy(visited, page, moderator)
    const colleague = await platform.createUser({ roles: ['ADMIN'] })
    await platform.services.comments.setStatus(moderator.user, comment.id, 'REJECTED')
    await page.goto(`${visited.root}/discussions/${asset.id}/comments/${comment.id}`)
    await platform.services.comments.setStatus(colleague.user, comment.id, 'ACCEPTED')
    await page.getByRole('button', { name: 'Rückgängig' }).click()
    await page.getByText('Jemand anderes hat inzwischen über diesen Kommentar entschieden.').waitFor()
    expect((await stored(moderator, comment.id))['status']).toBe('ACCEPTED')
    await page.context().close()
  })

  test('tells the author at once why, in place of the comment, and nobody else', async () => {
    const { asset, author, comment, moderator, platform } = await makeThread()
    const [own, other] = [await visited.open('about:blank'), await visited.open('about:blank')]
    await signInBy(visited, own, author)
    for (const page of [own, other]) await openFollowing(page, `${visited.root}/discussions/${asset.id}`)
    const reason = '<b>Stay</b> with the subject.'
    const held = await platform.createComment({ asset, author, body: 'it waits', status: 'PREMOD' })
    await own.reload()
    await own.getByText('it waits').waitFor()
    await openFollowing(own)
    for (const { id } of [comment, held])
      await platform.services.comments.setStatus(moderator.user, id, { status: 'REJECTED', reason })
    await expect.poll(() => own.locator('.rejection-reason').count()).toBe(2)
    expect(await own.locator('.rejection-reason').first().textContent()).toBe(`The reason: ${reason}`)
    await other.getByText('This comment was removed.').first().waitFor()
    expect(await other.content()).not.toContain('with the subject')
    for (const page of [own, other]) await page.context().close()
  })

  test('says both when the author is banned and the comment could not be rejected', async () => {
    const { asset, comment, moderator, name } = await makeThread()
    await using desk = await openAsWriter(visited, asset, moderator)
    const { page } = desk
    await open(page)
    await menuIn(page).getByText(`Ban ${name} …`).click()
    await page.route('**/graph/ql', (route, request) =>
      request.postData()?.includes(`${PART}/reject-`) ? route.abort() : route.continue(),
    )
    await menuIn(page).locator('.menu-more[open] button').click()
    await page
      .getByText(new RegExp(`^${name} is banned. The comment could not be rejected: `))
      .first()
      .waitFor()
    expect(await stored(moderator, comment.id)).toMatchObject({
      status: 'NONE',
      moderation: { author: { banned: true } },
    })
  })

  test('puts the tags for moderators on a comment, and takes them off', async () => {
    const { asset, comment, moderator } = await makeThread()
    await using desk = await openAsWriter(visited, asset, moderator)
    const names = async () => (await stored(moderator, comment.id))['tags'].map((link: any) => link.tag.name)
    await open(desk.page)
    await menuIn(desk.page).getByRole('button', { name: 'Add the tag PICKED' }).click()
    await expect.poll(names).toEqual(['PICKED'])
    await open(desk.page)
    await menuIn(desk.page).getByRole('button', { name: 'Remove the tag PICKED' }).click()
    await expect.poll(names).toEqual([])
  })

  test('gives the focus back to its button after Escape and after a click outside', async () => {
    const { asset, moderator } = await makeThread()
    await using desk = await openAsWriter(visited, asset, moderator)
    const focused = () =>
      desk.page.evaluate(() => document.activeElement?.closest('.moderation-menu > summary') !== null)
    for (const close of [() => desk.page.keyboard.press('Escape'), () => desk.page.locator('h2').first().click()]) {
      await open(desk.page)
      await desk.page.keyboard.press('Tab')
      await close()
      await expect.poll(focused).toBe(true)
      expect(await menuIn(desk.page).getAttribute('open')).toBeNull()
    }
    await open(desk.page)
    await desk.composer.click()
    expect(await desk.page.evaluate(() => document.activeElement?.id)).toBe('body')
  })

  test('works without script: on the page of the comment everything is a form', async () => {
    const { asset, author, comment, moderator, name } = await makeThread()
    const page = await visited.open('about:blank', { javaScriptEnabled: false })
    await signInBy(visited, page, moderator)
    await page.goto(`${visited.root}/discussions/${asset.id}`)
    await page.getByRole('link', { name: 'Moderate this comment' }).click()
    await open(page)
    await menuIn(page).getByText('Reject with a reason …').click()
    await menuIn(page).getByLabel('You have written this before.').check()
    await menuIn(page).locator('.menu-more[open] button').click()
    expect(await stored(moderator, comment.id)).toMatchObject({
      status: 'REJECTED',
      rejection_reason: 'You have written this before.',
    })
    await page.goto(`${visited.root}/discussions/${asset.id}/comments/${comment.id}`)
    expect(await page.getByText('rude words').count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    expect((await stored(moderator, comment.id))['status']).toBe('NONE')
    await page.goto(`${visited.root}/discussions/${asset.id}/comments/${comment.id}`)
    await open(page)
    await menuIn(page).getByText(`Suspend ${name} …`).click()
    await menuIn(page).getByLabel('For how long').selectOption({ label: '7 days' })
    await menuIn(page)
      .getByLabel(/^The mail to/)
      .first()
      .fill('Calm down.')
    await menuIn(page).locator('.menu-more[open] button').click()
    const { status, moderation } = await stored(moderator, comment.id)
    expect(status).toBe('REJECTED')
    expect(Date.parse(moderation.author.suspendedUntil)).toBeGreaterThan(Date.now() + 6 * 86_400_000)
    // A reader finds nothing of it.
    const reader = await visited.open('about:blank', { javaScriptEnabled: false })
    await signInBy(visited, reader, author)
    await reader.goto(`${visited.root}/discussions/${asset.id}`)
    expect(await reader.content()).not.toContain('moderation-menu')
  })
})
