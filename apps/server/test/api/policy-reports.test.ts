import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LivePlatform, startLive } from '../live/socket.ts'

let live: LivePlatform
beforeAll(async () => {
  live = await startLive({ now: new Date('2026-03-01T12:00:00Z') })
})
afterAll(() => live[Symbol.asyncDispose]())

const report = (sample: string) =>
  fetch(`http://127.0.0.1:${live.listening.port}/api/v1/csp`, {
    method: 'POST',
    headers: { 'content-type': 'application/csp-report' },
    body: JSON.stringify({ 'csp-report': { 'script-sample': sample, 'original-policy': sample } }),
  })

test('a report of more than 8 KiB is refused', async () => {
  expect((await report('x'.repeat(5_500))).status).toBe(413)
  expect((await report('x'.repeat(3_000))).status).toBe(202)
})

test('one address sends 60 reports in a minute', async () => {
  live.platform.clock.advance(60_000)
  const statuses = []
  for (let i = 0; i < 70; i++) statuses.push((await report('eval')).status)
  expect([statuses.indexOf(429), statuses.slice(60).every(status => status === 429)]).toEqual([60, true])
  live.platform.clock.advance(60_000)
  expect((await report('eval')).status).toBe(202)
})
