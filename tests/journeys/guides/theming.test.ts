import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startVisited, type Visited } from '../../../apps/server/test/pages/browser.ts'
import { CHROMIUM } from '../../../apps/server/test/pages/chromium.ts'
import { type Blog, startBlog } from '../../../apps/server/test/stream/blog.ts'
import { describeWith } from '../../../test/needs.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string) => readFileSync(ROOT + path, 'utf8')
const GUIDE = read('docs/guide/theming.md')
const [SHEET = ''] = [...GUIDE.matchAll(/```css\n(.*?)```/gs)].map(([, sheet]) => sheet)

test('the guide lists every token', () => {
  const tokens = [...read('packages/client-kit/styles/tokens.css').matchAll(/^ {2}(--[\w-]+):/gm)].map(
    ([, name]) => name,
  )
  const [, section = ''] = /## Tokens\n(.*?)\n## /s.exec(GUIDE) ?? []
  const listed = [...section.matchAll(/^\|(.*?)\|/gm)].flatMap(([, cell]) => cell?.match(/--[a-z][\w-]*/g) ?? [])
  expect([...listed].sort()).toEqual([...new Set(tokens)].sort())
})

describeWith(CHROMIUM)("an operator's style sheet, in Chromium", { timeout: 60_000 }, () => {
  let visited: Visited
  let blog: Blog
  beforeAll(async () => {
    visited = await startVisited()
    blog = await startBlog()
  }, 60_000)
  afterAll(async () => {
    await blog?.[Symbol.asyncDispose]()
    await visited?.[Symbol.asyncDispose]()
  })

  test('from another host changes the tokens of the frame, in both themes, and the classes that stay', async () => {
    const { platform } = visited
    const customCssUrl = blog.put('/looks.css', SHEET)
    const asset = await platform.createAsset({ settings: { customCssUrl } })
    await platform.createComment({ asset })
    const page = await visited.open('about:blank')
    const looks = () =>
      page.evaluate(() => {
        const style = (selector: string) => getComputedStyle(document.querySelector(selector)!)
        return [style('.join .button').backgroundColor, style('.comment .author').fontWeight]
      })
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(`${visited.root}/embed/stream?asset_id=${asset.id}`)
    expect(await looks()).toEqual(['rgb(122, 31, 61)', '700'])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await looks()).toEqual(['rgb(240, 166, 189)', '700'])
    const [, section = ''] = /## Classes\n(.*?)\n## /s.exec(GUIDE) ?? []
    const sources = globSync('apps/stream/src/thread/**/*.tsx', { cwd: ROOT }).map(read).join('\n')
    for (const [, name] of section.matchAll(/^\| `\.([\w-]+)`/gm))
      expect([name, new RegExp(`["'\`{ ]${name}["'\`$ ]`).test(sources)]).toEqual([name, true])
    expect(visited.complaints).toEqual([])
    await page.context().close()
  })
})
