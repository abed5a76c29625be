import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadStreamBuild } from '@platform/stream'
import { buildStream } from '@platform/stream/build'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openAsWriter } from '../stream/writer.ts'

describeWith(CHROMIUM)('init of a client part, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platform-init-'))
    const entry = join(import.meta.dirname, 'starting/client/index.tsx')
    const out = join(folder, 'build')
    await buildStream({ parts: [{ plugin: 'starting', version: '1.2.3', entry, hash: '' }], out })
    visited = await startVisited({ streamBuild: await loadStreamBuild(out) })
  })
  afterAll(async () => {
    await visited?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  test('runs when the stream begins, and knows the reader; one that throws is named, and the page stands', async () => {
    const asset = await visited.platform.createAsset()
    await visited.platform.createComment({ asset, body: 'Well said' })
    const html = await (await visited.platform.http(`/discussions/${asset.id}`)).text()
    expect(html).toContain('beside')
    const errors: string[] = []
    const page = await visited.open('about:blank')
    page.on('console', message => message.type() === 'error' && errors.push(message.text()))
    const ada = await visited.platform.createUser({ username: 'ada' })
    await page.context().addCookies([{ name: 'authorization', value: ada.token, url: visited.root }])
    await page.goto(`${visited.root}/discussions/${asset.id}`)
    await page.getByText('Welcome, ada').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.dataset['started'])).toBe(asset.id)
    await expect.poll(() => errors.join('\n')).toMatch(/starting@1\.2\.3: init threw[\s\S]*it can not go on/)
    await page.fill('#body', 'Still here')
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await page.locator('.comment .text', { hasText: 'Still here' }).waitFor()
    await page.context().close()
  })

  test('keeps what the reader chose, and starts at once for a reader of whom it keeps something', async () => {
    const asset = await visited.platform.createAsset()
    const one = await visited.platform.createComment({ asset, body: 'one' })
    await visited.platform.createComment({ asset, body: 'two' })
    await visited.platform.createComment({ asset, body: 'an answer', parent: one })
    await using reader = await openAsWriter(visited, asset, null)
    const { page } = reader
    const roots = () => page.locator('#thread > li > article .text').allTextContents()
    await page.getByRole('link', { name: 'Most replies' }).click()
    await expect.poll(roots).toEqual(['one', 'two'])
    const kept = () => page.evaluate(() => ({ ...localStorage }))
    await expect.poll(kept).toMatchObject({ 'platform:part:starting:sort': '"REPLIES"' })
    await page.evaluate(() => localStorage.removeItem('platform:reading'))
    await page.goto(`${visited.root}/discussions/${asset.id}`)
    await expect.poll(roots).toEqual(['one', 'two'])
    expect(visited.complaints).toEqual([])
  })
})
