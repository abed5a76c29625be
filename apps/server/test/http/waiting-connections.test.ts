import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startLive } from '../live/socket.ts'

const REQUEST = 'GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n'

test('a server that stops answers the connections that wait at its listener', async () => {
  await using live = await startLive({ env: { PLATFORM_DRAIN_DELAY: '0s' } })
  // The server accepts none of them before the stop begins, because this code does not wait for anything.
  const clients = Array.from({ length: 20 }, () => connect(live.listening.port, '127.0.0.1'))
  const answers = clients.map(async client => {
    const received = text(client)
    await once(client, 'connect')
    client.write(REQUEST)
    return (await received).split('\r\n', 1)[0]
  })
  const stopped = live.listening.stop()
  expect(await Promise.all(answers)).toEqual(clients.map(() => 'HTTP/1.1 200 OK'))
  await stopped
})
