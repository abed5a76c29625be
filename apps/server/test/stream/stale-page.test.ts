import { documents } from '@platform/stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openAsWriter } from './writer.ts'

describeWith(CHROMIUM)('a page that is older than the documents of the server', { timeout: 60_000 }, () => {
  let visited: Visited
  beforeAll(async () => {
    visited = await startVisited()
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  test('is loaded again once, and keeps what its reader has typed', async () => {
    const { platform } = visited
    const asset = await platform.createAsset()
    for (const body of ['One', 'Two']) await platform.createComment({ asset, body })
    await using writer = await openAsWriter(visited, asset, await platform.createUser())
    const { page, composer } = writer
    await composer.fill('Not finished')
    const wanted = documents.MoreComments
    const unknown = `sha256:${'0'.repeat(64)}`
    const answers: string[] = []
    await page.route(
      url => url.searchParams.get('documentId') === wanted,
      async route => {
        const url = new URL(route.request().url())
        url.searchParams.set('documentId', unknown)
        const response = await route.fetch({ url: url.href })
        answers.push(await response.text())
        await route.fulfill({ response })
      },
    )
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await page.getByRole('link', { name: 'Oldest' }).click()
    await expect.poll(() => loads).toBe(1)
    await expect.poll(() => composer.inputValue()).toBe('Not finished')
    await page.locator('.stream.alive').waitFor()
    await page.getByRole('link', { name: 'Oldest' }).click()
    await page.getByText('This could not be loaded.').waitFor()
    expect(answers).toEqual([0, 1].map(() => expect.stringContaining('DOCUMENT_NOT_FOUND')))
    expect(loads).toBe(1)
  })

  test('no page complained', () => {
    expect(visited.complaints).toEqual([])
  })
})
