import { join } from 'node:path'
import { buildStream } from '@platform/stream/build'
import { expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { ENTRY, openDevSite, part, style } from './dev-page.ts'
import { write } from './dev-server.ts'

/** The milliseconds that something takes. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

describeWith(CHROMIUM)('in Chromium', { timeout: 90_000 }, () => {
  test('an open page shows a saved part about a second after what the build of it takes', async () => {
    await using site = await openDevSite()
    await using opened = await site.open({
      [ENTRY]: part({ text: 'Hello' }),
      'plugins/hello/client/hello.css': style('rgb(1, 2, 3)'),
    })
    const { page, hello } = opened
    await hello.click()
    await expect.poll(() => hello.textContent(), { timeout: 20_000 }).toBe('Hello 1')
    const entry = join(opened.path, ENTRY)
    const parts = [{ plugin: 'hello', version: null, entry, hash: '' }]
    const [saved, built]: [number[], number[]] = [[], []]
    for (const text of ['One', 'Two', 'Three']) {
      saved.push(
        await timeOf(async () => {
          await write(opened.path, { [ENTRY]: part({ text }) })
          await page.waitForFunction(shown => document.querySelector('.hello')?.textContent?.startsWith(shown), text)
        }),
      )
      // The machine may be busy with something else, so the same build is measured beside it.
      built.push(await timeOf(() => buildStream({ parts, out: join(opened.path, 'beside'), isWatched: true })))
    }
    // A page asks twice a second, and the server waits a moment for further files of the same save.
    expect(Math.min(...saved)).toBeLessThan(1_000 + 2 * Math.max(...built))
  })
})
