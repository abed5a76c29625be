import type { Asset } from '@platform/plugin-sdk'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CHROMIUM } from '../../../apps/server/test/pages/chromium.ts'
import { describeWith } from '../../../test/needs.ts'
import { openPlace, type Place } from './writing.ts'

describeWith(CHROMIUM)('the editor, in Chromium', { timeout: 60_000 }, () => {
  let place: Place
  let asset: Asset
  beforeAll(async () => {
    place = await openPlace()
  }, 120_000)
  beforeEach(async () => {
    asset = await place.stream.platform.createAsset()
  })
  afterAll(() => place?.[Symbol.asyncDispose]())

  test('is loaded when the author first goes to the field, takes its words and its place, and moves nothing', async () => {
    await using author = await place.open(asset)
    const scripts: string[] = []
    author.page.on('request', request => scripts.push(request.url()))
    const heights = () => author.page.locator('.composer').boundingBox()
    const before = await heights()
    let letThrough = () => {}
    const released = new Promise<void>(resolve => {
      letThrough = resolve
    })
    await author.page.route(/editor-field/, async route => {
      await released
      await route.continue()
    })
    expect(scripts.filter(url => url.includes('editor'))).toEqual([])
    await author.field.click()
    await author.type('Words that ')
    await author.page.keyboard.press('Home')
    await author.type('My ')
    letThrough()
    await author.page.locator('#body[role=textbox]:focus').waitFor()
    expect(scripts.filter(url => url.includes('editor')).length).toBe(1)
    await author.type('own ')
    await author.page.keyboard.press('End')
    await author.type('stay')
    expect(await author.html()).toBe('<div>My own Words that stay</div>')
    expect(await heights()).toEqual(before)
  })

  test('writes bold, italic and quoted words and lists by keys and buttons; others see them, and the body says the same', async () => {
    await using author = await place.open(asset)
    await author.begin()
    await author.type('Some ')
    await author.page.keyboard.press('Control+b')
    await author.type('bold')
    await author.page.keyboard.press('Control+b')
    await author.type(' and ')
    await author.press('Italic')
    await author.type('italic')
    await author.page.keyboard.press('Control+i')
    await author.page.keyboard.press('Enter')
    await author.press('Quotation')
    await author.type('quoted')
    await author.page.keyboard.press('Enter')
    await author.page.keyboard.press('Enter')
    await author.type('An answer, see https://example.com/.')
    await author.page.keyboard.press('Enter')
    await author.press('List')
    expect(await author.page.getByRole('button', { name: 'List' }).getAttribute('aria-pressed')).toBe('true')
    await author.type('one')
    await author.page.keyboard.press('Enter')
    await author.type('two')
    await author.post()
    await author.page.locator('.comment .text.rich').waitFor()
    expect(await author.html()).toBe('<div><br></div>')
    const html =
      '<div>Some <b>bold</b> and <i>italic</i></div><blockquote><div>quoted</div></blockquote>' +
      '<div>An answer, see LINK.</div><ul><li>one</li><li>two</li></ul>'
    const { body, metadata } = await place.stored(asset)
    expect(body).toBe('Some bold and italic\n> quoted\nAn answer, see https://example.com/.\n- one\n- two')
    expect(String(metadata['richTextBody']).replace(/<a.*\/a>/, 'LINK')).toBe(html)
    // Readers without script and without a session get the same elements.
    const shown = /<div class="text rich" dir="auto">(.*?)<\/div><\/div><footer/.exec(
      await place.stream.html(asset),
    )?.[1]
    expect(shown?.replace(/<a href="https:\/\/example.com\/" rel="nofollow ugc noopener">.*<\/a>/, 'LINK')).toBe(html)
  })

  test('a text without formatting is sent and shown as plain text, with its quotations and empty lines', async () => {
    await using author = await place.open(asset)
    await author.begin()
    await author.press('Quotation')
    await author.type('quoted')
    await author.page.keyboard.press('Enter')
    await author.page.keyboard.press('Enter')
    for (const line of ['one', '', 'two']) {
      await author.type(line)
      await author.page.keyboard.press('Enter')
    }
    await author.page.keyboard.press('Control+Enter')
    await author.page.locator('.comment .text blockquote').waitFor()
    expect(await place.stored(asset)).toMatchObject({ body: '> quoted\none\n\ntwo' })
    expect((await place.stored(asset)).metadata).not.toHaveProperty('richTextBody', expect.any(String))
    expect(await author.page.locator('.text.rich').count()).toBe(0)
  })

  test('undoes and does again, by keys and buttons', async () => {
    await using author = await place.open(asset)
    await author.begin()
    const disabled = (name: string) => author.page.getByRole('button', { name }).getAttribute('aria-disabled')
    expect(await Promise.all(['Undo', 'Redo'].map(disabled))).toEqual(['true', 'true'])
    await author.type('first')
    await author.page.keyboard.press('Control+a')
    await author.press('Bold')
    expect(await author.html()).toBe('<div><b>first</b></div>')
    await author.page.keyboard.press('Control+z')
    expect(await author.html()).toBe('<div>first</div>')
    await author.press('Redo')
    expect(await author.html()).toBe('<div><b>first</b></div>')
    await author.press('Undo')
    await author.press('Undo')
    expect(await author.html()).toBe('<div><br></div>')
    expect(await Promise.all(['Undo', 'Redo'].map(disabled))).toEqual(['true', 'false'])
    await author.page.keyboard.press('Control+y')
    expect(await author.html()).toBe('<div>first</div>')
  })

  test('a draft keeps its formatting through a reload, and is posted with it, also where nobody goes to the field', async () => {
    await using author = await place.open(asset)
    await author.begin()
    await author.page.keyboard.press('Control+b')
    await author.type('Not lost')
    for (const goesToField of [true, false]) {
      await author.page.reload()
      await author.page.locator('.stream.alive').waitFor()
      await expect.poll(() => author.field.inputValue()).toBe('Not lost')
      if (!goesToField) continue
      await author.begin()
      expect(await author.html()).toBe('<div><b>Not lost</b></div>')
    }
    await author.post()
    await author.page.locator('.comment .text.rich').waitFor()
    expect((await place.stored(asset)).metadata['richTextBody']).toBe('<div><b>Not lost</b></div>')
  })

  test('without a network the plain field goes on, and a button says so; with one the editor comes', async () => {
    await using author = await place.open(asset)
    await author.page.context().setOffline(true)
    await author.press('Bold')
    await author.page.getByText('The formatting could not be loaded').first().waitFor()
    await author.field.fill('plain words')
    expect(await author.field.getAttribute('role')).toBeNull()
    await author.page.context().setOffline(false)
    await author.field.blur()
    await author.begin()
    expect(await author.html()).toContain('plain words')
  })

  test('a comment is changed with its formatting, and a word that is changed keeps that of the others', async () => {
    const user = await place.stream.platform.createUser()
    const { graphql } = place.stream.platform.as(user)
    await graphql('mutation ($input: CreateCommentInput!) { createComment(input: $input) { comment { id } } }', {
      input: {
        asset_id: asset.id,
        body: '',
        richTextBody: '<strong>loud</strong> and <em>clear</em><blockquote>x</blockquote>',
      },
    })
    await using author = await place.open(asset, { user })
    await author.page
      .locator('.comment')
      .getByRole('link', { name: 'Edit' })
      .or(author.page.getByRole('button', { name: /^Edit/ }))
      .first()
      .click()
    const field = author.page.locator('.comment-form [role=textbox]')
    await field.waitFor()
    await expect.poll(() => field.evaluate(element => element === document.activeElement)).toBe(true)
    expect(await field.innerHTML()).toBe('<div><b>loud</b> and <i>clear</i></div><blockquote>x</blockquote>')
    await author.page.keyboard.press('Control+Home')
    await author.type('Still ')
    await author.page.getByRole('button', { name: 'Save' }).click()
    await author.page.locator('.done-note').waitFor()
    expect(await place.stored(asset)).toMatchObject({
      body: 'Still loud and clear\n> x',
      metadata: { richTextBody: expect.stringMatching(/<b>.*loud<\/b> and <i>clear<\/i>/) },
    })
    expect(await author.page.locator('.comment .text.rich i').textContent()).toBe('clear')
  })

  test('a quotation comes behind the formatted words of a reply that is begun', async () => {
    const comment = await place.stream.platform.createComment({ asset, body: 'To be quoted' })
    await using author = await place.open(asset)
    const name = (await author.page.locator('.comment .author').textContent()) ?? ''
    await author.page.locator(`#c-${comment.id} .action.reply`).click()
    const field = author.page.locator(`#body-${comment.id}[role=textbox]`)
    await field.waitFor()
    await author.page.keyboard.press('Control+b')
    await author.type('Well')
    await author.page.getByRole('button', { name: 'Quote', exact: true }).click()
    await expect.poll(() => field.locator('blockquote').count()).toBe(1)
    await author.type('and an answer')
    expect(await field.innerHTML()).toBe(
      `<div><b>Well</b></div><div><br></div><blockquote><div>${name}:</div><div>To be quoted</div></blockquote>` +
        '<div><br></div><div>and an answer</div>',
    )
    await author.page.getByRole('button', { name: 'Reply', exact: true }).click()
    await author.page.locator('.replies .text.rich .quoted').waitFor()
    expect((await place.stored(asset)).body).toBe(`Well\n\n> ${name}:\n> To be quoted\n\nand an answer`)
  })

  test('no page complained', () => {
    expect(place.complaints).toEqual([])
  })
})
