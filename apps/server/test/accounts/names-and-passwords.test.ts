import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postJson } from './requests.ts'

let platform: TestPlatform
let made = 0
beforeAll(async () => {
  platform = await createTestPlatform()
  await platform.createUser({ username: 'Grace_Hill', roles: ['MODERATOR'] })
  await platform.createUser({ username: 'Passerby' })
})
afterAll(() => platform[Symbol.asyncDispose]())

async function register(fields: Record<string, string>): Promise<string> {
  const { status, code } = await postJson(platform, '/api/v1/users', {
    email: `new${++made}@test.example`,
    username: `Newcomer_${made}`,
    password: 'a long enough password',
    ...fields,
  })
  return status === 201 ? 'made' : String(code)
}

describe('a password that is easy to guess [U06]', () => {
  test.each([
    'password',
    'Password1',
    'P@ssw0rd!',
    'passwort123',
    'qwertyuiop',
    '12345678',
    '87654321',
    '1q2w3e4r',
    'iloveyou',
    'letmein2024',
    '!!dragon!!',
    'aaaaaaaa',
    'abababab',
    'abcabcabc1',
    'Sunshine99',
    '11111111',
    'asdfghjkl',
  ])('%s is refused', async password => {
    expect(await register({ password })).toBe('PASSWORD_WEAK')
  })

  test.each([
    ['the username', { username: 'Wilhelmina', password: 'wilhelmina' }],
    ['the username and a year', { username: 'Wilhelmina', password: 'Wilhelmina24' }],
    ['the address', { email: 'wilhelmina@test.example', password: 'wilhelmina@test.example' }],
    ['what stands before the @', { email: 'wilhelmina@test.example', password: 'Wilhelmina' }],
  ])('%s is refused', async (_name, fields) => {
    expect(await register(fields)).toBe('PASSWORD_WEAK')
  })

  test.each([
    'a long enough password',
    'correct horse',
    'monkey in the library',
    'Tr0ub4dor&3',
    'пароль на двоих',
    '8 chars!',
    'ΩΩ mega ΩΩ',
  ])('%s is a password', async password => {
    expect(await register({ password })).toBe('made')
  })

  test('is refused for an account that has another one too, by mutation and by the command line', async () => {
    const user = await platform.createUser({ username: 'Wilhelm_Tell' })
    const change = (newPassword: string) =>
      platform
        .as(user)
        .graphql(
          'mutation($input: ChangePasswordInput!) { changePassword(input: $input) { errors { translation_key } } }',
          { input: { oldPassword: 'a long enough password', newPassword } },
        )
    for (const password of ['password123', 'wilhelm_tell'])
      expect((await change(password)).data).toEqual({
        changePassword: { errors: [{ translation_key: 'PASSWORD_WEAK' }] },
      })
    await expect(
      platform.services.users.createLocal({
        email: 'op@test.example',
        username: 'Operator',
        password: 'changeme1',
      }),
    ).rejects.toMatchObject({ code: 'PASSWORD_WEAK' })
  })
})

describe('a username [U11]', () => {
  test.each<[username: string, answer: string]>([
    ['gräce', 'NO_SPECIAL_CHARACTERS'],
    ['Grасe_Hill', 'NO_SPECIAL_CHARACTERS'],
    ['Ｇrace', 'NO_SPECIAL_CHARACTERS'],
    ['grace\u0301', 'NO_SPECIAL_CHARACTERS'],
    ['grace\u200b', 'NO_SPECIAL_CHARACTERS'],
    ['\u202egrace', 'NO_SPECIAL_CHARACTERS'],
    ['grace ', 'NO_SPECIAL_CHARACTERS'],
    ['grace\u0000', 'NO_SPECIAL_CHARACTERS'],
    ['😀', 'NO_SPECIAL_CHARACTERS'],
    ['x'.repeat(300), 'USERNAME_LENGTH'],
    ['admin', 'USERNAME_IN_USE'],
    ['ADMIN', 'USERNAME_IN_USE'],
    ['_admin_', 'USERNAME_IN_USE'],
    ['Adm1n', 'USERNAME_IN_USE'],
    ['Adrnin', 'USERNAME_IN_USE'],
    ['M0derator', 'USERNAME_IN_USE'],
    ['5taff', 'USERNAME_IN_USE'],
    ['sysadmin', 'USERNAME_IN_USE'],
    ['admin_1', 'made'],
    ['me', 'USERNAME_IN_USE'],
    ['__proto__', 'USERNAME_IN_USE'],
    ['constructor', 'USERNAME_IN_USE'],
    ['passerby', 'USERNAME_IN_USE'],
    ['GRACE_HILL', 'USERNAME_IN_USE'],
    ['GraceHill', 'USERNAME_IN_USE'],
    ['Grace_HiII', 'USERNAME_IN_USE'],
    ['Grace_Hi11', 'USERNAME_IN_USE'],
    ['Gr4ce_Hill', 'USERNAME_IN_USE'],
    ['Grace_Hills', 'made'],
    ['q', 'made'],
    ['20261121', 'made'],
    ['Passer_by', 'made'],
  ])('%j: %s', async (username, answer) => {
    expect(await register({ username })).toBe(answer)
  })

  test('like that of a member of the staff can not be taken later either, but be kept by its owner', async () => {
    const rename = async (username: string, by: Awaited<ReturnType<TestPlatform['createUser']>>) =>
      (
        await platform.as(by).graphql(
          `mutation($id: ID!, $username: String!) {
            setUsername(id: $id, username: $username) { errors { translation_key } }
          }`,
          { id: by.user.id, username },
        )
      ).data?.['setUsername']?.errors?.[0].translation_key ?? 'made'
    const aged = async (account: { username: string; roles: ('STAFF' | 'COMMENTER')[] }) => {
      const user = await platform.createUser(account)
      await platform.services.docstore
        .collection('users')
        .updateOne({ id: user.user.id }, { $set: { 'status.username.history': [] } })
      return user
    }
    expect(await rename('Grace_Hi1l', await aged({ username: 'Stranger', roles: [] }))).toBe('USERNAME_IN_USE')
    expect(await rename('Ada_W1ng', await aged({ username: 'Ada_Wing', roles: ['STAFF'] }))).toBe('made')
  })
})

describe('an e-mail address [U13]', () => {
  test.each<[email: string, stored: string | null]>([
    ['ada+comments@test.example', 'ada+comments@test.example'],
    ['a.d.a@test.example', 'a.d.a@test.example'],
    ['ADA2@Test.Example', 'ada2@test.example'],
    ['ada3@MÜNCHEN.example', 'ada3@xn--mnchen-3ya.example'],
    ['"ada lovelace"@test.example', null],
    ['ada@home@test.example', null],
    ['ada\n@test.example', null],
    [`${'a'.repeat(310)}@test.example`, null],
    ['Ada <ada@test.example>', null],
    ['ada@test.example,bob@test.example', null],
    ['ada@test.example.', null],
    ['ada@-.', null],
  ])('%j is kept as %s', async (email, stored) => {
    const { status, body, code } = await postJson(platform, '/api/v1/users', {
      email,
      username: `Mailed_${++made}`,
      password: 'a long enough password',
    })
    if (stored === null) expect([status, code]).toEqual([400, 'EMAIL_INVALID'])
    else expect([status, (body as { email: string }).email]).toEqual([201, stored])
  })

  test('of a host in other letters is one account, by either way of writing it', async () => {
    expect(await register({ email: 'eve@bücher.example' })).toBe('made')
    expect(await register({ email: 'Eve@xn--bcher-kva.example' })).toBe('EMAIL_IN_USE')
    for (const email of ['eve@BÜCHER.example', 'eve@xn--bcher-kva.example'])
      expect(
        (await postJson(platform, '/api/v1/auth/local', { email, password: 'a long enough password' })).status,
      ).toBe(200)
  })
})

test('registering or signing in with the address or name of another user changes nothing about that user [U10]', async () => {
  const { user } = await platform.createUser({ username: 'Victim' })
  const before = await platform.services.users.findById(user.id)
  for (const given of [
    { email: 'victim@test.example', username: 'Somebody' },
    { email: 'somebody@test.example', username: 'victim' },
    { email: 'Victim@Test.Example', username: 'VICTIM' },
  ]) {
    expect((await postJson(platform, '/api/v1/users', { ...given, password: 'another long password' })).status).toBe(
      400,
    )
  }
  await postJson(platform, '/api/v1/auth/local', { email: 'victim@test.example', password: 'another long password' })
  expect(await platform.services.users.findById(user.id)).toEqual(before)
  expect((await platform.mails()).filter(({ to }) => to === 'victim@test.example')).toEqual([])
})
