import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Server } from '../../apps/server/test/cli/command.ts'
import { ADDED, connect, subscribe } from '../../apps/server/test/live/socket.ts'
import { proxyTo } from '../../apps/server/test/outages/proxy.ts'
import { describeWith, testWith } from '../../test/needs.ts'
import { checkDeliveries } from './check.ts'
import { newLedger } from './ledger.ts'
import { type Mutation, TRUSTS_SILENCE } from './mutations.ts'
import { call } from './requests.ts'
import { type SharedSite, sharedStores } from './shared-stores.ts'
import type { Scene } from './site.ts'
import { visitors } from './visitors.ts'

const stores = await sharedStores()

/** The time within which a change on one server is seen on another one. Milliseconds. */
const SOON = 1_000
const COUNT = 'query ($id: ID!) { asset(id: $id) { totalCommentCount } }'
const SETTINGS = '{ settings { organizationName } }'

/** A silent server has ended for certain after eight seconds. It takes a minute and a half otherwise. */
const ENDED_SOON: Mutation = {
  module: ['server', 'src/pubsub/peers.ts'],
  before: 'const hearing = ',
  after: 'gone = 8_000; const hearing = ',
}

const liveOf = ({ url }: Server) => `${url.replace('http', 'ws')}/api/v1/live`
const countOn = async ({ url }: Server, id: string) =>
  (await call(url).graphql(COUNT, { id })).asset.totalCommentCount as number
const post = (server: Server, scene: Scene, ledger = newLedger()) =>
  visitors({ scene, ledger, url: () => server.url }).post(scene.people[0]!)

/** Asks until the answer is the expected one. @returns after how many milliseconds it was. */
async function timeUntil<T>(ask: () => Promise<T>, expected: T): Promise<number> {
  const since = performance.now()
  await expect.poll(ask, { timeout: 10_000, interval: 10 }).toEqual(expected)
  return performance.now() - since
}

describeWith(...stores.needs)('two servers on one MongoDB and one Redis', () => {
  let shared: SharedSite
  let one: Server
  let other: Server
  let scene: Scene
  beforeAll(async () => {
    shared = await stores.open()
    one = await shared.site.start()
    other = await shared.site.start()
    scene = shared.site.scene
  })
  afterAll(() => shared?.[Symbol.asyncDispose]())

  test('a session that began on one is accepted by the other, and its end is known there at once [J14]', async () => {
    const token = await call(one.url).signIn(scene.people[1]!)
    const client = await connect(liveOf(other), { init: { token } })
    expect(await call(other.url).status(token)).toBe(200)
    await call(one.url).signOut(token)
    expect(await call(other.url).status(token)).toBe(401)
    expect((await client.closed).code).toBe(4403)
  })

  test('a role that one gives ends all sessions of the user on the other [J22]', async () => {
    const token = await call(other.url).signIn(scene.people[2]!)
    const client = await connect(liveOf(other), { init: { token } })
    await call(one.url).setRole(scene.administrator, scene.people[2]!.id, 'STAFF')
    expect(await call(other.url).status(token)).toBe(401)
    expect((await client.closed).code).toBe(4403)
    expect(await call(one.url).status(await call(other.url).signIn(scene.people[2]!))).toBe(200)
  })

  test('a setting that changes on one is answered by the other within a second', async () => {
    const ask = () => call(other.url).graphql(SETTINGS)
    await ask()
    await call(one.url).graphql(
      'mutation { answer: updateSettings(input: { organizationName: "The Paper" }) { errors { translation_key } } }',
      {},
      scene.administrator,
    )
    expect(await timeUntil(ask, { settings: { organizationName: 'The Paper' } })).toBeLessThan(SOON)
  })

  test('a comment that is posted on one is in the cached answers of the other within a second, and goes out live there', async () => {
    const id = scene.assets[0]!
    const client = await connect(liveOf(other))
    await subscribe(client, '1', ADDED, { id })
    const before = await countOn(other, id)
    const posted = await post(one, scene)
    expect(await timeUntil(() => countOn(other, id), before + 1)).toBeLessThan(SOON)
    expect((await client.next('next', '1')).payload).toMatchObject({ data: { commentAdded: { id: posted.id } } })
    client.socket.terminate()
  })

  test('jobs that either adds are done once by one of them [F9]', async () => {
    const ledger = newLedger()
    await Promise.all(Array.from({ length: 10 }, (_, at) => post(at % 2 ? one : other, scene, ledger)))
    const wrong = () => checkDeliveries(ledger, shared.site.receivers, { once: true })
    await expect.poll(wrong, { timeout: 20_000 }).toEqual([])
  })
})

/**
 * Freezes Redis, and posts on one server what the other one is asked for.
 *
 * @returns the new comments in the other server's answer, and how its socket was closed when Redis went on.
 */
async function freezeRedis({ mutation }: { readonly mutation?: Mutation } = {}) {
  await using shared = await stores.open({ tells: false })
  const { site, redis } = shared
  const [one, other] = [await site.start(), await site.start({ mutation })]
  const id = site.scene.assets[0]!
  const client = await connect(liveOf(other))
  await subscribe(client, '1', ADDED, { id })
  const before = await countOn(other, id)
  redis.signal('SIGSTOP')
  await expect.poll(() => call(one.url).readiness(), { timeout: 5_000 }).toContain('shared answers: none')
  await post(one, site.scene)
  const [seen, readiness] = [(await countOn(other, id)) - before, await call(other.url).readiness()]
  redis.signal('SIGCONT')
  const closed = mutation ? null : await client.closed
  await expect.poll(() => call(other.url).readiness(), { timeout: 20_000 }).toBe('ok\n')
  client.socket.terminate()
  return { seen, readiness, closed }
}

testWith(...stores.needs)(
  'a server that has not heard Redis for a second answers from the store, says so, and closes sockets when Redis is back [F2, F7]',
  { timeout: 60_000 },
  async () => {
    expect(await freezeRedis()).toEqual({
      seen: 1,
      readiness: expect.stringContaining('the key-value store has not been heard for a second'),
      closed: { code: 1013, reason: expect.stringContaining('read what is newer') },
    })
  },
)

testWith(...stores.needs)(
  'what a server changed that could not reach Redis, and then was killed, is known by the others once it has ended for certain [F2, F7]',
  { timeout: 60_000 },
  async () => {
    await using shared = await stores.open({ tells: false })
    const { site, redis } = shared
    await using way = await proxyTo(redis.url)
    const one = await site.start({ env: { PLATFORM_KVSTORE_URL: way.url } })
    const other = await site.start({ mutation: ENDED_SOON })
    const id = site.scene.assets[0]!
    const client = await connect(liveOf(other))
    await subscribe(client, '1', ADDED, { id })
    await expect.poll(() => call(one.url).readiness()).toBe('ok\n')
    const before = await countOn(other, id)
    way.freeze()
    await post(one, site.scene)
    one.stop('SIGKILL')
    const readiness = () => call(other.url).readiness()
    await expect.poll(readiness).toContain('another server has not been heard for a second')
    // Nobody asks for the count meanwhile, so what is kept of it is that of before.
    await expect.poll(readiness, { timeout: 20_000 }).toBe('ok\n')
    expect(await countOn(other, id)).toBe(before + 1)
    expect(await client.closed).toEqual({ code: 1013, reason: expect.stringContaining('read what is newer') })
  },
)

testWith(...stores.needs)('the check finds a server that trusts silence', { timeout: 60_000 }, async () => {
  expect((await freezeRedis({ mutation: TRUSTS_SILENCE })).seen).toBe(0)
})
