import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { signInBy } from './writer.ts'

describeWith(CHROMIUM)('an office, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  beforeAll(async () => {
    visited = await startVisited()
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  test('every connection of one address can have the subscriptions of a signed-in reader', async () => {
    const { platform, root } = visited
    const asset = await platform.createAsset()
    const page = await visited.open('about:blank')
    await signInBy(visited, page, await platform.createUser())
    const operations = new Set<string>()
    page.on('websocket', socket =>
      socket.on('framesent', ({ payload }) => {
        const { type, payload: operation } = JSON.parse(String(payload))
        if (type === 'subscribe') operations.add(operation.extensions.documentId)
      }),
    )
    await page.goto(`${root}/discussions/${asset.id}`)
    await expect.poll(() => operations.size, { timeout: 20_000 }).toBe(13)
    const { liveConnectionsPerAddress, liveSubscriptionsPerAddress } = platform.services.config
    expect(liveConnectionsPerAddress * operations.size).toBeLessThan(liveSubscriptionsPerAddress)
  })
})
