import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchMessages } from '../../src/live/unfinished-message.ts'
import { frame } from '../http/wire.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('the time in which the server reads nothing is not taken from a client that sends a message', async () => {
  const socket = new PassThrough()
  const late = vi.fn()
  const end = watchMessages(socket, 10_000, late)
  const message = frame(1, '{"type":"ping"}')
  const send = async (bytes: Buffer) => {
    const read = once(socket, 'data')
    socket.write(bytes)
    await read
  }
  // The server handles the first message, and the second one has begun to come.
  await send(Buffer.concat([message, message.subarray(0, 9)]))
  socket.pause()
  vi.advanceTimersByTime(60_000)
  expect(late).not.toHaveBeenCalled()
  socket.resume()
  await once(socket, 'resume')
  vi.advanceTimersByTime(9_999)
  await send(message.subarray(9))
  vi.advanceTimersByTime(60_000)
  expect(late).not.toHaveBeenCalled()

  await send(message.subarray(0, 9))
  vi.advanceTimersByTime(10_000)
  expect(late).toHaveBeenCalledOnce()
  end()
})
