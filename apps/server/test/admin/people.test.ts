import type { TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { mailsTo } from '../accounts/letters.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { menuOf, openDesk } from './desk.ts'

const READ = `query ($id: ID!) { user(id: $id) { state { status {
  username { status } banned { status } alwaysPremod { status } suspension { until }
} } } }`

describeWith(CHROMIUM)('what a moderator decides about users, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let moderator: TestUser
  beforeAll(async () => {
    visited = await startVisited()
  })
  beforeEach(async () => {
    moderator = await visited.platform.createUser({ roles: ['MODERATOR'] })
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  async function write(body: string) {
    const { platform } = visited
    const asset = await platform.createAsset()
    const author = await platform.createUser()
    const comment = await platform.createComment({ asset, author, body })
    const path = `/admin/moderate/all/${asset.id}`
    const statusOfComment = async () => {
      const { data } = await platform
        .as(moderator)
        .graphql<{ comment: { status: string } }>('query ($id: ID!) { comment(id: $id) { status } }', {
          id: comment.id,
        })
      return data!.comment.status
    }
    const state = async () => {
      const { data } = await platform.as(moderator).graphql<{ user: { state: { status: any } } }>(READ, {
        id: author.user.id,
      })
      const { username, banned, alwaysPremod, suspension } = data!.user.state.status
      return {
        name: username.status,
        banned: banned.status,
        premod: alwaysPremod.status,
        until: suspension.until as string | null,
      }
    }
    return { author, path, state, statusOfComment, name: author.user.username }
  }

  test('ban an author with a mail, which rejects the comment, and lift the ban', async () => {
    const { name, path, state, statusOfComment } = await write('Rude')
    await using desk = await openDesk(visited, moderator, path)
    await menuOf(desk.card('Rude'), `Ban ${name} …`)
    const dialog = desk.page.getByRole('dialog')
    await dialog.getByLabel(/^The mail/).fill('You broke our rules.')
    await dialog.getByRole('button', { name: 'Ban and reject the comment' }).click()
    await desk.page.getByText(`${name} is banned.`).waitFor()
    await expect.poll(statusOfComment).toBe('REJECTED')
    expect((await state()).banned).toBe(true)
    // The mail of a decision waits for ten seconds.
    visited.platform.clock.advance(10_000)
    await expect
      .poll(async () => (await mailsTo(visited.platform, `${name}@test.example`)).map(({ text }) => text).join())
      .toContain('You broke our rules.')
    await menuOf(desk.card('Rude'), `Lift the ban of ${name}`)
    await expect.poll(async () => (await state()).banned).toBe(false)
  })

  test('what is decided in the drawer of a user is said in it, and taken back there', async () => {
    const { name, path, state } = await write('Looked up')
    await using desk = await openDesk(visited, moderator, path)
    await desk.card('Looked up').getByRole('button', { name, exact: true }).click()
    const drawer = desk.page.getByRole('dialog', { name, exact: true })
    await drawer.getByText('Decide', { exact: true }).click()
    await drawer.getByRole('button', { name: `Check all comments of ${name} first` }).click()
    await drawer.getByRole('status').getByText(`Comments of ${name} now wait for a moderator.`).waitFor()
    await expect.poll(async () => (await state()).premod).toBe(true)
    await drawer.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await state()).premod).toBe(false)
    await desk.page.keyboard.press('Escape')
    await desk.page.getByRole('status').getByText(`Comments of ${name} no longer wait`).waitFor()
  })

  test.each([
    ['1 hour', 1],
    ['3 hours', 3],
    ['24 hours', 24],
    ['7 days', 168],
  ])('suspend an author for %s, and take it back by Undo', async (label, hours) => {
    const { name, path, state, statusOfComment } = await write(`Rude for ${label}`)
    await using desk = await openDesk(visited, moderator, path)
    await menuOf(desk.card('Rude'), `Suspend ${name} …`)
    const dialog = desk.page.getByRole('dialog')
    await dialog.getByLabel(label, { exact: true }).check()
    const from = Date.now()
    await dialog.getByRole('button', { name: 'Suspend and reject the comment' }).click()
    await desk.page.getByText(`${name} is suspended until`).waitFor()
    const until = Date.parse((await state()).until ?? '')
    expect(Math.abs(until - from - hours * 3_600_000 - 60_000)).toBeLessThan(60_000)
    await expect.poll(statusOfComment).toBe('REJECTED')
    await desk.page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await state()).until).toBe(null)
  })

  test('check all comments of an author first, and no longer', async () => {
    const { name, path, state } = await write('Doubtful')
    await using desk = await openDesk(visited, moderator, path)
    await menuOf(desk.card('Doubtful'), `Check all comments of ${name} first`)
    await expect.poll(async () => (await state()).premod).toBe(true)
    await menuOf(desk.card('Doubtful'), `No longer check comments of ${name} first`)
    await expect.poll(async () => (await state()).premod).toBe(false)
  })

  test('reject a username with its reason, and approve it', async () => {
    const { name, path, state } = await write('Named badly')
    await using desk = await openDesk(visited, moderator, path)
    await menuOf(desk.card('Named badly'), `Reject the username ${name} …`)
    const dialog = desk.page.getByRole('dialog')
    await dialog.getByLabel('Your username pretends to be somebody else.').check()
    await dialog.getByRole('button', { name: 'Reject the username' }).click()
    await expect.poll(async () => (await state()).name).toBe('REJECTED')
    await menuOf(desk.card('Named badly'), `Approve the username ${name}`)
    await expect.poll(async () => (await state()).name).toBe('APPROVED')
  })

  test('ban an author and reject what was written in the last day, and take that back as a whole', async () => {
    const { author, name, path, statusOfComment } = await write('Spam 1')
    const { platform } = visited
    const asset = await platform.createAsset()
    const others = [
      await platform.createComment({ asset, author, body: 'Spam 2' }),
      await platform.createComment({ asset, author, body: 'Spam 3' }),
    ]
    const statuses = async () =>
      (await platform.services.commentsReader.findByIds(others.map(({ id }) => id))).map(({ status }) => status)
    await using desk = await openDesk(visited, moderator, path)
    await menuOf(desk.card('Spam 1'), `Ban ${name} …`)
    const dialog = desk.page.getByRole('dialog')
    await dialog.getByLabel(`Also reject what ${name} wrote`).selectOption('in the last 24 hours')
    await dialog.getByRole('button', { name: 'Ban and reject the comment' }).click()
    await desk.page.getByRole('status').getByText('2 comments are rejected.').waitFor()
    expect([await statusOfComment(), await statuses()]).toEqual(['REJECTED', ['REJECTED', 'REJECTED']])
    await desk.page.getByRole('button', { name: 'Undo' }).click()
    await desk.page.getByRole('status').getByText('2 comments are as they were before.').waitFor()
    expect([await statusOfComment(), await statuses()]).toEqual(['REJECTED', ['NONE', 'NONE']])
  })

  test('reject everything that an author wrote, and take it back in the history of the author', async () => {
    const { name, path, statusOfComment } = await write('Regretted')
    await using desk = await openDesk(visited, moderator, path)
    await menuOf(desk.card('Regretted'), `Reject what ${name} wrote …`)
    const dialog = desk.page.getByRole('dialog')
    await dialog.getByLabel('Which comments').selectOption('everything')
    await dialog.getByRole('button', { name: 'Reject all of it' }).click()
    await expect.poll(statusOfComment).toBe('REJECTED')
    await desk.card('Regretted').locator('.author').click()
    const drawer = desk.page.getByRole('dialog', { name })
    await drawer.getByRole('tab', { name: 'History' }).click()
    const row = drawer.getByRole('region', { name: 'Rejected together' }).getByRole('listitem')
    await row.getByText('1 comment rejected').waitFor()
    await row.getByRole('button', { name: 'Take it back' }).click()
    await row.getByText('1 comment as before again').waitFor()
    expect(await statusOfComment()).toBe('NONE')
    expect(visited.complaints).toEqual([])
  })

  test('nothing can be decided about oneself', async () => {
    const asset = await visited.platform.createAsset()
    await visited.platform.createComment({ asset, author: moderator, body: 'My own' })
    await using desk = await openDesk(visited, moderator, `/admin/moderate/all/${asset.id}`)
    await desk.card('My own').locator('.card-menu > summary').click()
    expect(await desk.page.getByRole('button', { name: /^(?:Ban|Suspend|Reject the username)/ }).count()).toBe(0)
    await desk.page.keyboard.press('Escape')
    await desk.card('My own').locator('.author').click()
    await desk.page.getByText('This is you').waitFor()
    expect(await desk.page.locator('.person-menu').count()).toBe(0)
  })

  test('moderators keep notes about a user', async () => {
    const { name, path } = await write('To be watched')
    await using desk = await openDesk(visited, moderator, path)
    await desk.card('To be watched').locator('.author').click()
    const drawer = desk.page.getByRole('dialog', { name })
    await drawer.getByRole('tab', { name: 'Notes' }).click()
    await drawer.getByLabel('A note that only moderators read').fill('Was warned by phone')
    await drawer.getByRole('button', { name: 'Keep the note' }).click()
    await drawer.locator('.note', { hasText: 'Was warned by phone' }).waitFor()
    await drawer.getByRole('tab', { name: 'Notes1' }).waitFor()
    await drawer.getByRole('button', { name: 'Delete' }).click()
    await drawer.getByText('There are no notes about this user.').waitFor()
    expect(visited.complaints).toEqual([])
  })

  test('every note about a user can be read, and one that is sent twice is kept once', async () => {
    const { author, name, path } = await write('Often noted')
    const { notes } = visited.platform.services
    for (let i = 0; i < 60; i++) await notes.write(moderator.user, author.user.id, `Note ${i}.`)
    await using desk = await openDesk(visited, moderator, path)
    await desk.card('Often noted').locator('.author').click()
    const drawer = desk.page.getByRole('dialog', { name })
    await drawer.getByRole('tab', { name: 'Notes' }).click()
    await drawer.getByRole('button', { name: 'Show more' }).click()
    await drawer.locator('.note', { hasText: 'Note 0.' }).waitFor()
    expect(await drawer.locator('.note').count()).toBe(60)
    await drawer.getByLabel('A note that only moderators read').fill('Sent twice')
    await drawer.getByRole('button', { name: 'Keep the note' }).dblclick()
    await drawer.getByRole('tab', { name: 'Notes61' }).waitFor()
    expect((await notes.countAbout([author.user.id])).get(author.user.id)).toBe(61)
  })

  test('the drawer shows who an author is, what was decided, and everything that the author wrote', async () => {
    const { author, name, path } = await write('The first')
    const { platform } = visited
    const elsewhere = await platform.createComment({ asset: await platform.createAsset(), author, body: 'Elsewhere' })
    await platform.services.comments.setStatus(moderator.user, elsewhere.id, 'REJECTED')
    await using desk = await openDesk(visited, moderator, path)
    await desk.card('The first').locator('.author').click()
    const drawer = desk.page.getByRole('dialog', { name })
    await drawer.locator('.facts').getByText('1 (50%)').waitFor()
    await expect.poll(() => drawer.locator('.text').allTextContents()).toEqual(['Elsewhere', 'The first'])
    const words = drawer.getByLabel('Words in the comments')
    expect((await words.boundingBox())!.height).toBeLessThan(60)
    await words.fill('FIRST')
    await expect.poll(() => drawer.locator('.text').allTextContents()).toEqual(['The first'])
    await drawer.getByRole('tab', { name: 'Rejected' }).click()
    await expect.poll(() => drawer.locator('.text').allTextContents()).toEqual(['Elsewhere'])
    await drawer.locator('.person-menu > summary').click()
    await drawer.getByRole('button', { name: `Ban ${name} …` }).click()
    await desk.page.getByRole('button', { name: 'Ban', exact: true }).click()
    await drawer.locator('.label', { hasText: 'Banned' }).waitFor()
    await drawer.getByRole('tab', { name: 'History' }).click()
    await drawer.locator('.events').getByText(`Banned by ${moderator.user.username}`).waitFor()
    expect(visited.complaints).toEqual([])
  })
})
