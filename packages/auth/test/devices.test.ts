import { expect, test } from 'vitest'
import { createDevices, DEVICE_LIFETIME } from '../src/index.ts'
import { type CONFIG, DAY, hmacTokens, NOW } from './fixtures.ts'

async function bench(config: Partial<typeof CONFIG> = {}) {
  const state = { now: NOW }
  const now = () => state.now
  const tokens = await hmacTokens({ now, config })
  return { state, tokens, devices: createDevices({ tokens, now }) }
}

test('a device is known again with the accounts it has signed in to, the latest first', async () => {
  const { devices, state } = await bench()
  const first = await devices.read(await devices.remember(null, { userId: 'ada' }))
  state.now += DAY
  const second = await devices.read(await devices.remember(first, { userId: 'eve' }))
  expect(second).toEqual({
    id: first!.id,
    accounts: [
      { userId: 'eve', at: new Date(NOW + DAY), since: null },
      { userId: 'ada', at: new Date(NOW), since: null },
    ],
  })
  state.now += DAY
  const third = await devices.read(await devices.remember(second, { userId: 'ada', since: new Date(NOW + 5) }))
  expect(third!.accounts).toEqual([
    { userId: 'ada', at: new Date(NOW + 2 * DAY), since: new Date(NOW + 5) },
    { userId: 'eve', at: new Date(NOW + DAY), since: null },
  ])
})

test('each account is known for a year after its own last time', async () => {
  const { devices, state } = await bench()
  const first = await devices.remember(null, { userId: 'ada' })
  state.now += DEVICE_LIFETIME - DAY
  const second = await devices.remember(await devices.read(first), { userId: 'eve' })
  state.now += DAY
  expect((await devices.read(second))!.accounts.map(({ userId }) => userId)).toEqual(['eve'])
  state.now += DEVICE_LIFETIME
  expect([await devices.read(first), await devices.read(second)]).toEqual([null, null])
})

test('an account’s devices count from its own date, however often other accounts sign in', async () => {
  const { devices } = await bench()
  let device = await devices.read(await devices.remember(null, { userId: 'ada', since: new Date(NOW - DAY) }))
  device = await devices.read(await devices.remember(device, { userId: 'eve' }))
  device = await devices.read(await devices.remember(device, { userId: 'eve', since: new Date(NOW - 1) }))
  expect(device!.accounts.map(({ userId, since }) => [userId, since?.getTime() ?? null])).toEqual([
    ['eve', NOW - 1],
    ['ada', NOW - DAY],
  ])
})

test.each([
  ['short ids', 'user', 5],
  ['the longest ids there may be', '漢'.repeat(250), 2],
])('fits into a cookie with %s', async (_name, prefix, most) => {
  const { devices } = await bench()
  let token: string | null = null
  for (let i = 0; i < 20; i++) token = await devices.remember(await devices.read(token), { userId: `${prefix}${i}` })
  expect(token!.length).toBeLessThanOrEqual(3_700)
  const { accounts } = (await devices.read(token))!
  expect(accounts[0]!.userId).toBe(`${prefix}19`)
  expect(accounts).toHaveLength(most)
})

test('devices work with any name of the claim that holds the user’s id', async () => {
  const { devices } = await bench({ userIdClaim: 'accounts.id' })
  expect((await devices.read(await devices.remember(null, { userId: 'ada' })))!.accounts).toHaveLength(1)
})

test.each<[name: string, claims: Record<string, unknown>]>([
  ['no device', {}],
  ['another form', { platform_device: 'x' }],
  ['an id that is none', { platform_device: { id: 'x', accounts: [] } }],
  [
    'too many accounts',
    {
      platform_device: {
        id: crypto.randomUUID(),
        accounts: Array.from({ length: 6 }, () => ({ user: 'ada', at: NOW, since: null })),
      },
    },
  ],
  [
    'an object for a user',
    { platform_device: { id: crypto.randomUUID(), accounts: [{ user: { $gt: '' }, at: NOW, since: null }] } },
  ],
  [
    'nothing of when devices were forgotten',
    { platform_device: { id: crypto.randomUUID(), accounts: [{ user: 'ada', at: NOW }] } },
  ],
])('a token that says %s is none', async (_name, claims) => {
  const { devices, tokens } = await bench()
  expect(await devices.read((await tokens.sign({ kind: 'device', userId: 'ada', claims })).token)).toBeNull()
})

test('a token of another kind, or signed by another key, is none', async () => {
  const { devices, tokens } = await bench()
  const strange = createDevices({
    tokens: await hmacTokens({ secret: 'another secret of at least thirty-two bytes' }),
    now: () => NOW,
  })
  expect([
    await devices.read((await tokens.sign({ kind: 'session', userId: 'ada' })).token),
    await devices.read(await strange.remember(null, { userId: 'ada' })),
    await devices.read(''),
    await devices.read(null),
  ]).toEqual([null, null, null, null])
})
