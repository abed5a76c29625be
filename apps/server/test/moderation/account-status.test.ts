import type { User, UserRole } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { post } from '../comments/operations.ts'
import { recorded, refusals } from './operations.ts'

const DAY = 86_400_000
let platform: TestPlatform
let admin: TestUser
let moderator: TestUser
let events: string[]

beforeAll(async () => {
  platform = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
  events = recorded(platform)
  admin = await platform.createUser({ roles: ['ADMIN'] })
  moderator = await platform.createUser({ roles: ['MODERATOR'] })
})
afterAll(() => platform[Symbol.asyncDispose]())

const stored = async ({ user: { id } }: TestUser) =>
  (await platform.services.docstore.collection<User>('users').findOne({ id }))!
const change = ({ user: { id } }: TestUser, $set: Record<string, unknown>) =>
  platform.services.docstore.collection<User>('users').updateOne({ id }, { $set })
const later = (milliseconds: number) => new Date(platform.clock.now().getTime() + milliseconds)

const BAN = 'banUser(input: { id: $id, message: "" })'
const RENAME = (name: string) => `changeUsername(id: $id, username: "${name}")`

test('repeating a decision about a user changes nothing and publishes nothing', async () => {
  const person = await platform.createUser()
  const decisions: [mutation: string, event: string, variables?: Record<string, unknown>][] = [
    [BAN, 'userBanned'],
    ['unbanUser(input: { id: $id })', 'userUnbanned'],
    ['suspendUser(input: { id: $id, message: "", until: $until })', 'userSuspended', { until: later(DAY) }],
    ['unsuspendUser(input: { id: $id })', 'userUnsuspended'],
    ['alwaysPremodUser(input: { id: $id })', 'userAlwaysPremod'],
    ['removeAlwaysPremodUser(input: { id: $id })', 'userNotAlwaysPremod'],
    ['rejectUsername(id: $id)', 'usernameRejected'],
    ['approveUsername(id: $id)', 'usernameApproved'],
  ]
  for (const [mutation, event, variables = {}] of decisions) {
    events.length = 0
    expect(await refusals(platform.as(moderator), mutation, { id: person.user.id, ...variables })).toBeNull()
    const once = await stored(person)
    platform.clock.advance(1_000)
    expect(await refusals(platform.as(moderator), mutation, { id: person.user.id, ...variables })).toBeNull()
    expect({ event, user: await stored(person), events }).toEqual({ event, user: once, events: [event] })
  }
  const { status } = await stored(person)
  expect([
    status.banned.history.length,
    status.suspension.history.length,
    status.alwaysPremod.history.length,
    status.username.history.length,
  ]).toEqual([2, 2, 2, 3])
  expect(status.banned.history[0]).toMatchObject({ status: true, assigned_by: moderator.user.id })
})

test('an expired suspension can not be lifted', async () => {
  const person = await platform.createUser()
  expect(
    await refusals(platform.as(moderator), 'suspendUser(input: { id: $id, message: "", until: $until })', {
      id: person.user.id,
      until: later(1_000),
    }),
  ).toBeNull()
  expect((await post(platform.as(person), { asset_id: (await platform.createAsset()).id })).errors).toEqual([
    'NOT_AUTHORIZED',
  ])
  platform.clock.advance(1_000)
  const before = await stored(person)
  expect(await refusals(platform.as(moderator), 'unsuspendUser(input: { id: $id })', { id: person.user.id })).toBeNull()
  expect(await stored(person)).toEqual(before)
})

test.each([
  ['in the past', -1],
  ['after more than ten years', 11 * 365 * DAY],
])('a suspension that would end %s is refused [N14]', async (_when, milliseconds) => {
  const person = await platform.createUser()
  expect(
    await refusals(platform.as(moderator), 'suspendUser(input: { id: $id, message: "", until: $until })', {
      id: person.user.id,
      until: later(milliseconds),
    }),
  ).toEqual(['BAD_USER_INPUT'])
})

describe('who decides about whom [R09]', () => {
  const ROLES: UserRole[] = ['ADMIN', 'MODERATOR', 'STAFF', 'COMMENTER']
  test.each(ROLES.flatMap(actor => ROLES.map(target => ({ actor, target }))))(
    '$actor about $target',
    async ({ actor, target }) => {
      const [by, about] = [
        await platform.createUser({ roles: [actor] }),
        await platform.createUser({ roles: [target] }),
      ]
      const allowed = actor === 'ADMIN' || (actor === 'MODERATOR' && ['STAFF', 'COMMENTER'].includes(target))
      for (const mutation of ['rejectUsername(id: $id)', 'alwaysPremodUser(input: { id: $id })', BAN]) {
        expect(await refusals(platform.as(by), mutation, { id: about.user.id })).toEqual(
          allowed ? null : ['NOT_AUTHORIZED'],
        )
      }
      expect((await stored(about)).status.banned.status).toBe(allowed)
    },
  )

  test('no user decides about the own account, and none about an account that does not exist', async () => {
    expect(await refusals(platform.as(admin), BAN, { id: admin.user.id })).toEqual(['NOT_AUTHORIZED'])
    expect(await refusals(platform.as(admin), BAN, { id: 'unknown' })).toEqual(['NOT_FOUND'])
    expect(await refusals(platform, BAN, { id: admin.user.id })).toEqual(['NOT_AUTHORIZED'])
  })
})

describe('roles [R09]', () => {
  test('are given by administrators only, end the sessions of the user, and replace the earlier role', async () => {
    const person = await platform.createUser()
    for (const by of [moderator, person])
      expect(
        await refusals(platform.as(by), 'setUserRole(id: $id, role: ADMIN, password: "a long enough password")', {
          id: person.user.id,
        }),
      ).toEqual(['NOT_AUTHORIZED'])
    expect(await refusals(platform.as(admin), 'setUserRole(id: $id)', { id: person.user.id })).toEqual([
      'BAD_USER_INPUT',
    ])
    expect(
      await refusals(platform.as(admin), 'setUserRole(id: $id, role: STAFF, password: "a long enough password")', {
        id: person.user.id,
      }),
    ).toBeNull()
    expect((await stored(person)).roles).toEqual(['STAFF'])
    expect((await platform.as(person).graphql('{ me { id } }')).status).toBe(401)
  })

  test('the last administrator stays one, also when two demote or ban each other at the same time', async () => {
    await using site = await createTestPlatform()
    const { accountStatus, sessions } = site.services
    for (const [name, change] of [
      ['setRole', { role: 'COMMENTER' }],
      ['ban', {}],
    ] as const) {
      await site.services.docstore.collection<User>('users').updateMany({}, { $set: { roles: ['COMMENTER'] } })
      const [one, two] = [await site.createUser({ roles: ['ADMIN'] }), await site.createUser({ roles: ['ADMIN'] })]
      const answers = await Promise.allSettled([
        accountStatus.make(name, one.user, { id: two.user.id, ...change }),
        accountStatus.make(name, two.user, { id: one.user.id, ...change }),
      ])
      expect(
        answers
          .map(answer => (answer.status === 'rejected' ? (answer.reason as { code: string }).code : 'done'))
          .sort(),
      ).toEqual(['LAST_ADMIN', 'done'])
      expect(
        await site.services.docstore
          .collection<User>('users')
          .countDocuments({ roles: 'ADMIN', 'status.banned.status': false }),
      ).toBe(1)
    }
    const [last] = await site.services.docstore
      .collection<User>('users')
      .find({ roles: 'ADMIN', 'status.banned.status': false })
      .toArray()
    const { token } = await sessions.begin(last!)
    expect(
      await refusals(
        site.as({ user: last!, token }),
        'setUserRole(id: $id, role: STAFF, password: "a long enough password")',
        { id: last!.id },
      ),
    ).toEqual(['LAST_ADMIN'])
    expect(
      await refusals(site.as({ user: last!, token }), 'delUser(id: $id, password: "a long enough password")', {
        id: last!.id,
      }),
    ).toEqual(['LAST_ADMIN'])
  })
})

describe('usernames', () => {
  test('no user renames another, whatever the status of their own name [R03]', async () => {
    const [person, other] = [await platform.createUser(), await platform.createUser()]
    await change(person, { 'status.username': { status: 'REJECTED', history: [] } })
    await change(other, { 'status.username': { status: 'REJECTED', history: [] } })
    expect(await refusals(platform.as(person), RENAME('stolen'), { id: other.user.id })).toEqual(['NOT_AUTHORIZED'])
    await change(person, { 'status.username': { status: 'UNSET', history: [] } })
    expect(
      await refusals(platform.as(person), 'setUsername(id: $id, username: "stolen")', { id: other.user.id }),
    ).toEqual(['NOT_AUTHORIZED'])
    // A plugin reaches the service itself, without the check of the mutators.
    await change(person, { 'status.username': { status: 'REJECTED', history: [] } })
    await expect(
      platform.services.accountStatus.make('changeUsername', await stored(person), {
        id: other.user.id,
        username: 'stolen',
      }),
    ).rejects.toMatchObject({ code: 'NOT_AUTHORIZED' })
    expect((await stored(other)).username).toBe(other.user.username)
  })

  test('a rejected one is changed once, by the rules of registration, and waits', async () => {
    const person = await platform.createUser()
    await refusals(platform.as(moderator), 'rejectUsername(id: $id)', { id: person.user.id })
    await platform.services.settings.update({ wordlist: { banned: ['badword'], suspect: [] } })
    const attempts = {
      [person.user.username]: 'SAME_USERNAME_PROVIDED',
      [person.user.username.toUpperCase()]: 'SAME_USERNAME_PROVIDED',
      [moderator.user.username]: 'USERNAME_IN_USE',
      [moderator.user.username.toUpperCase()]: 'USERNAME_IN_USE',
      '': 'USERNAME_REQUIRED',
      'with spaces': 'NO_SPECIAL_CHARACTERS',
      a_badword_b: 'PROFANITY_ERROR',
    }
    for (const [name, expected] of Object.entries(attempts))
      expect([name, await refusals(platform.as(person), RENAME(name), { id: person.user.id })]).toEqual([
        name,
        [expected],
      ])
    events.length = 0
    expect(await refusals(platform.as(person), RENAME('chosen_anew'), { id: person.user.id })).toBeNull()
    expect(events).toEqual(['usernameChanged'])
    expect(await stored(person)).toMatchObject({
      username: 'chosen_anew',
      lowercaseUsername: 'chosen_anew',
      status: { username: { status: 'CHANGED' } },
    })
    expect(await refusals(platform.as(person), RENAME('once_more'), { id: person.user.id })).toEqual(['NOT_AUTHORIZED'])
    await platform.services.settings.update({ wordlist: { banned: [], suspect: [] } })
  })

  test('is set at most once in fourteen days, also by two simultaneous requests [U15]', async () => {
    const person = await platform.createUser()
    const set = (name: string) =>
      refusals(platform.as(person), `setUsername(id: $id, username: "${name}")`, { id: person.user.id })
    expect(await set('too_early')).toEqual(['NOT_AUTHORIZED'])
    platform.clock.advance(14 * DAY + 1)
    const token = (await platform.services.sessions.begin(person.user)).token
    const fresh = { user: person.user, token }
    const both = await Promise.all(
      ['first_name', 'second_name'].map(name =>
        refusals(platform.as(fresh), `setUsername(id: $id, username: "${name}")`, { id: person.user.id }),
      ),
    )
    expect(both.filter(answer => answer === null)).toHaveLength(1)
  })
})

describe('ignoring', () => {
  test('is a set, for oneself, without the staff [K22]', async () => {
    const [person, other, staff] = [
      await platform.createUser(),
      await platform.createUser(),
      await platform.createUser({ roles: ['STAFF'] }),
    ]
    const ignore = (id: string) => refusals(platform.as(person), 'ignoreUser(id: $id)', { id })
    expect(await Promise.all(Array.from({ length: 5 }, () => ignore(other.user.id)))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
    expect((await stored(person)).ignoresUsers).toEqual([other.user.id])
    expect([await ignore(staff.user.id), await ignore(person.user.id), await ignore('unknown')]).toEqual([
      ['CANNOT_IGNORE_STAFF'],
      ['BAD_USER_INPUT'],
      ['NOT_FOUND'],
    ])
    for (let i = 0; i < 2; i++)
      expect(await refusals(platform.as(person), 'stopIgnoringUser(id: $id)', { id: other.user.id })).toBeNull()
    expect((await stored(person)).ignoresUsers).toEqual([])
  })
})
