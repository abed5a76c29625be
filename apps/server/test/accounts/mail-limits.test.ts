import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { onEveryKvstore } from '../kvstores.ts'
import { BEHIND_PROXY, post } from './attempts.ts'
import { mailsTo, PASSWORD } from './letters.ts'

onEveryKvstore(store => {
  let platform: TestPlatform
  beforeEach(async () => {
    platform = await createTestPlatform({
      now: new Date('2026-03-01T12:00:00.000Z'),
      env: { ...BEHIND_PROXY, ...store.env() },
    })
  })
  afterEach(() => platform[Symbol.asyncDispose]())

  async function mutate(
    who: TestUser,
    from: string,
    query: string,
    variables: Record<string, unknown>,
  ): Promise<string | null> {
    const { body } = await post(
      platform,
      '/api/v1/graph/ql',
      { query, variables },
      { authorization: `Bearer ${who.token}`, 'x-forwarded-for': from },
    )
    return (
      (Object.values(body.data)[0] as { errors: { translation_key: string }[] } | null)?.errors[0]?.translation_key ??
      null
    )
  }
  const change = (who: TestUser, from: string, email: string) =>
    mutate(
      who,
      from,
      'mutation ($input: ChangeEmailInput!) { changeEmail(input: $input) { errors { translation_key } } }',
      { input: { email, password: PASSWORD } },
    )
  const attach = (who: TestUser, from: string, email: string) =>
    mutate(
      who,
      from,
      'mutation ($input: AttachLocalAuthInput!) { attachLocalAuth(input: $input) { errors { translation_key } } }',
      { input: { email, password: PASSWORD } },
    )
  const counted = (outcomes: readonly (string | null)[]) =>
    Object.fromEntries(
      Map.groupBy(outcomes, outcome => outcome ?? 'done')
        .entries()
        .map(([outcome, list]) => [outcome, list.length]),
    )

  test('changing the e-mail address sends at most 25 mails in five minutes for one IP address [M06]', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => platform.createUser()))
    const outcomes = []
    for (let i = 0; i < 40; i++) outcomes.push(await change(people[i % 3]!, '203.0.113.1', `moving${i}@test.example`))
    expect(counted(outcomes)).toEqual({ done: 25, RATE_LIMIT_EXCEEDED: 15 })
    expect((await platform.mails()).filter(({ to }) => to.startsWith('moving'))).toHaveLength(25)
    expect(await change(people[0]!, '203.0.113.2', 'moving99@test.example')).toBeNull()
  })

  test('one address is sent at most five mails in half an hour, wherever they are asked for [M06]', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => platform.createUser()))
    const outcomes = []
    for (const [i, person] of people.entries())
      outcomes.push(await change(person, `198.51.100.${i}`, 'Wanted@test.example'))
    expect(counted(outcomes)).toEqual({ done: 5, RATE_LIMIT_EXCEEDED: 3 })
    expect(await mailsTo(platform, 'wanted@test.example')).toHaveLength(5)
  })

  test('adding an address sends no more mails than changing it [M06]', async () => {
    const { users, sessions } = platform.services
    const outcomes = []
    for (let i = 0; i < 30; i++) {
      const { user } = await users.upsertExternal({
        provider: 'elsewhere',
        id: String(i),
        displayName: `comer ${i}`,
        creation: 'named',
      })
      outcomes.push(
        await attach({ user, token: (await sessions.begin(user)).token }, '203.0.113.4', `added${i}@test.example`),
      )
    }
    expect(counted(outcomes)).toEqual({ done: 25, RATE_LIMIT_EXCEEDED: 5 })
    expect((await platform.mails()).filter(({ to }) => to.startsWith('added'))).toHaveLength(25)
  }, 30_000)

  test('a registration beyond the limit makes an account, whose link can be requested later [M06]', async () => {
    const statuses = []
    for (let i = 0; i < 30; i++)
      statuses.push(
        (
          await post(
            platform,
            '/api/v1/users',
            { email: `crowd${i}@test.example`, username: `crowd_${i}`, password: PASSWORD },
            { 'x-forwarded-for': '203.0.113.3' },
          )
        ).status,
      )
    expect(statuses).toEqual(Array(30).fill(201))
    expect((await platform.mails()).filter(({ to }) => to.startsWith('crowd'))).toHaveLength(25)
    await store.pass(platform, 5 * 60_000 + 1)
    await post(
      platform,
      '/api/v1/users/resend-verify',
      { email: 'crowd29@test.example' },
      { 'x-forwarded-for': '203.0.113.3' },
    )
    expect(await mailsTo(platform, 'crowd29@test.example')).toHaveLength(1)
  }, 30_000)
})
