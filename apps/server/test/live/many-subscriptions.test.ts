import { expect, test } from 'vitest'
import { emptyFolder, serve } from '../cli/command.ts'
import { freePort } from '../free-port.ts'
import { connect, type RawClient } from './socket.ts'

const CLIENTS = 30
const EACH = 40

/** A document that takes some time to check, and is unlike every other one, because equal ones are checked once. */
const long = (nth: number) =>
  `subscription { commentAdded { ...a ...b ...c ...d nth${nth}: id } } ${['a', 'b', 'c', 'd'].map(fragment).join(' ')}`
const fragment = (name: string) => `fragment ${name} on Comment { ${'id body '.repeat(20)} }`
let documents = 0

/** Subscribes many times in one write, and waits for the answer to the last message. */
async function subscribeOften(client: RawClient): Promise<void> {
  for (let i = 0; i < EACH; i++) client.send({ id: `s${i}`, type: 'subscribe', payload: { query: long(documents++) } })
  client.send({ id: 'last', type: 'subscribe', payload: { query: 'subscription { nothing }' } })
  await client.next('error', 'last')
}

test('others are served while one address begins more than a thousand subscriptions', async () => {
  await using folder = await emptyFolder()
  const port = await freePort()
  await using server = await serve({
    cwd: folder.path,
    port,
    env: { PLATFORM_GRAPHQL_BUDGET: '1000000000', PLATFORM_LIVE_SUBSCRIPTIONS_PER_ADDRESS: '100000' },
  })
  const url = `ws://127.0.0.1:${port}/api/v1/live`
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => connect(url)))
  const began = performance.now()
  let done = false
  const all = Promise.all(clients.map(subscribeOften)).then(() => {
    done = true
    return performance.now() - began
  })
  const waits: number[] = []
  while (!done) {
    const since = performance.now()
    await (await fetch(`${server.url}/livez`)).text()
    waits.push(performance.now() - since)
  }
  const total = await all
  expect(Math.max(...waits) / total, `${waits.length} waits within ${total} ms`).toBeLessThan(0.4)
  for (const { socket } of clients) socket.terminate()
}, 60_000)
