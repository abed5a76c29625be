import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readPluginList } from '@platform/plugin-host'
import type { Asset } from '@platform/plugin-sdk'
import { loadStreamBuild, withParts } from '@platform/stream'
import featured from 'platform-plugin-featured-comments'
import respect from 'platform-plugin-respect'
import richText from 'platform-plugin-rich-text'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startVisited, type Visited } from '../../../apps/server/test/pages/browser.ts'
import { CHROMIUM } from '../../../apps/server/test/pages/chromium.ts'
import { writeThread } from '../../../apps/server/test/stream/long-thread.ts'
import { signInBy } from '../../../apps/server/test/stream/writer.ts'
import { describeWith } from '../../../test/needs.ts'
import { PART_LIMITS, readPartWeights } from './panel-weight.ts'
import { LIMITS, readWeights, weightReference } from './weight.ts'

const PAGE = new URL('../../../docs/reference/weight.md', import.meta.url)
/** How far a file may be from its row in the page before the page is written again. Kilobytes. */
const NEAR = 2

test('the page about the weight lists every file, and every client part, nearly as heavy as it is (pnpm run docs)', async () => {
  const figuresOf = (page: string) =>
    [...page.matchAll(/^\| `(.+?)` \|((?: [\d.]+ \|)+)/gm)].map(([, name, figures = '']) => ({
      name,
      figures: (figures.match(/[\d.]+/g) ?? []).map(Number),
    }))
  const [written, measured] = [figuresOf(readFileSync(PAGE, 'utf8')), figuresOf(await weightReference())]
  expect(written.map(({ name }) => name)).toEqual(measured.map(({ name }) => name))
  for (const [at, { name, figures }] of measured.entries())
    for (const [column, figure] of figures.entries())
      expect([name, Math.abs(figure - (written[at]?.figures[column] ?? 0)) <= NEAR]).toEqual([name, true])
})

test('the counts script is small in both forms in which it is sent', () => {
  const { gzip, brotli } = readWeights().find(({ name }) => name === 'count.js')!
  expect(gzip).toBeLessThanOrEqual(LIMITS.count)
  expect(brotli).toBeLessThanOrEqual(LIMITS.count)
})

test('each part of the admin panel that is loaded when it is used stays within its limit', () => {
  const weights = readPartWeights()
  expect([...weights.keys()]).toEqual(Object.keys(PART_LIMITS))
  for (const [name, bytes] of weights) {
    expect([name, bytes > 0]).toEqual([name, true])
    expect([name, bytes, bytes <= PART_LIMITS[name]!]).toEqual([name, bytes, true])
  }
})

describeWith(CHROMIUM)('what Chromium gets for a discussion of twenty comments', { timeout: 60_000 }, () => {
  let visited: Visited
  let asset: Asset
  beforeAll(async () => {
    // The repository's own list of plugins, which a new site has.
    const { client } = await readPluginList(fileURLToPath(new URL('../../..', import.meta.url)), undefined)
    const streamBuild = withParts(
      await loadStreamBuild(),
      client.map(({ name }) => name),
    )
    visited = await startVisited({ plugins: [featured, respect, richText], streamBuild })
    asset = await writeThread(visited.platform, {
      roots: 20,
      textOf: number => Array.from({ length: 40 }, (_, at) => WORDS[(number * 7 + at * at) % WORDS.length]).join(' '),
    })
  }, 60_000)
  afterAll(() => visited?.[Symbol.asyncDispose]())

  /** Counts what the browser of a page gets. @returns the bytes of each kind of answer, so far. */
  async function weigh(page: Page): Promise<Record<string, number>> {
    const protocol = await page.context().newCDPSession(page)
    await protocol.send('Network.enable')
    const kinds = new Map<string, string>()
    const bytes: Record<string, number> = {}
    protocol.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
    protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId) ?? 'unknown'
      bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength
    })
    return bytes
  }

  /** The bytes of each kind of answer until the live client has asked, and of the scripts after the first use. */
  async function load(path: string): Promise<Record<string, number>> {
    const page = await visited.open('about:blank')
    const bytes = await weigh(page)
    const live = page.waitForEvent('websocket')
    await page.goto(visited.root + path)
    await live
    await page.waitForLoadState('networkidle')
    const idle = { ...bytes }
    await page.locator('.when').first().hover()
    await page.locator('.when time[title]').first().waitFor()
    await page.waitForLoadState('networkidle')
    await page.context().close()
    return { ...idle, used: bytes['Script'] ?? 0 }
  }

  test.each(['en', 'de'])('stays within the limits in %s', async lang => {
    const bytes = await load(`/embed/stream?asset_id=${asset.id}&lang=${lang}`)
    const scripts = readWeights().filter(({ name }) => name === 'embed.js' || name === 'early-click.js')
    expect(scripts).toHaveLength(2)
    const scriptBytes = scripts.reduce((sum, { gzip }) => sum + gzip, 0)
    const embed = scripts.find(({ name }) => name === 'embed.js')?.gzip ?? 0
    const [script, used] = [(bytes['Script'] ?? 0) + embed, (bytes['used'] ?? 0) + embed]
    const first = (bytes['Document'] ?? 0) + (bytes['Stylesheet'] ?? 0) + scriptBytes
    console.log(`before the first comment: ${first} bytes; all scripts: ${script}, after use ${used} bytes (${lang})`)
    expect(bytes['Document']).toBeGreaterThan(0)
    expect(bytes['Stylesheet']).toBeGreaterThan(0)
    expect(bytes['Script']).toBeGreaterThan(0)
    expect(first).toBeLessThanOrEqual(LIMITS.first)
    expect(script).toBeLessThanOrEqual(LIMITS.script)
    expect(used).toBeGreaterThan(script)
    expect(used).toBeLessThanOrEqual(LIMITS.used)
  })

  test('the first view of the admin panel stays within its limit', async () => {
    const moderator = await visited.platform.createUser({ roles: ['MODERATOR'] })
    const page = await visited.open('about:blank')
    await signInBy(visited, page, moderator)
    const bytes = await weigh(page)
    const scripts: Promise<string>[] = []
    page.on('response', response => {
      if (response.request().resourceType() === 'script') scripts.push(response.text())
    })
    await page.goto(`${visited.root}/admin/moderate`)
    // The list draws only the cards that are on the screen, and a few more.
    await page.locator('article.card').nth(3).waitFor()
    await page.waitForLoadState('networkidle')
    // The library of the charts is loaded with the dashboard.
    expect((await Promise.all(scripts)).filter(script => script.includes('u-wrap'))).toEqual([])
    expect(scripts.length).toBeGreaterThan(3)
    await page.context().close()
    const all = Object.values(bytes).reduce((sum, each) => sum + each, 0)
    console.log(`the first view of the admin panel: ${all} bytes`, bytes)
    expect(bytes['Script']).toBeGreaterThan(0)
    expect(all).toBeLessThanOrEqual(LIMITS.admin)
  })
})

const WORDS =
  'the canal water town year people council bridge built money walk question path answer number coal morning reader old heron'.split(
    ' ',
  )
