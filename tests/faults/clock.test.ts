import { expect } from 'vitest'
import { testWith } from '../../test/needs.ts'
import { checkDeliveries, checkStores } from './check.ts'
import { FAKETIME, movedClock } from './clock.ts'
import { crowd, untilPosted } from './crowd.ts'
import { newLedger } from './ledger.ts'
import { ACCEPTS_THE_FUTURE, type Mutation } from './mutations.ts'
import { call } from './requests.ts'
import { openSite, type Person } from './site.ts'
import { visitors } from './visitors.ts'

const HOUR = 3_600

/**
 * Sets the clock of a server forward and back while visitors write. At the later time a session ends, all sessions of
 * another person end, and a third one signs in.
 *
 * @returns what is wrong in the stores, and how these sessions are answered when the clock is right again.
 */
async function setClock({ mutation }: { readonly mutation?: Mutation } = {}) {
  await using site = await openSite()
  const clock = await movedClock(site.folder)
  const server = await site.start({ mutation, env: clock.env })
  const { scene } = site
  const [leaving, promoted, ...people] = scene.people as [Person, Person, ...Person[]]
  const asked = call(server.url)
  const ledger = newLedger()
  using visits = visitors({ scene: { ...scene, people }, ledger, url: () => server.url })
  const visiting = crowd(visits, 2)
  const hour = (expected: number) => expect.poll(asked.hour, { timeout: 10_000 }).toBe(expected)
  const delivered = () =>
    expect.poll(() => checkDeliveries(ledger, site.receivers, { once: true }), { timeout: 20_000 }).toEqual([])
  await untilPosted(ledger, 4)
  await clock.set(3 * HOUR)
  await hour(3)
  await untilPosted(ledger, 4)
  await visiting.stop()
  await asked.signOut(leaving.token)
  await asked.setRole(scene.administrator, promoted.id, 'STAFF')
  const future = await asked.signIn(people[0]!)
  await delivered()
  await clock.set(0)
  await hour(0)
  await visits.round()
  const sessions = {
    ended: await asked.status(leaving.token),
    allEnded: await asked.status(promoted.token),
    future: await asked.status(future),
    again: await asked.status(await asked.signIn(people[0]!)),
  }
  await delivered()
  server.stop('SIGTERM')
  expect((await server.ended).exitCode).toBe(0)
  return { sessions, wrong: await site.read(docstore => checkStores(docstore, ledger, scene.moderator.id)) }
}

testWith(FAKETIME)(
  'a clock that is set forward and back loses nothing and brings no session back [J31]',
  { timeout: 60_000 },
  async () => {
    expect(await setClock()).toEqual({ sessions: { ended: 401, allEnded: 401, future: 401, again: 200 }, wrong: [] })
  },
)

testWith(FAKETIME)(
  'the check finds a server that accepts tokens from its own future',
  { timeout: 60_000 },
  async () => {
    const { sessions } = await setClock({ mutation: ACCEPTS_THE_FUTURE })
    expect(sessions.future).toBe(200)
  },
)
