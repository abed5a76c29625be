import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { signInBy } from './writer.ts'

describeWith(CHROMIUM)('in Chromium without script, what a form about a comment has done', { timeout: 60_000 }, () => {
  let visited: Visited
  beforeAll(async () => {
    visited = await startVisited()
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  test('names the author whom the reader ignores, and stops ignoring', async () => {
    const { platform, root } = visited
    const ada = await platform.createUser()
    const { username } = ada.user
    const asset = await platform.createAsset()
    const comment = await platform.createComment({ asset, author: ada, body: 'Not to be read' })
    const page = await visited.open('about:blank', { javaScriptEnabled: false })
    await signInBy(visited, page, await platform.createUser())
    const ignore = async () => {
      await page.goto(`${root}/discussions/${asset.id}/comments/${comment.id}/ignore`)
      await page.locator('.comment-form button[type=submit]').click()
      return (await page.locator('#held').textContent())?.trim()
    }
    expect(await ignore()).toBe(`You ignore ${username} from now on.`)
    expect(await ignore()).toBe(`You see the comments by ${username} again.`)
    await page.context().close()
  })

  test('a reported comment is marked on every later page of the same reader', async () => {
    const { platform, root } = visited
    const asset = await platform.createAsset()
    const comment = await platform.createComment({ asset, body: 'Buy my watches' })
    await platform.createComment({ asset, body: 'Nothing to report' })
    const page = await visited.open('about:blank', { javaScriptEnabled: false })
    await signInBy(visited, page, await platform.createUser())
    await page.goto(`${root}/discussions/${asset.id}/comments/${comment.id}/report`)
    await page.locator('input[value=COMMENT_SPAM]').check()
    await page.locator('.comment-form button[type=submit]').click()
    const marked = page.locator('.comment > article', { has: page.locator('.reported') })
    expect(await marked.locator('.text').allTextContents()).toEqual(['Buy my watches'])
    await page.goto(`${root}/discussions/${asset.id}/comments/${comment.id}`)
    expect(await marked.count()).toBe(1)
    await page.context().close()
  })
})
