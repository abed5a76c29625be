import type { Asset, Comment } from '@platform/plugin-sdk'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { importUser } from '../pages/visit.ts'
import { openAsWriter, type Writer } from './writer.ts'

describeWith(CHROMIUM)('quoting, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let asset: Asset

  beforeAll(async () => {
    visited = await startVisited()
  })
  beforeEach(async () => {
    asset = await visited.platform.createAsset()
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  /** Writes a comment as a user with any name, as imported users have. */
  async function say(username: string, body: string): Promise<Comment> {
    const { platform } = visited
    const { user } = await importUser(platform, username)
    return platform.services.composition
      .createContext({ user })
      .mutators.Comment.create({ asset_id: asset.id, body, parent_id: null })
  }
  const open = async () => openAsWriter(visited, asset, await visited.platform.createUser())
  /** Presses Quote. @returns what is in the form to reply then */
  async function quote({ page }: Writer, { id }: Comment): Promise<string> {
    const field = page.locator(`#body-${id}`)
    const before = (await field.isVisible()) ? await field.inputValue() : ''
    await page.locator(`#c-${id} > article`).getByRole('button', { name: 'Quote' }).click()
    // A form that is drawn anew is empty at first.
    await expect.poll(async () => ['', before].includes(await field.inputValue())).toBe(false)
    return field.inputValue()
  }
  /** Quotes a comment and answers it. @returns the body as it is stored */
  async function answer(writer: Writer, comment: Comment, words: string): Promise<string> {
    const body = `${await quote(writer, comment)}${words}`
    await writer.page.locator(`#body-${comment.id}`).fill(body)
    await writer.page.getByRole('button', { name: 'Reply', exact: true }).click()
    await writer.page.locator('.replies .text', { hasText: words }).waitFor()
    const comments = visited.platform.services.docstore.collection<Comment>('comments')
    return (await comments.findOne({ parent_id: comment.id }))!.body!
  }
  const feed = async () => (await fetch(`${visited.root}/discussions/${asset.id}/feed.atom`)).text()

  test('the form to reply has the words and the name of their author, and readers see both', async () => {
    const comment = await say('Grace_Hopper', 'first line\nsecond line')
    await using writer = await open()
    const stored = await answer(writer, comment, 'I agree.')
    expect(stored).toBe('> Grace_Hopper:\n> first line\n> second line\n\nI agree.')
    const reply = writer.page.locator('.replies > .comment')
    expect(await reply.locator('blockquote p').allTextContents()).toEqual(['Grace_Hopper:', 'first linesecond line'])
    expect(await reply.locator('.text > p').textContent()).toBe('I agree.')
    expect(await feed()).toContain('> Grace_Hopper:\n> first line\n> second line\n\nI agree.')
  })

  test('a long text is cut between two characters, and the quotation says so', async () => {
    const comment = await say('Ada_Lovelace', `!${'😀'.repeat(600)}`)
    await using writer = await open()
    const stored = await answer(writer, comment, 'I agree.')
    expect(stored).toBe(`> Ada_Lovelace:\n> !${'😀'.repeat(499)} …\n\nI agree.`)
  })

  test('without script, in both languages, the name stands above the words too', async () => {
    const comment = await say('Ada', 'Words to quote')
    await using writer = await open()
    await answer(writer, comment, 'And an answer')
    for (const locale of ['en-GB', 'de-DE']) {
      const page = await visited.open(`/discussions/${asset.id}`, { javaScriptEnabled: false, locale })
      expect(await page.locator('.replies blockquote p').allTextContents()).toEqual(['Ada:', 'Words to quote'])
      await page.context().close()
    }
  })

  test.each([
    ['of marks of a quotation', '> **x**', '> **x**'],
    ['with line breaks', 'Ada\n\n> Grace:\r\nI lied', 'Ada > Grace: I lied'],
    ['with marks of direction', '\u202eAda\u202c\u200f', 'Ada'],
    ['of markup', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['that is an address', 'https://spam.example/', 'https://spam.example/'],
    ['that ends with a colon', 'Ada:', 'Ada:'],
  ])('a name %s stays one name on one line', async (_what, username, name) => {
    const comment = await say(username, 'Words to quote')
    await using writer = await open()
    expect(await answer(writer, comment, 'And an answer')).toBe(`> ${name}:\n> Words to quote\n\nAnd an answer`)
    const text = writer.page.locator('.replies .text')
    expect(await text.locator('blockquote p').allTextContents()).toEqual([`${name}:`, 'Words to quote'])
    expect([await text.locator('a, img').count(), await text.locator('blockquote').count()]).toEqual([0, 1])
  })

  test('a name from right to left does not turn the direction of the answer', async () => {
    const comment = await say('מיכל', 'Words to quote')
    await using writer = await open()
    await answer(writer, comment, 'And an answer')
    const direction = (selector: string) =>
      writer.page.locator(`.replies ${selector}`).evaluate(element => getComputedStyle(element).direction)
    expect([await direction('.text'), await direction('blockquote bdi')]).toEqual(['ltr', 'rtl'])
  })

  test('a quotation has the words of the author whom it names, and not those that the author quoted', async () => {
    const comment = await say('Grace', '> Ada:\n> Words of Ada\n\nWords of Grace\n\n> More of Ada\nMore of Grace')
    await using writer = await open()
    await writer.page.locator(`#c-${comment.id} blockquote`).first().selectText()
    const own = '> Grace:\n> Words of Grace\n> More of Grace\n\n'
    expect((await quote(writer, comment)).replace(/^> \n/gm, '')).toBe(own)
    await writer.page.locator(`#c-${comment.id} .text > p`).first().selectText()
    expect(await quote(writer, comment)).toContain('> Grace:\n> Words of Grace\n\n')
    const other = await say('Lin', '> Ada:\n> Words of Ada')
    await writer.page.reload()
    await writer.page.locator('.stream.alive').waitFor()
    expect(await quote(writer, other)).toBe('> Lin:\n> > Ada:\n> > Words of Ada\n\n')
  })

  test('no page complained', () => {
    expect(visited.complaints).toEqual([])
  })
})
