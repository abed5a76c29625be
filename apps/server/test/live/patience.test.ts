import { afterAll, beforeAll, expect, test } from 'vitest'
import { post } from '../comments/operations.ts'
import { frame, openWire, upgradeHead } from '../http/wire.ts'
import { type LivePlatform, startLive } from './socket.ts'

let live: LivePlatform
beforeAll(async () => {
  live = await startLive({ deadlines: { message: 400, closeConfirmation: 400 } })
})
afterAll(() => live[Symbol.asyncDispose]())

/** A connection that is let in, whose frames the test makes itself. */
async function openLive() {
  const wire = await openWire(live.listening.port)
  wire.socket.write(`${upgradeHead('/api/v1/live')}\r\n\r\n`)
  wire.socket.write(frame(1, '{"type":"connection_init"}'))
  await wire.until('connection_ack')
  return wire
}

/** A frame that another one of the same message follows. */
const FIRST = (text: string) => {
  const bytes = frame(1, text)
  bytes[0]! &= 0x7f
  return bytes
}
const PING = frame(9, '')

test.each<[name: string, start: Buffer]>([
  ['its first fragment', FIRST('{"type":')],
  ['half a frame', frame(1, '{"type":"ping"}').subarray(0, 9)],
  ['half of the head of a frame', frame(1, '{"type":"ping"}').subarray(0, 1)],
])('a message of which only %s comes ends the connection with 1008 [W15]', async (_name, start) => {
  const wire = await openLive()
  const since = performance.now()
  wire.socket.write(start)
  await wire.ended
  expect(performance.now() - since).toBeLessThan(5_000)
  expect(wire.received).toContain('\x03\xf0Send a whole message within 0.4 s')
})

test('pings between the fragments of a message give it no more time', async () => {
  const wire = await openLive()
  wire.socket.write(FIRST('{"type":'))
  const pings = setInterval(() => wire.socket.write(PING), 50)
  await wire.ended
  clearInterval(pings)
  expect(wire.received).toContain('Send a whole message')
})

test('a client that sends whole messages, some in fragments, stays', async () => {
  const wire = await openLive()
  const message = Buffer.concat([FIRST('{"type":'), PING, frame(0, '"ping"}')])
  // Every part ends within a message, and each completes the one before.
  for (let i = 0; i < 12; i++) {
    const [a, b] = [message.subarray(0, 5), message.subarray(5)]
    wire.socket.write(i === 0 ? a : Buffer.concat([message.subarray(5), a]))
    await new Promise(resolve => setTimeout(resolve, 60))
    if (i === 11) wire.socket.write(b)
  }
  await expect.poll(() => wire.received.match(/\{"type":"pong"\}/g)?.length).toBe(12)
  expect(wire.received).not.toContain('Send a whole message')
  wire.socket.destroy()
})

test('a client that does not close after the server did is dropped soon', async () => {
  const wire = await openLive()
  const since = performance.now()
  wire.socket.write(frame(1, 'nonsense'))
  await wire.ended
  expect(performance.now() - since).toBeLessThan(5_000)
})

test('a client that reads no more is dropped soon after 1013 [W21]', async () => {
  const asset = await live.platform.createAsset()
  const fields = Array.from({ length: 30 }, (_, i) => `b${i}: body`).join(' ')
  const query = `subscription { commentAdded(asset_id: "${asset.id}") { id ${fields} } }`
  const wire = await openLive()
  wire.socket.write(frame(1, JSON.stringify({ id: '1', type: 'subscribe', payload: { query } })))
  wire.socket.write(frame(1, '{"type":"ping"}'))
  await wire.until('pong')
  wire.socket.pause()
  const gone = new Promise(resolve => wire.socket.once('close', resolve))
  const author = live.platform.as(await live.platform.createUser({ roles: ['ADMIN'] }))
  // The system takes some megabytes for a client that does not read.
  for (let i = 0; i < 100; i++) await post(author, { asset_id: asset.id, body: `${i} ${'word '.repeat(900)}` })
  const since = performance.now()
  // Such a client learns that its connection is gone when it sends something.
  const pings = setInterval(() => wire.socket.write(PING), 50)
  await gone
  clearInterval(pings)
  expect(performance.now() - since).toBeLessThan(5_000)
})
