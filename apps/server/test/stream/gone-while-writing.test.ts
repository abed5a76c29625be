import type { Asset, Comment } from '@platform/plugin-sdk'
import type { TestUser } from '@platform/plugin-testing'
import { documents } from '@platform/stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openAsWriter, type Writer } from './writer.ts'

describeWith(CHROMIUM)('a comment that goes while a reader writes below it', { timeout: 60_000 }, () => {
  let visited: Visited
  let asset: Asset
  let ada: TestUser
  let grace: TestUser
  let parent: Comment

  beforeAll(async () => {
    visited = await startVisited()
    ada = await visited.platform.createUser()
  })
  beforeEach(async () => {
    // The comments of an author whose last one was rejected wait for a moderator.
    grace = await visited.platform.createUser()
    asset = await visited.platform.createAsset()
    parent = await visited.platform.createComment({ asset, author: grace, body: 'Who answers?' })
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  /** Resolves when the page follows the discussion. */
  const [, newer = ''] = documents.NewerComments.split(':')
  async function open(user: TestUser, path = ''): Promise<Writer> {
    const writer = await openAsWriter(visited, asset, user)
    await Promise.all([
      writer.page.waitForResponse(response => response.url().includes(newer)),
      writer.page.goto(`${visited.root}/discussions/${asset.id}${path}`),
    ])
    return writer
  }
  async function reject({ id }: Comment): Promise<void> {
    const { user } = await visited.platform.createUser({ roles: ['MODERATOR'] })
    await visited.platform.services.comments.setStatus(user, id, 'REJECTED')
  }
  async function remove({ id }: Comment): Promise<void> {
    const { errors } = await visited.platform
      .as(grace)
      .graphql('mutation ($id: ID!) { deleteOwnComment(id: $id) { errors { translation_key } } }', { id })
    expect(errors).toEqual([])
  }
  const GONE = 'The comment that you reply to is not there any more'

  test.each([
    ['rejects', reject, 'This comment was removed.'],
    ['deletes', remove, 'This comment was deleted.'],
  ])('somebody %s it: the reply stays with its text and the focus, and says why it can’t be sent', async (...given) => {
    const [_what, go, tombstone] = given
    await using writer = await open(ada)
    const { page } = writer
    const field = page.locator('.comment textarea')
    await page.getByRole('link', { name: /^Reply to/ }).click()
    await field.fill('I do, as soon as')
    await go(parent)
    await page.locator('.tombstone', { hasText: tombstone }).waitFor()
    await page.getByRole('alert').getByText(GONE).waitFor()
    expect(await field.inputValue()).toBe('I do, as soon as')
    expect(await field.evaluate(node => node === document.activeElement)).toBe(true)
    expect(await page.getByRole('button', { name: 'Reply', exact: true }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await field.waitFor({ state: 'detached' })
  })

  test('the reply on the page of the comment alone stays too', async () => {
    await using writer = await open(ada, `/comments/${parent.id}`)
    const { page } = writer
    await page.locator('#reply textarea').fill('I do, as soon as')
    await reject(parent)
    await page.getByRole('alert').getByText(GONE).waitFor()
    expect(await page.locator('#reply textarea').inputValue()).toBe('I do, as soon as')
  })

  test('a form to reply that is empty goes with the comment', async () => {
    await using writer = await open(ada)
    const { page } = writer
    await page.getByRole('link', { name: /^Reply to/ }).click()
    await page.locator('.comment textarea').waitFor()
    await reject(parent)
    await page.locator('.tombstone').waitFor()
    expect(await page.locator('.comment textarea').count()).toBe(0)
  })

  test('the form to change the own comment stays with its text, and can’t be sent', async () => {
    await using writer = await open(grace)
    const { page } = writer
    await page.getByRole('link', { name: /^Edit/ }).click()
    const field = page.locator('.comment textarea')
    await field.fill('Who answers? Please')
    await reject(parent)
    await page.locator('.tombstone', { hasText: 'This comment was removed.' }).waitFor()
    expect(await field.inputValue()).toBe('Who answers? Please')
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  })

  test('what was written in reply to it is shown after a reload too, until it is discarded', async () => {
    await using writer = await open(ada)
    const { page } = writer
    await page.getByRole('link', { name: /^Reply to/ }).click()
    await page.locator('.comment textarea').fill('I do, as soon as')
    await reject(parent)
    await page.getByRole('alert').getByText(GONE).waitFor()
    await page.reload()
    const box = page.locator('.unposted')
    await box.getByText(GONE).waitFor()
    expect(await box.locator('blockquote').textContent()).toBe('I do, as soon as')
    await box.getByRole('button', { name: 'Discard it' }).click()
    await box.waitFor({ state: 'detached' })
    await page.reload()
    await page.locator('.stream.alive.known').waitFor()
    expect(await box.count()).toBe(0)
  })

  test('each of several such replies is shown, one after the other, with its lines', async () => {
    const other = await visited.platform.createComment({ asset, author: grace, body: 'And who asks?' })
    await using writer = await open(ada)
    const { page } = writer
    for (const { id } of [parent, other]) {
      await page
        .locator(`#c-${id}`)
        .getByRole('link', { name: /^Reply to/ })
        .click()
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(`body-${id}`)
      await page.keyboard.type('First line\nSecond line')
    }
    for (const comment of [parent, other]) await reject(comment)
    await page.reload()
    const box = page.locator('.unposted')
    for (let left = 2; left > 0; left -= 1) {
      await box.getByText(GONE).waitFor()
      const text = box.locator('blockquote')
      expect(await text.textContent()).toBe('First line\nSecond line')
      expect(await text.evaluate(node => getComputedStyle(node).whiteSpace)).toMatch(/pre-wrap/)
      await box.getByRole('button', { name: 'Discard it' }).click()
    }
    await box.waitFor({ state: 'detached' })
  })

  test('a reply that was sent without an answer is posted once, also when its comment is not on the page', async () => {
    await using writer = await open(ada, `/comments/${parent.id}`)
    const { page } = writer
    await page.route(/graph\/ql/, route => route.abort())
    await page.locator('#reply textarea').fill('Sent before')
    await page.getByRole('button', { name: 'Reply', exact: true }).click()
    await page.getByRole('alert').getByText('posted as soon as you are connected again').waitFor()
    for (let at = 0; at < 21; at += 1)
      await visited.platform.createComment({ asset, author: grace, body: `Later ${at}` })
    await page.unrouteAll({ behavior: 'wait' })
    await page.goto(`${visited.root}/discussions/${asset.id}?sort=newest`)
    const comments = visited.platform.services.docstore.collection<Comment>('comments')
    await expect.poll(() => comments.countDocuments({ asset_id: asset.id, body: 'Sent before' })).toBe(1)
    await page.locator('.unposted').waitFor({ state: 'detached' })
  })

  test('what was written in reply to a comment that is not on the page leads to it', async () => {
    await using writer = await open(ada, `/comments/${parent.id}`)
    const { page } = writer
    await page.locator('#reply textarea').fill('I do, as soon as')
    for (let at = 0; at < 21; at += 1)
      await visited.platform.createComment({ asset, author: grace, body: `Later ${at}` })
    await page.goto(`${visited.root}/discussions/${asset.id}?sort=newest`)
    const box = page.locator('.unposted')
    await box.getByText('You wrote a reply that is not posted yet:').waitFor()
    expect(await page.locator(`#c-${parent.id}`).count()).toBe(0)
    await box.getByRole('button', { name: 'Show the comment' }).click()
    await page.locator('.focused', { hasText: 'Who answers?' }).waitFor()
    await expect.poll(() => page.locator('.focused textarea').inputValue()).toBe('I do, as soon as')
    expect(await box.count()).toBe(0)
  })

  test('no page complained', () => {
    expect(visited.complaints).toEqual([])
  })
})
