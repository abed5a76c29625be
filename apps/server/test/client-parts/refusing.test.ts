import { BadUserInputError } from '@platform/plugin-sdk'
import { createTestStream, type TestStream } from '@platform/plugin-testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { CHROMIUM } from '../pages/chromium.ts'

/** The server refuses some comments, too. */
const pre = (_root: unknown, args: { readonly input?: { body: string }; readonly edit?: { body: string } }) => {
  if ((args.input ?? args.edit)?.body.includes('SPAM')) throw new BadUserInputError('No adverts')
}
const hooks = { RootMutation: { createComment: { pre }, editComment: { pre } } }

describeWith(CHROMIUM)('a hook of the comment form that refuses, in Chromium', { timeout: 60_000 }, () => {
  let stream: TestStream
  beforeAll(async () => {
    stream = await createTestStream({ client: new URL('refusing/', import.meta.url), plugins: [{ hooks }] })
  }, 60_000)
  afterAll(() => stream[Symbol.asyncDispose]())

  async function open() {
    const asset = await stream.platform.createAsset()
    const page = await stream.open(asset, { username: `reader_${asset.id.slice(0, 8)}` })
    return { asset, page, posted: async () => (await stream.html(asset)).match(/class="text/g)?.length ?? 0 }
  }
  const write = async (page: Page, text: string, button = 'Post') => {
    await page.fill('#body', text)
    await page.getByRole('button', { name: button, exact: true }).click()
  }

  test('nothing is posted, the text stays, and the message is read out beside the form', async () => {
    const { page, posted } = await open()
    await write(page, 'SHOUTED')
    await page.getByRole('alert').getByText('Please do not shout.', { exact: true }).waitFor()
    expect(await page.inputValue('#body')).toBe('SHOUTED')
    expect(await page.locator('#body').evaluate(each => each === document.activeElement)).toBe(true)
    expect(await posted()).toBe(0)
    await write(page, 'http://a.example http://b.example')
    await page.getByRole('alert').getByText('At most 1 link.', { exact: true }).waitFor()
    expect(await posted()).toBe(0)
    await write(page, 'Said calmly')
    await page.locator('.comment .text', { hasText: 'Said calmly' }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await posted()).toBe(1)
    expect(stream.problems).toEqual([])
  })

  test('a change is refused in its form, and the comment stays as it was', async () => {
    const { asset, page } = await open()
    await write(page, 'Said calmly')
    const comment = page.locator('.comment > article', { hasText: 'Said calmly' })
    await comment.getByRole('link', { name: /^Edit/ }).click()
    const form = page.getByRole('form', { name: 'Change your comment' })
    await form.getByRole('textbox').fill('SHOUTED')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByRole('alert').getByText('Please do not shout.', { exact: true }).waitFor()
    expect(await form.getByRole('textbox').inputValue()).toBe('SHOUTED')
    expect(await stream.html(asset)).toContain('Said calmly')
    expect(stream.problems).toEqual([])
  })

  test('postSubmit is told that the server refused a comment, and a change of one', async () => {
    const { page } = await open()
    const told = page.locator('body')
    const refused = () => expect.poll(() => told.getAttribute('data-told')).toBe('refused')
    await write(page, 'SPAM')
    await refused()
    await write(page, 'Said calmly')
    await expect.poll(() => told.getAttribute('data-told')).toBe('NONE')
    const comment = page.locator('.comment > article', { hasText: 'Said calmly' })
    await comment.getByRole('link', { name: /^Edit/ }).click()
    const form = page.getByRole('form', { name: 'Change your comment' })
    await form.getByRole('textbox').fill('SPAM')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByRole('alert').waitFor()
    await refused()
  })

  test('the message is in the language of the page', async () => {
    const { page } = await open()
    const context = await page
      .context()
      .browser()!
      .newContext({ locale: 'de-DE', storageState: await page.context().storageState() })
    const german = await context.newPage()
    await german.goto(page.url())
    await german.locator('.stream.alive').waitFor()
    await write(german, 'SHOUTED', 'Senden')
    await german.getByRole('alert').getByText('Bitte schreien Sie nicht.', { exact: true }).waitFor()
    expect(await german.inputValue('#body')).toBe('SHOUTED')
    await context.close()
  })
})
