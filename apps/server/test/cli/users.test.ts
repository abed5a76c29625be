import { defineModel, type User } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { runOperation } from '../../src/cli/run-operation.ts'
import { named } from '../compose/named.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

/** What a command line hands to the process that has the data open. */
async function command(name: string, options: Record<string, unknown>, on = platform) {
  const said = { out: '', err: '' }
  const exitCode = await runOperation(
    on.services,
    { name, options },
    {
      out: text => {
        said.out += text
      },
      err: text => {
        said.err += text
      },
      draw: () => {},
      columns: null,
      interrupted: false,
    },
  )
  return { exitCode, ...said }
}

const stored = async ({ id }: { id: string }) =>
  (await platform.services.docstore.collection<User>('users').findOne({ id }))!

test('setup makes the first administrator and settings once, also where the web may not', async () => {
  await using locked = await createTestPlatform({ env: { PLATFORM_INSTALL_LOCK: 'TRUE' } })
  const options = {
    email: 'ada@test.example',
    username: 'Ada',
    password: 'a long enough password',
    organization: 'The Paper',
    domains: 'paper.example, www.paper.example',
  }
  expect(await command('setup', options, locked)).toEqual({
    exitCode: 0,
    err: '',
    out: expect.stringMatching(/^The site is set up; its administrator is Ada, id [0-9a-f-]{36}\n$/),
  })
  expect(await locked.services.settings.load()).toMatchObject({
    organizationName: 'The Paper',
    domains: { whitelist: ['paper.example', 'www.paper.example'] },
  })
  expect(await command('setup', { ...options, email: 'eve@test.example', username: 'Eve' }, locked)).toEqual({
    exitCode: 1,
    out: '',
    err: 'ALREADY_INSTALLED  This site is set up already\n',
  })
})

test('list gives accounts a page at a time, and finds some', async () => {
  const people = []
  for (const username of ['lister_one', 'lister_two', 'lister_three'])
    people.push(await platform.createUser({ username, roles: username === 'lister_two' ? ['MODERATOR'] : [] }))
  const first = JSON.parse((await command('users list', { search: 'LISTER', limit: '2', json: true })).out) as {
    users: { username: string }[]
    next: string
  }
  const second = JSON.parse(
    (await command('users list', { search: 'lister', limit: 2, after: first.next, json: true })).out,
  ) as typeof first
  expect([...first.users, ...second.users].map(({ username }) => username).toSorted()).toEqual([
    'lister_one',
    'lister_three',
    'lister_two',
  ])
  expect(second.next).toBeNull()
  expect((await command('users list', { search: 'lister', role: 'moderator' })).out).toBe(
    `${people[1]!.user.id}  MODERATOR  lister_two  <lister_two@test.example>\n`,
  )
  expect((await command('users list', { search: 'nobody' })).out).toBe('No accounts match\n')
  expect(await command('users list', { role: 'OWNER' })).toMatchObject({
    exitCode: 64,
    err: expect.stringContaining('--role: the roles are ADMIN'),
  })
})

test.each([
  ['id', (user: User) => user.id],
  ['e-mail address', (user: User) => user.profiles[0]!.id],
  ['username', (user: User) => user.username.toUpperCase()],
])('a user is named by %s', async (_by, name) => {
  const { user, token } = await platform.createUser()
  expect(await command('users set-role', { user: name(user), role: 'staff' })).toEqual({
    exitCode: 0,
    err: '',
    out: `${user.username} has the role STAFF\n`,
  })
  expect((await stored(user)).roles).toEqual(['STAFF'])
  expect((await platform.http('/api/v1/auth', { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
})

test('an error about an argument names it, and one error names all faults of a new account', async () => {
  const { user } = await platform.createUser()
  expect(await command('users set-role', { user: user.id, role: 'KING' })).toEqual({
    exitCode: 64,
    out: '',
    err: expect.stringMatching(/^<role>: the roles are .*ADMIN/),
  })
  const { exitCode, err } = await command('users create', { email: 'a@b', username: 'a b', password: 'short' })
  expect([exitCode, err]).toEqual([
    1,
    expect.stringMatching(/^EMAIL_INVALID {2}email: .*; username: .*; password: .*8 characters/),
  ])
  for (const username of ['admin', 'M0derator'])
    expect(
      (await command('users create', { email: 'first@test.example', username, password: 'a long enough password' }))
        .err,
    ).toBe('USERNAME_IN_USE  This username is reserved, or looks like one that is; choose another\n')
})

test('a ban begins and is lifted', async () => {
  const { user } = await platform.createUser()
  expect((await command('users ban', { user: user.id, message: 'Enough' })).out).toBe(`${user.username} is banned\n`)
  expect((await stored(user)).status.banned).toMatchObject({
    status: true,
    history: [{ status: true, message: 'Enough' }],
  })
  expect((await command('users ban', { user: user.id, lift: true })).out).toBe(`${user.username} is no longer banned\n`)
  expect((await stored(user)).status.banned.status).toBe(false)
})

test('an account is deleted, and its token does not bring it back [J29]', async () => {
  const { user, token } = await platform.createUser()
  expect((await command('users delete', { user: user.username })).exitCode).toBe(0)
  expect(await platform.services.users.findById(user.id)).toBeNull()
  expect((await platform.http('/api/v1/auth', { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
})

test('an address is vouched for, where the site asks for confirmed ones', async () => {
  await using strict = await createTestPlatform()
  const { services } = strict
  await services.settings.update({ requireEmailConfirmation: true })
  await services.users.createLocal({ email: 'ada@test.example', username: 'Ada', password: 'a long enough password' })
  const signIn = () =>
    strict.http('/api/v1/auth/local', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@test.example', password: 'a long enough password' }),
    })
  expect((await signIn()).status).toBe(401)
  for (const _time of ['once', 'again'])
    expect(await command('users verify', { user: 'ada@test.example' }, strict)).toEqual({
      exitCode: 0,
      err: '',
      out: 'The e-mail address of Ada is confirmed\n',
    })
  expect((await signIn()).status).toBe(200)
  const { user: external } = await services.users.upsertExternal({
    id: 'x1',
    provider: 'elsewhere',
    displayName: 'Eve',
    creation: 'named',
  })
  expect(await command('users verify', { user: external.id }, strict)).toMatchObject({
    exitCode: 1,
    err: expect.stringMatching(/^EMAIL_REQUIRED /),
  })
})

test('a personal token lets a program act as its user, until it is revoked', async () => {
  const { user } = await platform.createUser()
  expect((await command('tokens list', { user: user.id })).out).toBe('No tokens\n')
  const { out } = await command('tokens create', { user: user.username, name: 'a nightly program' })
  const whoAmI = async () =>
    (await platform.http('/api/v1/account', { headers: { authorization: `Bearer ${out.trim()}` } })).status
  expect(await whoAmI()).toBe(200)
  const {
    tokens: [token],
  } = JSON.parse((await command('tokens list', { user: user.id, json: true })).out) as { tokens: { id: string }[] }
  expect(token).toMatchObject({ name: 'a nightly program', active: true })
  expect((await command('tokens revoke', { user: user.id, id: token!.id })).exitCode).toBe(0)
  expect(await whoAmI()).toBe(401)
  expect((await command('tokens list', { user: user.id })).out).toBe(`${token!.id}  revoked  a nightly program\n`)
  expect(await command('tokens revoke', { user: user.id, id: 'none' })).toMatchObject({
    exitCode: 1,
    err: expect.stringMatching(/^NOT_FOUND /),
  })
  expect(await command('tokens create', { user: user.id, name: ' ' })).toMatchObject({
    exitCode: 1,
    err: expect.stringMatching(/^BAD_USER_INPUT {2}name: /),
  })
})

test('a name that no user has', async () => {
  for (const name of ['users ban', 'users delete', 'users verify', 'tokens list'])
    expect(await command(name, { user: 'nobody@test.example' })).toEqual({
      exitCode: 1,
      out: '',
      err: 'NOT_FOUND  The user nobody@test.example was not found\n',
    })
})

test('the last administrator stays, whatever is tried [R09]', async () => {
  await using other = await createTestPlatform()
  const { user } = await other.createUser({ roles: ['ADMIN'] })
  for (const [name, options] of [
    ['users set-role', { role: 'COMMENTER' }],
    ['users ban', {}],
    ['users delete', {}],
  ] as const) {
    expect(await command(name, { user: user.id, ...options }, other)).toMatchObject({
      exitCode: 1,
      err: expect.stringMatching(/^LAST_ADMIN /),
    })
  }
  const second = await other.createUser({ roles: ['ADMIN'] })
  const race = await Promise.all(
    [user, second.user].map(({ id }) => command('users set-role', { user: id, role: 'COMMENTER' }, other)),
  )
  expect(race.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 1])
  expect(await other.services.users.hasAdministrator()).toBe(true)
})

test('users export prints one record a line, and names who it does not find', async () => {
  const author = await platform.createUser()
  const comment = await platform.createComment({ asset: await platform.createAsset(), author, body: 'what I said' })
  const { exitCode, out, err } = await command('users export', { user: author.user.username })
  const lines = out
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as { plugin: string; name: string; record: Record<string, unknown> })
  expect([exitCode, err]).toEqual([0, ''])
  expect(lines[0]).toMatchObject({ plugin: 'users', name: 'account', record: { id: author.user.id } })
  expect(lines).toContainEqual(
    expect.objectContaining({
      name: 'comments',
      record: expect.objectContaining({ id: comment.id, body: 'what I said' }),
    }),
  )
  expect(out).not.toMatch(/"password"|\$argon/)
  expect(await command('users export', { user: 'nobody_known' })).toMatchObject({ exitCode: 1, out: '' })
})

test('export and delete warn of records of a plugin that is not loaded, and only of those', async () => {
  const marks = defineModel({ name: 'bookmarks.marks', record: z.object({ user_id: z.string() }) })
  const plugins = [named('bookmarks', { models: [marks] })]
  await using loaded = await createTestPlatform({ plugins })
  await using removed = await createTestPlatform()
  for (const site of [loaded, removed]) {
    await site.createUser({ username: 'ada' })
    await marks.in(site.services).insert({ id: 'one', user_id: 'ada' })
    // Nothing is stored of this one any more.
    const gone = site.services.docstore.collection<{ id: string }>('gone.things')
    await gone.insertOne({ id: 'one' })
    await gone.deleteOne({ id: 'one' })
  }
  const warning = /^The plugin bookmarks is not loaded: .*\(bookmarks\.marks\).*\n$/
  for (const name of ['users export', 'users delete']) {
    expect(await command(name, { user: 'ada' }, loaded)).toMatchObject({ exitCode: 0, err: '' })
    expect(await command(name, { user: 'ada' }, removed)).toMatchObject({
      exitCode: 0,
      err: expect.stringMatching(warning),
    })
  }
})
