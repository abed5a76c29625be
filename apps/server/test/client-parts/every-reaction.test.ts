import type { Plugin } from '@platform/plugin-sdk'
import { loadStreamBuild, withParts } from '@platform/stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { untilDrawn } from '../stream/until-drawn.ts'
import { openAsWriter } from '../stream/writer.ts'

/** Each reaction, what its button and its order are called, and the name of the order in addresses. */
const REACTIONS = [
  ['respect', 'Respect', 'Most respected', 'respects'],
  ['like', 'Like', 'Most liked', 'likes'],
  ['love', 'Love', 'Most loved', 'loves'],
  ['upvote', 'Upvote', 'Most upvoted', 'upvotes'],
  ['downvote', 'Downvote', 'Most downvoted', 'downvotes'],
] as const
const ORDERS = ['respected', 'liked', 'loved', 'upvoted', 'downvoted'].map(name => `sort-most-${name}`)

describeWith(CHROMIUM)('each reaction of the release, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  beforeAll(async () => {
    const names = REACTIONS.map(([name]) => name)
    const plugins = await Promise.all(
      names.map(async name => {
        const file = new URL(`../../../../plugins/platform-plugin-${name}/server/index.ts`, import.meta.url)
        return ((await import(file.href)) as { readonly default: Plugin }).default
      }),
    )
    const parts = [...names, 'viewing-options', ...ORDERS].map(name => `platform-plugin-${name}`)
    visited = await startVisited({ plugins, streamBuild: withParts(await loadStreamBuild(), parts) })
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  test.each(REACTIONS)('%s is given by the button “%s”, and sorts by “%s”', async (_name, button, order, sort) => {
    const { platform } = visited
    const asset = await platform.createAsset()
    await platform.createComment({ asset, body: 'one' })
    await platform.createComment({ asset, body: 'two' })
    await using reader = await openAsWriter(visited, asset, await platform.createUser())
    const { page, comment } = reader
    const given = comment('one').getByRole('button', { name: new RegExp(`^${button}`) })
    await untilDrawn(page)
    await given.click()
    await expect.poll(() => given.locator('.count').textContent()).toBe('1')
    expect(await given.getAttribute('aria-pressed')).toBe('true')
    await page.getByText('Viewing options').click()
    await page.getByRole('link', { name: order }).click()
    const roots = () => page.locator('#thread > li > article .text').allTextContents()
    await expect.poll(roots).toEqual(['one', 'two'])
    expect(new URL(page.url()).search).toBe(`?sort=${sort}`)
    expect(visited.complaints).toEqual([])
  })
})
