import { connect, type RawClient } from './socket.ts'

const CLIENTS = 8
const MESSAGES = 60

/**
 * Connects clients that send messages which the server takes milliseconds to refuse. Those of one address take turns,
 * so that it does not read from a client for more than a second. Resolves when all are refused.
 */
export async function sendSlowMessages(url: string): Promise<readonly RawClient[]> {
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => connect(url, { from: '127.0.0.63' })))
  const query = `subscription { ${'commentAdded { id } '.repeat(990)} }`
  const variables = { unknown: Array.from({ length: 8_000 }, () => [1]) }
  for (const client of clients)
    for (let i = 0; i < MESSAGES; i++)
      client.send({ id: `s${i}`, type: 'subscribe', payload: { query: `${query}#${i}`, variables } })
  await Promise.all(
    clients.map(async client => {
      for (let i = 0; i < MESSAGES; i++) await client.next('error')
    }),
  )
  return clients
}
