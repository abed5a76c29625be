import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { Connection } from '../../src/live/connection.ts'
import { createOutgoing, textFrame } from '../../src/live/outgoing.ts'

const server = createServer()
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
const opened: Connection[] = []

beforeAll(async () => {
  server.on('upgrade', (request, raw, head) =>
    sockets.handleUpgrade(request, raw, head, socket => opened.push({ socket, raw, request } as unknown as Connection)),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  for (const socket of sockets.clients) socket.terminate()
  server.close()
})

/** A client, and the connection of the server to it. */
async function connect() {
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await once(client, 'open')
  await expect.poll(() => opened.length).toBeGreaterThan(0)
  return { client, connection: opened.pop()! }
}

test.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])('a text of %i bytes arrives as it is', async length => {
  const { client, connection } = await connect()
  const text = 'é'.repeat(length >> 1) + 'x'.repeat(length % 2)
  const arrived = once(client, 'message')
  connection.raw.write(textFrame(text))
  const [data, isBinary] = await arrived
  expect([String(data), isBinary]).toEqual([text, false])
  client.terminate()
})

test('what all clients leave unread together is bounded: those that wait for most are closed with 1013', async () => {
  const outgoing = createOutgoing({ each: 8 * 1024 * 1024, together: 6 * 1024 * 1024 })
  const [reader, slow, slower] = [await connect(), await connect(), await connect()]
  for (const { client } of [slow, slower]) client.pause()
  let read = 0
  reader.client.on('message', () => {
    read++
  })
  const frame = textFrame('x'.repeat(256 * 1024))
  const unread = () => slow.connection.raw.writableLength + slower.connection.raw.writableLength
  let sent = 0
  while (slower.connection.socket.readyState === WebSocket.OPEN && sent < 400) {
    outgoing.sendFrame(slower.connection, frame)
    outgoing.sendFrame(slower.connection, frame)
    outgoing.sendFrame(slow.connection, frame)
    outgoing.sendFrame(reader.connection, frame)
    sent++
    await expect.poll(() => read).toBe(sent)
    expect(unread()).toBeLessThan(15 * 1024 * 1024)
  }
  // It left less unread than a single client may.
  expect(slower.connection.raw.writableLength).toBeLessThan(7 * 1024 * 1024)
  const closed = once(slower.client, 'close')
  slower.client.resume()
  expect((await closed)[0]).toBe(1013)
  expect([slow, reader].map(({ connection }) => connection.socket.readyState)).toEqual([WebSocket.OPEN, WebSocket.OPEN])
})
