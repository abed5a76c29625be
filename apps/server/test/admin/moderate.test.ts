import type { TestUser } from '@platform/plugin-testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { menuOf, openDesk } from './desk.ts'

const PICKED = {
  name: 'PICKED',
  permissions: { public: true, self: false, roles: ['ADMIN' as const, 'MODERATOR' as const] },
  models: ['COMMENTS' as const],
  created_at: new Date(0),
}
const DECIDE =
  'mutation ($id: ID!, $status: COMMENT_STATUS!) { setCommentStatus(id: $id, status: $status) { errors { message } } }'
const EDIT = `mutation ($id: ID!, $asset: ID!, $body: String!) {
  editComment(id: $id, asset_id: $asset, edit: { body: $body }) { errors { message } }
}`

describeWith(CHROMIUM)('the moderation screen, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let moderator: TestUser
  beforeAll(async () => {
    visited = await startVisited({ plugins: [{ tags: [PICKED] }] })
    await visited.platform.services.settings.update({ moderation: 'PRE' })
  })
  beforeEach(async () => {
    moderator = await visited.platform.createUser({ roles: ['MODERATOR'] })
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  async function write(...bodies: string[]) {
    const asset = await visited.platform.createAsset()
    const author = await visited.platform.createUser()
    const comments = []
    for (const body of bodies) comments.push(await visited.platform.createComment({ asset, author, body }))
    return { asset, author, comments }
  }
  const statusOf = async (id: string) => {
    const { data } = await visited.platform
      .as(moderator)
      .graphql<{ comment: { status: string } }>('query ($id: ID!) { comment(id: $id) { status } }', { id })
    return data!.comment.status
  }

  test('opens with what waits, and a moderator approves and rejects it by keys', async () => {
    const { asset, comments } = await write('The first', 'The second', 'The third')
    await using desk = await openDesk(visited, moderator, `/admin/moderate/${asset.id}`)
    await desk.card('The third').waitFor()
    expect(await desk.bodies()).toEqual(['The third', 'The second', 'The first'])
    await desk.page.keyboard.press('j')
    await desk.page.keyboard.press('d')
    await expect.poll(() => statusOf(comments[2]!.id)).toBe('ACCEPTED')
    await desk.page.keyboard.press('f')
    await expect.poll(() => statusOf(comments[1]!.id)).toBe('REJECTED')
    expect(await desk.bodies()).toEqual(['The first'])
    await desk.page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => statusOf(comments[1]!.id)).toBe('PREMOD')
    await expect.poll(() => desk.bodies()).toEqual(['The second', 'The first'])
    expect(visited.complaints).toEqual([])
  })

  test('keys that follow each other before the screen is drawn again are each about the next comment', async () => {
    const { asset, comments } = await write('One', 'Two', 'Three', 'Four', 'Five')
    await using desk = await openDesk(visited, moderator, `/admin/moderate/${asset.id}`)
    await desk.card('Five').waitFor()
    // The view listens to keys once it is drawn.
    await expect
      .poll(async () => {
        await desk.page.keyboard.press('k')
        return desk.page.locator('article.card[aria-current]').count()
      })
      .toBe(1)
    await desk.page.evaluate(async () => {
      for (const key of ['d', 'f', 'j', 'd']) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
        // The state of the view changes, and no frame is drawn.
        for (let turn = 0; turn < 20; turn++) await Promise.resolve()
      }
    })
    await expect.poll(() => desk.bodies()).toEqual(['Three', 'One'])
    const decided = () => Promise.all(comments.map(({ id }) => statusOf(id)))
    await expect.poll(decided).toEqual(['PREMOD', 'ACCEPTED', 'PREMOD', 'REJECTED', 'ACCEPTED'])
  })

  test('a click decides, and what a colleague decides stays where it is, marked, until the queue is left', async () => {
    const { asset, comments } = await write('Mine', 'Theirs', 'Nobody’s')
    await using desk = await openDesk(visited, moderator, `/admin/moderate/premod/${asset.id}`)
    await desk.card('Theirs').waitFor()
    const colleague = await visited.platform.createUser({ roles: ['MODERATOR'], username: 'Colleague_1' })
    await visited.platform.as(colleague).graphql(DECIDE, { id: comments[1]!.id, status: 'REJECTED' })
    await desk.card('Theirs').getByText('Rejected by Colleague_1').waitFor()
    await desk.card('Mine').getByRole('button', { name: 'Approve' }).click()
    await expect.poll(() => statusOf(comments[0]!.id)).toBe('ACCEPTED')
    expect(await desk.bodies()).toEqual(['Nobody’s', 'Theirs'])
    await expect.poll(() => desk.page.locator('.queues a', { hasText: 'Waiting' }).textContent()).toBe('Waiting1')
    await desk.page.locator('.queues a', { hasText: 'Rejected' }).click()
    await expect.poll(() => desk.bodies()).toEqual(['Theirs'])
    await desk.page.goBack()
    await expect.poll(() => desk.bodies()).toEqual(['Nobody’s'])
    expect(visited.complaints).toEqual([])
  })

  test('a comment comes back to the queue when its author changes the text that a moderator has approved', async () => {
    const { asset, author, comments } = await write('A harmless text')
    const { id } = comments[0]!
    await using desk = await openDesk(visited, moderator, `/admin/moderate/premod/${asset.id}`)
    await desk.card('A harmless text').getByRole('button', { name: 'Approve' }).click()
    await expect.poll(() => statusOf(id)).toBe('ACCEPTED')
    expect(await desk.bodies()).toEqual([])
    await visited.platform.as(author).graphql(EDIT, { id, asset: asset.id, body: 'Another text' })
    await expect.poll(() => desk.bodies()).toEqual(['Another text'])
  })

  test('a decision about a comment that a colleague has decided about meanwhile is not made, and says who did what', async () => {
    const { asset, comments } = await write('Disputed')
    const [{ id } = { id: '' }] = comments
    // What is heard of the other decision comes too late.
    await using desk = await openDesk(visited, moderator, `/admin/moderate/all/${asset.id}`, { isDeaf: true })
    await desk.card('Disputed').waitFor()
    const colleague = await visited.platform.createUser({ roles: ['MODERATOR'], username: 'Colleague_2' })
    await visited.platform.as(colleague).graphql(DECIDE, { id, status: 'REJECTED' })
    await desk.card('Disputed').getByRole('button', { name: 'Approve' }).click()
    await desk.page
      .getByRole('status')
      .getByText(/^Rejected by Colleague_2 now, so your decision was not made/)
      .waitFor()
    await desk.card('Disputed').getByRole('button', { name: 'Rejected' }).waitFor()
    expect(await statusOf(id)).toBe('REJECTED')
  })

  test('an undo after a colleague has decided takes nothing back, and says who decided', async () => {
    const { asset, comments } = await write('Undone too late')
    const [{ id } = { id: '' }] = comments
    await using desk = await openDesk(visited, moderator, `/admin/moderate/premod/${asset.id}`, { isDeaf: true })
    await desk.card('Undone too late').getByRole('button', { name: 'Reject', exact: true }).click()
    await expect.poll(() => statusOf(id)).toBe('REJECTED')
    const colleague = await visited.platform.createUser({ roles: ['MODERATOR'], username: 'Colleague_3' })
    await visited.platform.as(colleague).graphql(DECIDE, { id, status: 'ACCEPTED' })
    await desk.page.getByRole('button', { name: 'Undo' }).click()
    await desk.page
      .getByRole('status')
      .getByText(/^Approved by Colleague_3 now, so nothing was taken back/)
      .waitFor()
    expect(await statusOf(id)).toBe('ACCEPTED')
  })

  test('the counts of all queues are read together, at most once a second', async () => {
    const { asset, author } = await write('Counted')
    await using desk = await openDesk(visited, moderator, '/admin/stories')
    const asked: number[] = []
    desk.page.on('request', request => {
      if (/"queries"/.test(request.postData() ?? request.url())) asked.push(performance.now())
    })
    await desk.page.goto(`${visited.root}/admin/moderate/premod/${asset.id}`)
    const waiting = desk.page.locator('.queues a', { hasText: 'Waiting' }).locator('.count')
    await expect.poll(() => waiting.textContent()).toBe('1')
    expect(asked).toHaveLength(1)
    for (let i = 0; i < 5; i++) await visited.platform.createComment({ asset, author, body: `Also counted ${i}` })
    await expect.poll(() => waiting.textContent()).toBe('6')
    for (const [i, at] of asked.slice(2).entries()) expect(at - asked[i + 1]!).toBeGreaterThan(900)
  })

  test('the queues of several discussions are shown together, which are chosen and left out one by one', async () => {
    const one = await write('In the first')
    const other = {
      asset: await visited.platform.createAsset({ url: 'http://localhost/xylophone' }),
      author: await visited.platform.createUser(),
    }
    await visited.platform.createComment({ ...other, body: 'In the second' })
    await write('In a third')
    await using desk = await openDesk(visited, moderator, `/admin/moderate/premod/${one.asset.id}`)
    await desk.card('In the first').waitFor()
    await desk.page.keyboard.press('Control+f')
    const dialog = desk.page.getByRole('dialog')
    await dialog.getByLabel('Words of its title or address').fill('xylophone')
    await dialog.getByRole('button', { name: /^Add .*xylophone/ }).click()
    await desk.page.keyboard.press('Escape')
    await expect.poll(() => desk.bodies()).toEqual(['In the second', 'In the first'])
    expect(new URL(desk.page.url()).search).toBe(`?asset=${other.asset.id}`)
    await expect
      .poll(() => desk.page.locator('.queues a', { hasText: 'Waiting' }).locator('.count').textContent())
      .toBe('2')
    await visited.platform.createComment({ asset: other.asset, author: other.author, body: 'Just come there' })
    await desk.page.getByRole('button', { name: 'Show 1 new comment' }).click()
    await expect.poll(() => desk.bodies()).toEqual(['Just come there', 'In the second', 'In the first'])
    // The address is enough to come back to it.
    await desk.page.reload()
    await expect.poll(() => desk.bodies()).toEqual(['Just come there', 'In the second', 'In the first'])
    await desk.page
      .getByRole('link', { name: /^Leave out/ })
      .first()
      .click()
    await expect.poll(async () => (await desk.bodies()).length).toBeLessThan(3)
    expect(visited.complaints).toEqual([])
  })

  test('comments of a queue are found by words and by their author, and the search stays from queue to queue', async () => {
    const { asset, author, comments } = await write('A wooden bridge', 'A stone bridge', 'A road')
    await visited.platform.createComment({
      asset,
      author: await visited.platform.createUser(),
      body: 'Another bridge',
    })
    await using desk = await openDesk(visited, moderator, `/admin/moderate/premod/${asset.id}`)
    const { page } = desk
    await desk.card('A road').waitFor()
    await page.keyboard.press('/')
    await page.getByLabel('Words in the comments').fill('BRIDGE')
    await page.keyboard.press('Enter')
    await expect.poll(() => desk.bodies()).toEqual(['Another bridge', 'A stone bridge', 'A wooden bridge'])
    await page.getByLabel('Name of the author').fill(author.user.username)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect.poll(() => desk.bodies()).toEqual(['A stone bridge', 'A wooden bridge'])
    await desk.card('A stone bridge').getByRole('button', { name: 'Reject', exact: true }).click()
    await expect.poll(() => statusOf(comments[1]!.id)).toBe('REJECTED')
    await page.locator('.queues a', { hasText: 'Rejected' }).click()
    await expect.poll(() => desk.bodies()).toEqual(['A stone bridge'])
    await page.reload()
    await expect.poll(() => desk.bodies()).toEqual(['A stone bridge'])
    await page.getByLabel('Name of the author').fill('nobody_at_all')
    await page.keyboard.press('Enter')
    await page.getByText('Nobody is called nobody_at_all.').waitFor()
    await page.getByRole('button', { name: 'End the search' }).click()
    await page.locator('.queues a', { hasText: 'Waiting' }).click()
    await expect.poll(() => desk.bodies()).toEqual(['Another bridge', 'A road', 'A wooden bridge'])
    expect(visited.complaints).toEqual([])
  })

  test('the queues stand in several lines where one is too short', async () => {
    await using desk = await openDesk(visited, moderator, '/admin/moderate', { viewport: { width: 700, height: 700 } })
    const queues = desk.page.locator('.queues')
    await queues.locator('.count').first().waitFor()
    expect(await queues.evaluate(row => row.scrollWidth - row.clientWidth)).toBe(0)
    expect(await queues.locator('a').last().isVisible()).toBe(true)
  })

  test('a comment that waits says by which rule, in words of the panel', async () => {
    const { asset } = await write('Held by a setting')
    await using desk = await openDesk(visited, moderator, `/admin/moderate/premod/${asset.id}`)
    const card = desk.card('Held by a setting')
    await card.getByText('Decided by the rule “Every comment waits for a moderator”').waitFor()
    await card.getByRole('button', { name: 'Details' }).click()
    await expect
      .poll(() => card.locator('.history').textContent())
      .toContain('rule “Every comment waits for a moderator”')
  })

  test('a dot says that something has come into a queue at which the moderator does not look', async () => {
    const { asset, author } = await write('Looked at')
    const dots = (page: Page) => page.locator('.panel-header nav .dot')
    await using elsewhere = await openDesk(visited, moderator, '/admin/stories')
    await using looking = await openDesk(visited, moderator, '/admin/moderate/premod')
    await looking.card('Looked at').waitFor()
    await visited.platform.createComment({ asset, author, body: 'Waits, too' })
    await dots(elsewhere.page).waitFor()
    await looking.page.getByRole('button', { name: /Show \d+ new comment/ }).waitFor()
    expect(await dots(looking.page).count()).toBe(0)
    await elsewhere.page.getByRole('link', { name: /^Moderation/ }).click()
    await elsewhere.page.locator('.queues').waitFor()
    await dots(elsewhere.page).waitFor({ state: 'detached' })
  })

  test('new comments wait above until they are asked for, and nothing that is read moves', async () => {
    const { asset, author } = await write('Read now')
    await using desk = await openDesk(visited, moderator, `/admin/moderate/premod/${asset.id}`)
    await desk.card('Read now').waitFor()
    await visited.platform.createComment({ asset, author, body: 'Just come' })
    await desk.page.getByRole('button', { name: 'Show 1 new comment' }).click()
    await expect.poll(() => desk.bodies()).toEqual(['Just come', 'Read now'])
    await desk.page.getByLabel('Order').selectOption('ASC')
    await expect.poll(() => desk.bodies()).toEqual(['Read now', 'Just come'])
    await visited.platform.createComment({ asset, author, body: 'The last' })
    // Behind the last one it moves nothing.
    await expect.poll(() => desk.bodies()).toEqual(['Read now', 'Just come', 'The last'])
  })

  test('a comment is rejected with a reason that its author reads', async () => {
    const { asset, comments } = await write('Off the point')
    await using desk = await openDesk(visited, moderator, `/admin/moderate/premod/${asset.id}`)
    await menuOf(desk.card('Off the point'), 'Reject with a reason …')
    const dialog = desk.page.getByRole('dialog')
    await dialog.getByLabel('Or in your own words').fill('This is about bridges.')
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
    const READ = 'query ($id: ID!) { comment(id: $id) { status rejection_reason } }'
    await expect
      .poll(async () => (await visited.platform.as(moderator).graphql(READ, { id: comments[0]!.id })).data)
      .toEqual({ comment: { status: 'REJECTED', rejection_reason: 'This is about bridges.' } })
  })

  test('all comments that are selected are decided about together', async () => {
    const { asset, comments } = await write('One', 'Two', 'Three')
    await using desk = await openDesk(visited, moderator, `/admin/moderate/premod/${asset.id}`)
    for (const text of ['One', 'Three']) await desk.card(text).getByRole('checkbox').check()
    await desk.page.getByRole('button', { name: 'Approve them' }).click()
    await desk.page.getByText('2 comments are approved.').waitFor()
    expect(await Promise.all(comments.map(({ id }) => statusOf(id)))).toEqual(['ACCEPTED', 'PREMOD', 'ACCEPTED'])
    expect(await desk.bodies()).toEqual(['Two'])
    // A colleague decides about one of them, which stays so.
    const colleague = await visited.platform.createUser({ roles: ['MODERATOR'] })
    await visited.platform.services.comments.setStatus(colleague.user, comments[0]!.id, 'REJECTED')
    await desk.page.getByRole('button', { name: 'Undo' }).click()
    await desk.page.getByText('1 decision was taken back; about the others somebody else has decided').waitFor()
    expect(await Promise.all(comments.map(({ id }) => statusOf(id)))).toEqual(['REJECTED', 'PREMOD', 'PREMOD'])
  })

  test('all comments of a queue are selected by one click, and a row of them by Shift', async () => {
    const { asset, comments } = await write('One', 'Two', 'Three', 'Four', 'Five')
    await using desk = await openDesk(visited, moderator, `/admin/moderate/premod/${asset.id}`)
    const { page } = desk
    const all = page.getByRole('checkbox', { name: 'Select all' })
    await all.check()
    await page.getByText('5 selected').waitFor()
    await desk.card('Three').getByRole('checkbox').uncheck()
    await page.getByText('4 selected').waitFor()
    expect(await all.evaluate(box => (box as HTMLInputElement).indeterminate)).toBe(true)
    await page.getByRole('button', { name: 'Select all' }).click()
    await page.getByText('5 selected').waitFor()
    await all.uncheck()
    await page.getByText('5 selected').waitFor({ state: 'detached' })
    await desk.card('Two').getByRole('checkbox').check()
    await desk
      .card('Four')
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
    await page.getByText('3 selected').waitFor()
    await page.getByRole('button', { name: 'Reject them' }).click()
    await page.getByText('3 comments are rejected.').waitFor()
    expect(await desk.bodies()).toEqual(['Five', 'One'])
    expect(await statusOf(comments[2]!.id)).toBe('REJECTED')
    expect(visited.complaints).toEqual([])
  })

  test('the last decision is taken back by a key', async () => {
    const { asset, comments } = await write('Another one', 'Decided in haste')
    await using desk = await openDesk(visited, moderator, `/admin/moderate/premod/${asset.id}`)
    await desk.card('Decided in haste').waitFor()
    for (const key of ['j', 'f']) await desk.page.keyboard.press(key)
    await desk.page.getByText('The comment is rejected.').waitFor()
    await desk.page.keyboard.press('u')
    await desk.page.getByText('The decision was taken back.').waitFor()
    expect(await statusOf(comments[1]!.id)).toBe('PREMOD')
    expect(await desk.bodies()).toEqual(['Decided in haste', 'Another one'])
  })

  test('at most a hundred comments are selected, and decided about together', async () => {
    const { asset, author } = await write()
    for (let i = 0; i < 101; i++) await visited.platform.createComment({ asset, author, body: `Number ${i}` })
    await using desk = await openDesk(visited, moderator, `/admin/moderate/premod/${asset.id}`)
    const { page } = desk
    const seen = new Set<string>()
    const box = () => page.locator('article.card input[type=checkbox]:not(:checked)')
    await box().first().waitFor()
    await page.keyboard.press('j')
    for (let i = 0; i < 101; i++) {
      const card = page.locator('article.card[aria-current=true]')
      await card.locator('input[type=checkbox]').click()
      seen.add((await card.locator('.text').textContent()) ?? '')
      await page.keyboard.press('j')
      await expect
        .poll(async () => i === 100 || !seen.has((await card.locator('.text').textContent()) ?? ''))
        .toBe(true)
    }
    await page.getByText('100 selected, no more at once').waitFor()
    await page.getByRole('button', { name: 'Approve them' }).click()
    await page.getByRole('status').getByText(/^100 /).waitFor()
    await expect.poll(() => desk.bodies()).toEqual(['Number 0'])
  })

  test('a comment gets and loses the tags that moderators may put on it', async () => {
    const { asset, comments } = await write('To be tagged')
    await using desk = await openDesk(visited, moderator, `/admin/moderate/premod/${asset.id}`)
    const tagsOf = async () => {
      const { data } = await visited.platform
        .as(moderator)
        .graphql<{ comment: { tags: { tag: { name: string } }[] } }>(
          'query ($id: ID!) { comment(id: $id) { tags { tag { name } } } }',
          { id: comments[0]!.id },
        )
      return data!.comment.tags.map(({ tag }) => tag.name)
    }
    const card = desk.card('To be tagged')
    await menuOf(card, 'Add the tag PICKED')
    await card.locator('.label.tag', { hasText: 'PICKED' }).waitFor()
    expect(await tagsOf()).toContain('PICKED')
    await menuOf(card, 'Remove the tag PICKED')
    await card.locator('.label.tag', { hasText: 'PICKED' }).waitFor({ state: 'detached' })
    expect(await tagsOf()).not.toContain('PICKED')
  })

  test('a comment is read in its conversation', async () => {
    const { asset, author, comments } = await write('The question')
    await visited.platform.services.comments.setStatus(moderator.user, comments[0]!.id, 'ACCEPTED')
    await visited.platform.createComment({ asset, author, body: 'The answer', parent: comments[0]! })
    await using desk = await openDesk(visited, moderator, `/admin/moderate/premod/${asset.id}`)
    await desk.card('The answer').getByRole('button', { name: 'Conversation' }).click()
    const said = desk.page.getByRole('dialog').locator('.said')
    await expect.poll(() => said.locator('.text').allTextContents()).toEqual(['The question', 'The answer'])
    expect(await said.nth(1).getAttribute('aria-current')).toBe('true')
  })

  test('keys are listed, changed and switched off, and go from queue to queue and to one comment by itself', async () => {
    const { asset, comments } = await write('First', 'Second')
    await using desk = await openDesk(visited, moderator, `/admin/moderate/premod/${asset.id}`)
    const { page } = desk
    await desk.card('Second').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('z')
    await expect.poll(() => desk.bodies()).toEqual(['Second'])
    await page.keyboard.press('j')
    await expect.poll(() => desk.bodies()).toEqual(['First'])
    await page.keyboard.press('Escape')
    await expect.poll(() => desk.bodies()).toEqual(['Second', 'First'])
    await page.keyboard.press('t')
    await page.locator('.queues a[aria-current]', { hasText: 'Reported' }).waitFor()
    await page.keyboard.press('1')
    await page.locator('.queues a[aria-current]', { hasText: 'Waiting' }).waitFor()
    await page.keyboard.press('Control+f')
    await page.getByRole('dialog', { name: 'Find a discussion' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard' })
    await dialog.getByRole('button', { name: 'Change the key d of: Approve' }).click()
    await page.keyboard.press('x')
    await dialog.getByRole('button', { name: 'Change the key x of: Approve' }).waitFor()
    await page.keyboard.press('Escape')
    await desk.card('Second').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('d')
    await page.keyboard.press('x')
    await expect.poll(() => statusOf(comments[1]!.id)).toBe('ACCEPTED')
    expect(await statusOf(comments[0]!.id)).toBe('PREMOD')
    await page.keyboard.press('?')
    await dialog.getByRole('checkbox').uncheck()
    await page.keyboard.press('Escape')
    await page.reload()
    await desk.card('First').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    expect(await page.locator('article[aria-current]').count()).toBe(0)
    expect(await statusOf(comments[0]!.id)).toBe('PREMOD')
  })

  test('signing out ends the session in every tab', async () => {
    await using desk = await openDesk(visited, moderator)
    const other = await desk.page.context().newPage()
    await other.goto(`${visited.root}/admin/moderate/all`)
    await other.locator('.panel-header').waitFor()
    await desk.page.locator('.account-menu > summary').click()
    await desk.page.getByRole('button', { name: 'Sign out', exact: true }).click()
    for (const page of [desk.page, other]) await page.waitForURL(/\/sign-in\?next=/)
    expect(new URL(other.url()).searchParams.get('next')).toBe('/admin/moderate/all')
  })
})
