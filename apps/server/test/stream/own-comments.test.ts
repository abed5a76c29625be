import type { Action, Asset, Comment } from '@platform/plugin-sdk'
import type { TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openAsWriter } from './writer.ts'

describeWith(CHROMIUM)('what a reader does with comments, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let asset: Asset
  let ada: TestUser
  let bob: TestUser

  beforeAll(async () => {
    visited = await startVisited()
    await visited.platform.services.settings.update({ editCommentWindowLength: 300_000 })
  })
  beforeEach(async () => {
    const { platform } = visited
    asset = await platform.createAsset()
    ada = await platform.createUser()
    bob = await platform.createUser()
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  const focused = (page: import('playwright-core').Page) =>
    page.evaluate(() => document.activeElement?.closest('.comment')?.querySelector('.text, .tombstone')?.textContent)

  test('the own comment is changed in place, within the time that is counted down', async () => {
    await visited.platform.createComment({ asset, author: ada, body: 'Written in a hurry' })
    await using writer = await openAsWriter(visited, asset, ada)
    const { page } = writer
    const edit = page.getByRole('link', { name: /^Edit/ })
    expect(await edit.textContent()).toMatch(/^Edit [45]:\d\d$/)
    await edit.click()
    const field = page.getByRole('textbox', { name: 'Change your comment' })
    expect(await field.inputValue()).toBe('Written in a hurry')
    await expect.poll(() => field.evaluate(element => element === document.activeElement)).toBe(true)
    expect(await page.getByText(/You can change it for another [45]:\d\d/).count()).toBe(1)
    await field.fill('Written with care')
    await field.press('Control+Enter')
    await expect.poll(() => page.locator('.comment .text').textContent()).toBe('Written with care')
    const edited = page.locator('.comment .edited')
    expect(await edited.textContent()).toBe('edited')
    const at = Date.parse((await edited.getAttribute('datetime')) ?? '')
    expect([Date.now() - at < 60_000, await edited.getAttribute('title')]).toEqual([
      true,
      await page.evaluate(
        time => new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short' }).format(time),
        at,
      ),
    ])
    await expect.poll(() => focused(page)).toBe('Written with care')
    await expect.poll(() => page.locator('p.unseen[role=status]').textContent()).toBe('Your comment is changed.')
  })

  test('what a reader has reported is marked on every page of a discussion with many replies', async () => {
    const { platform } = visited
    const oldest = await platform.createComment({ asset, body: 'On the second page' })
    const flag = { item_id: oldest.id, item_type: 'COMMENTS', reason: 'COMMENT_SPAM' }
    await platform
      .as(ada)
      .graphql('mutation ($flag: CreateFlagInput!) { createFlag(flag: $flag) { errors { message } } }', { flag })
    for (let root = 0; root < 20; root++) {
      const parent = await platform.createComment({ asset, body: 'On the first page' })
      for (let reply = 0; reply < 3; reply++) {
        const below = await platform.createComment({ asset, parent, body: 'A reply' })
        for (let deeper = 0; deeper < 2; deeper++)
          await platform.createComment({ asset, parent: below, body: 'An answer to it' })
      }
    }
    await using writer = await openAsWriter(visited, asset, ada)
    await writer.page.getByRole('link', { name: 'More comments' }).click()
    await expect.poll(() => writer.page.locator(`#c-${oldest.id} .reported`).count()).toBe(1)
  })

  test('readers see when a comment was changed, where that says more than its own time', async () => {
    const { platform } = visited
    const { id } = await platform.createComment({ asset, author: ada, body: 'Two hours old' })
    const [written, changed] = [7_200_000, 300_000].map(before => new Date(Date.now() - before))
    await platform.services.docstore.collection<Comment>('comments').updateOne(
      { id },
      {
        $set: {
          created_at: written!,
          body_history: [
            { body: 'Two hours', created_at: written! },
            { body: 'Two hours old', created_at: changed! },
          ],
        },
      },
    )
    await using reader = await openAsWriter(visited, asset, null)
    expect(await reader.page.locator('.comment .edited').textContent()).toBe('edited 5 minutes ago')
  })

  test('closing the form leads the focus back, and what was typed is there again after a reload', async () => {
    await visited.platform.createComment({ asset, author: ada, body: 'Still the same' })
    await using writer = await openAsWriter(visited, asset, ada)
    const { page } = writer
    await page.getByRole('link', { name: /^Edit/ }).click()
    await page.getByRole('textbox', { name: 'Change your comment' }).fill('Not sent yet')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset['tool'])).toBe('edit')
    expect(await page.locator('.comment .text').textContent()).toBe('Still the same')
    await page.reload()
    await page.locator('.stream.alive').waitFor()
    await page.getByRole('link', { name: /^Edit/ }).click()
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Change your comment' }).inputValue())
      .toBe('Not sent yet')
  })

  test('after the time to change it, the text stays in the form and can’t be sent', async () => {
    const { platform } = visited
    const comment = await platform.createComment({ asset, author: ada, body: 'Too old soon' })
    await using writer = await openAsWriter(visited, asset, ada)
    const { page } = writer
    await page.getByRole('link', { name: /^Edit/ }).click()
    await page.getByRole('textbox', { name: 'Change your comment' }).fill('Never stored')
    await platform.services.settings.update({ editCommentWindowLength: 1 })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('The time in which you could change this comment is over').waitFor()
    expect(await page.getByRole('textbox', { name: 'Change your comment' }).inputValue()).toBe('Never stored')
    await platform.services.settings.update({ editCommentWindowLength: 300_000 })
    const stored = await platform.services.docstore.collection<Comment>('comments').findOne({ id: comment.id })
    expect(stored?.body).toBe('Too old soon')
  })

  test('the own comment is deleted after a question in place, and every open page shows it', async () => {
    await visited.platform.createComment({ asset, author: ada, body: 'Soon gone' })
    await using writer = await openAsWriter(visited, asset, ada)
    await using reader = await openAsWriter(visited, asset, bob)
    await writer.page.getByRole('link', { name: 'Delete' }).click()
    await writer.page.getByText('Delete this comment? Its text can’t be brought back').waitFor()
    await writer.page.getByRole('button', { name: 'Delete the comment' }).click()
    for (const { page } of [writer, reader])
      await page.locator('.tombstone', { hasText: 'This comment was deleted.' }).waitFor()
    await expect.poll(() => focused(writer.page)).toContain('This comment was deleted.')
    expect(await reader.page.locator('.stream').textContent()).not.toContain('Soon gone')
  })

  test('a comment is reported with a reason and a message, by keyboard alone', async () => {
    const { platform } = visited
    const { id } = await platform.createComment({ asset, author: ada, body: 'Buy my watches' })
    await using reader = await openAsWriter(visited, asset, bob)
    const { page } = reader
    await page.getByRole('link', { name: `Report the comment by ${ada.user.username}` }).focus()
    await page.keyboard.press('Enter')
    const first = page.getByRole('radio', { name: 'It is offensive' }).first()
    await expect.poll(() => first.evaluate(element => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.getByRole('textbox', { name: /A message to the moderators/ }).fill('Three times today')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Thank you. The moderators will look at your report.').first().waitFor()
    expect(await page.locator('.reported').textContent()).toBe('You reported this comment')
    const actions = platform.services.docstore.collection<Action>('actions')
    expect(await actions.find({ item_id: id }).toArray()).toEqual([
      expect.objectContaining({ group_id: 'COMMENT_SPAM', metadata: { message: 'Three times today' } }),
    ])
  })

  test('the name of an author is reported, and a disagreement is no flag', async () => {
    const { platform } = visited
    const { id } = await platform.createComment({ asset, author: ada, body: 'My opinion' })
    await using reader = await openAsWriter(visited, asset, bob)
    const { page } = reader
    const actions = platform.services.docstore.collection<Action>('actions')
    const send = async (reason: string) => {
      await page.getByRole('link', { name: /^Report the comment/ }).click()
      await page.locator(`input[value=${reason}]`).check()
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.locator('.comment-form').waitFor({ state: 'detached' })
    }
    await send('USERNAME_IMPERSONATING')
    await send('DISAGREE')
    expect(await actions.find({ item_id: ada.user.id }).toArray()).toEqual([
      expect.objectContaining({ group_id: 'USERNAME_IMPERSONATING', item_type: 'USERS' }),
    ])
    expect((await actions.find({ item_id: id }).toArray()).map(({ action_type }) => action_type)).toEqual(['DONTAGREE'])
  })

  test('an author is ignored and shown again in place', async () => {
    await visited.platform.createComment({ asset, author: ada, body: 'Not to be read' })
    await using reader = await openAsWriter(visited, asset, bob)
    const { page } = reader
    const name = ada.user.username
    await page.getByRole('link', { name: `Ignore ${name}` }).click()
    await page.getByRole('button', { name: `Ignore ${name}` }).click()
    await page.locator('.tombstone', { hasText: `You ignore ${name}.` }).waitFor()
    expect(await page.getByText('Not to be read').count()).toBe(0)
    await page.reload()
    await page.locator('.stream.alive').waitFor()
    expect(await page.getByText('Not to be read').count()).toBe(0)
    await page.getByRole('link', { name: `Stop ignoring ${name}` }).click()
    await page.getByText('Not to be read').waitFor()
  })

  test('a reader who is not signed in is led to the page for that', async () => {
    await visited.platform.createComment({ asset, author: ada, body: 'Report me' })
    await using reader = await openAsWriter(visited, asset, null)
    await reader.page.getByRole('link', { name: /^Report the comment/ }).click()
    await expect.poll(() => new URL(reader.page.url()).pathname).toBe('/sign-in')
    expect(decodeURIComponent(reader.page.url())).toContain('/report')
  })

  test('no page complained', () => {
    expect(visited.complaints).toEqual([])
  })
})
