import { expect, test } from 'vitest'
import { connect, type RawClient } from '../../apps/server/test/live/socket.ts'
import { call } from './requests.ts'
import { openSite } from './site.ts'

const CLIENTS = 6
const EACH = 95
/** The memory for what lives long. Parsed, the documents of the clients would take more. Megabytes. */
const MEMORY = 192

let documents = 0
/** A name may stand twenty times in a selection, and a selection on each of twelve levels. */
const FIELDS = 'id body status created_at '.repeat(20)
const LEVELS = 10
/** A document with many fields, unlike every other one. */
const long = () =>
  `subscription ($id: ID!) { commentAdded(asset_id: $id) { ${FIELDS} nth${documents++}: id
    ${`parent { ${FIELDS}`.repeat(LEVELS)} ${'}'.repeat(LEVELS)} } }`
const POST =
  'mutation ($id: ID!) { answer: createComment(input: { asset_id: $id, body: "Heard by all" }) { errors { translation_key } } }'

/** Asks for health until the work is done. @returns the longest wait, as a part of the time of the work. */
async function longestWait(url: string, work: Promise<unknown>): Promise<number> {
  const began = performance.now()
  let done = false
  const finished = work.finally(() => {
    done = true
  })
  let longest = 0
  while (!done) {
    const since = performance.now()
    await (await fetch(`${url}/livez`)).text()
    longest = Math.max(longest, performance.now() - since)
  }
  await finished
  return longest / (performance.now() - began)
}

test('a server with little memory carries hundreds of long subscriptions, all different, and serves others while an event is executed for them', {
  timeout: 90_000,
}, async () => {
  await using site = await openSite({ tells: false })
  const server = await site.start({ env: { NODE_OPTIONS: `--max-old-space-size=${MEMORY}` } })
  const [id] = site.scene.assets
  const url = `${server.url.replace('http', 'ws')}/api/v1/live`
  const subscribed = async (client: RawClient) => {
    for (let i = 0; i < EACH; i++)
      client.send({ id: `s${i}`, type: 'subscribe', payload: { query: long(), variables: { id } } })
    client.send({ type: 'ping' })
    await client.next('pong')
    return client
  }
  const clients = await Promise.all(Array.from({ length: CLIENTS }, async () => subscribed(await connect(url))))
  const heard = Promise.all(
    clients.flatMap(client => Array.from({ length: EACH }, (_, i) => client.next('next', `s${i}`))),
  )
  const work = call(server.url)
    .graphql(POST, { id }, site.scene.people[0])
    .then(() => heard)
  expect(await longestWait(server.url, work)).toBeLessThan(0.4)
  expect(await heard).toHaveLength(CLIENTS * EACH)
  for (const { socket } of clients) socket.terminate()
})
