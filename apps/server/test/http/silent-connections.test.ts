import { once } from 'node:events'
import { connect } from 'node:net'
import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'

test('a connection that sends nothing is closed within 10 s, without an answer that its client would have to read [H07]', {
  timeout: 20_000,
}, async () => {
  await using platform = await createTestPlatform({ env: { PORT: '0' } })
  const { port, stop } = await platform.listen()
  const began = performance.now()
  // No listener for data: the end behind an answer would never be noticed.
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'close')
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(socket.bytesRead).toBe(0)
  await stop()
})
