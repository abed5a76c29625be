import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { onEveryKvstore } from '../../../apps/server/test/kvstores.ts'
import { changed, expectRefused, returningTo } from './support/returning.ts'
import { popupMessage, type Scene, startScene, whoIs } from './support/scene.ts'

onEveryKvstore(store => {
  let scene: Scene
  beforeAll(async () => {
    scene = await startScene({ env: store.env() })
  })
  beforeEach(() => {
    scene.first.account = { sub: crypto.randomUUID(), name: 'Ada' }
  })
  afterAll(() => scene?.[Symbol.asyncDispose]())
  const returning = () => returningTo(scene)

  test.each<[string, (query: URLSearchParams) => void]>([
    [
      'is missing',
      query => {
        query.delete('state')
      },
    ],
    [
      'is wrong',
      query => {
        query.set('state', 'x'.repeat(43))
      },
    ],
    [
      'comes twice',
      query => {
        query.append('state', query.get('state')!)
      },
    ],
    [
      'is empty',
      query => {
        query.set('state', '')
      },
    ],
    [
      'is very long',
      query => {
        query.set('state', 'x'.repeat(4_000))
      },
    ],
  ])('a state that %s is refused [O05]', async (_what, change) => {
    const { browser, back } = await returning()
    expectRefused(await browser.go(changed(back, change)), 400)
    expect(await whoIs(scene, browser)).toBeNull()
  })

  test('a state works once [O05]', async () => {
    const { browser, back } = await returning()
    expect(popupMessage(await browser.go(back.href)).message.name).toBe('PLATFORM_SIGNED_IN')
    expectRefused(await browser.go(back.href), 400)
  })

  test('of ten callbacks with one state, one succeeds [O05]', async () => {
    const { browser, back } = await returning()
    const ends = await Promise.all(Array.from({ length: 10 }, () => browser.go(back.href)))
    expect(ends.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test("another browser's state is refused, and stays good where it began [O05]", async () => {
    const { browser, back } = await returning()
    const other = await returning()
    for (const stranger of [scene.browser(), other.browser]) expectRefused(await stranger.go(back.href), 400)
    expect((await browser.go(back.href)).status).toBe(200)
  })

  test('a state is refused after ten minutes [O05]', async () => {
    const { browser, back } = await returning()
    await store.pass(scene.platform, 10 * 60_000 + 1)
    expectRefused(await browser.go(back.href), 400)
  })

  test("a state of one provider is refused at the other's callback [O05]", async () => {
    const { browser, back } = await returning()
    expectRefused(await browser.go(back.href.replace('/first/', '/second/')), 400)
  })
})
