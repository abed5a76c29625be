import { createTestPlatform } from '@platform/plugin-testing'
import { loadStreamBuild, type StreamState, withParts } from '@platform/stream'
import { expect, test } from 'vitest'
import { writeThread } from '../../../apps/server/test/stream/long-thread.ts'
import { atUsualSpeed } from '../../../test/slowness.ts'

/** What drawing twenty comments may take, in milliseconds of processor time: the clock counts other work too. */
const MOST = 8
/** Some machines count processor time in steps of 10 ms, so many drawings are measured together. */
const DRAWINGS = 40
const SAMPLES = 5

test('twenty comments that are not kept are drawn in at most 8 ms', async () => {
  await using platform = await createTestPlatform({ env: { PORT: '0' } })
  const asset = await writeThread(platform, {
    roots: 20,
    textOf: number =>
      `${number}: ${'The canal was full of water again last week. See https://canal.example/archive for more. '.repeat(4)}`,
  })
  const { port, stop } = await platform.listen()
  const markup = await (await fetch(`http://localhost:${port}/embed/stream?asset_id=${asset.id}`)).text()
  await stop()
  const [, json = ''] = /id="platform-state">(.*?)<\/script>/s.exec(markup) ?? []
  const state = JSON.parse(json) as StreamState
  expect(state.comments.nodes).toHaveLength(20)
  // The parts of the repository's own list are drawn, as on a fresh start.
  const build = withParts(await loadStreamBuild(), ['platform-plugin-respect'])
  const drawn = { ...state, parts: ['platform-plugin-respect'] }
  const drawing = () => {
    const before = process.threadCpuUsage()
    for (let at = 0; at < DRAWINGS; at += 1) expect(build.render(drawn)).toContain('canal.example')
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000 / DRAWINGS
  }
  const cost = await atUsualSpeed('drawing twenty comments', { warm: 0, samples: SAMPLES, measure: drawing })
  expect(cost).toBeGreaterThan(0)
  expect(cost).toBeLessThanOrEqual(MOST)
})
