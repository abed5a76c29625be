import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StoredUser } from '#server/runtime/user-record'
import { postJson } from './requests.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
  await register({ email: 'taken@test.example', username: 'Taken' })
})
afterAll(() => platform[Symbol.asyncDispose]())

let counter = 0
const register = (fields: Record<string, unknown> = {}) =>
  postJson(platform, '/api/v1/users', {
    email: `new${++counter}@test.example`,
    username: `New_${counter}`,
    password: 'long enough',
    ...fields,
  })

test('an account is answered with, without a session', async () => {
  const { status, body, headers } = await register({ email: ' Ada@Test.Example ', username: 'Ada_1' })
  expect([status, headers.get('set-cookie')]).toEqual([201, null])
  expect(body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    username: 'Ada_1',
    role: 'COMMENTER',
    roles: ['COMMENTER'],
    email: 'ada@test.example',
    created_at: '2026-03-01T12:00:00.000Z',
    status: { username: 'SET', banned: false, alwaysPremod: false, suspendedUntil: null },
  })
})

describe('what is refused', () => {
  test.each<[name: string, fields: Record<string, unknown>, code: string]>([
    ['no e-mail address', { email: '' }, 'EMAIL_REQUIRED'],
    ['an e-mail address of white space', { email: '   ' }, 'EMAIL_REQUIRED'],
    ['an e-mail address without a host', { email: 'ada@' }, 'EMAIL_INVALID'],
    [
      'an e-mail address whose ASCII form is too long',
      { email: `${'a'.repeat(40)}@${Array(4).fill('ü'.repeat(50)).join('.')}.example` },
      'EMAIL_INVALID',
    ],
    ['an e-mail address without an @', { email: 'ada' }, 'EMAIL_INVALID'],
    ['two addresses', { email: 'a@test.example,b@test.example' }, 'EMAIL_INVALID'],
    ['an address with a line break', { email: 'a@test.example\nBcc: b@test.example' }, 'EMAIL_INVALID'],
    ['an address whose domain has no dot', { email: 'a@b' }, 'EMAIL_INVALID'],
    ['an address that is too long', { email: `a@${'x'.repeat(260)}.example` }, 'EMAIL_INVALID'],
    ['an address in use', { email: 'taken@test.example' }, 'EMAIL_IN_USE'],
    ['an address in use, in other letters', { email: ' TAKEN@TEST.example' }, 'EMAIL_IN_USE'],
    ['no username', { username: '' }, 'USERNAME_REQUIRED'],
    ['a username with a space', { username: 'a b' }, 'NO_SPECIAL_CHARACTERS'],
    ['a username with markup', { username: '<b>' }, 'NO_SPECIAL_CHARACTERS'],
    ['a username of other scripts', { username: 'аdmin' }, 'NO_SPECIAL_CHARACTERS'],
    ['a username of an invisible character', { username: 'a\u200b' }, 'NO_SPECIAL_CHARACTERS'],
    ['a username of 51 characters', { username: 'a'.repeat(51) }, 'USERNAME_LENGTH'],
    ['a username in use', { username: 'Taken' }, 'USERNAME_IN_USE'],
    ['a username in use, in other letters', { username: 'tAKEN' }, 'USERNAME_IN_USE'],
    ['a username that is reserved', { username: 'Admin' }, 'USERNAME_IN_USE'],
    ['the username __proto__', { username: '__proto__' }, 'USERNAME_IN_USE'],
    ['no password', { password: '' }, 'PASSWORD_REQUIRED'],
    ['a password of 7 characters', { password: 'seven77' }, 'PASSWORD_LENGTH'],
    ['a password of 1,025 bytes', { password: 'x'.repeat(1_025) }, 'PASSWORD_LENGTH'],
    ['a username that is no text', { username: { $gt: '' } }, 'BAD_USER_INPUT'],
  ])('%s', async (_name, fields, code) => {
    const before = await platform.services.docstore.collection('users').countDocuments()
    const answer = await register(fields)
    expect([answer.status, answer.code]).toEqual([400, code])
    expect(await platform.services.docstore.collection('users').countDocuments()).toBe(before)
  })

  test.each<[name: string, given: unknown, problems: string[]]>([
    ['nothing at all', {}, ['email EMAIL_REQUIRED', 'username USERNAME_REQUIRED', 'password PASSWORD_REQUIRED']],
    ['no object', [], ['input BAD_USER_INPUT']],
    [
      'what breaks three rules',
      { email: 'a@b', username: 'a b', password: 'short' },
      ['email EMAIL_INVALID', 'username NO_SPECIAL_CHARACTERS', 'password PASSWORD_LENGTH'],
    ],
    [
      'what is taken, twice',
      { email: 'taken@test.example', username: 'TAKEN', password: 'long enough' },
      ['email EMAIL_IN_USE', 'username USERNAME_IN_USE'],
    ],
    [
      'fields of other types and another rule',
      { email: { $gt: '' }, username: ['x'], password: 'short' },
      ['email BAD_USER_INPUT', 'username BAD_USER_INPUT', 'password PASSWORD_LENGTH'],
    ],
    [
      'an unknown field and another rule',
      { email: 'free@test.example', username: '', password: 'long enough', roles: ['ADMIN'] },
      ['roles BAD_USER_INPUT', 'username USERNAME_REQUIRED'],
    ],
    [
      'a banned word',
      { email: 'free@test.example', username: 'Total_Swindler', password: 'long enough' },
      ['username PROFANITY_ERROR'],
    ],
  ])('%s: one answer names every problem', async (_name, given, problems) => {
    await platform.services.settings.update({ wordlist: { banned: ['swindler'], suspect: [] } })
    const { status, code, body } = await postJson(platform, '/api/v1/users', given)
    expect([status, code]).toEqual([400, problems[0]!.split(' ')[1]])
    expect(
      body.error.metadata.problems.map(
        (problem: { field: string; code: string }) => `${problem.field} ${problem.code}`,
      ),
    ).toEqual(problems)
    for (const problem of body.error.metadata.problems) expect(body.error.message).toContain(problem.message)
  })
})

test.each([
  ['of 50 characters', { username: 'a'.repeat(50) }],
  ['of one letter', { username: 'q' }],
  ['with a password of 8 characters', { password: '8 chars!' }],
  ['with a password of 1,024 bytes', { password: 'long '.repeat(205).slice(0, 1_024) }],
])('an account %s is made', async (_name, fields) => {
  expect((await register(fields)).status).toBe(201)
})

test.each(['id', 'roles', 'role', 'profiles', 'status', 'created_at', 'metadata', '_id', 'validAfter'])(
  '%s can not be chosen, and is refused [N10]',
  async field => {
    const before = await platform.services.docstore.collection('users').countDocuments()
    const { status, body } = await register({ [field]: 'mine' })
    expect([status, body.error.metadata.problems[0].field]).toEqual([400, field])
    expect(await platform.services.docstore.collection('users').countDocuments()).toBe(before)
  },
)

test('the password is kept as a hash only, and no answer has it', async () => {
  const { body } = await register({ password: 'my secret password' })
  const user = (await platform.services.docstore.collection<StoredUser>('users').findOne({ id: body.id }))!
  expect(user.password).toMatch(/^\$argon2id\$/)
  for (const where of [body, user, platform.logs]) expect(JSON.stringify(where)).not.toContain('my secret password')
})

test('twenty simultaneous registrations with one name, or one address, create one account [K14]', async () => {
  const oneName = await Promise.all(
    Array.from({ length: 20 }, (_, i) => register({ username: i % 2 ? 'Same_Name' : 'sAME_nAME' })),
  )
  const oneAddress = await Promise.all(
    Array.from({ length: 20 }, (_, i) => register({ email: i % 2 ? 'same@test.example' : 'SAME@test.example' })),
  )
  expect(tally(oneName)).toEqual({ made: 1, USERNAME_IN_USE: 19 })
  expect(tally(oneAddress)).toEqual({ made: 1, EMAIL_IN_USE: 19 })
})

function tally(answers: readonly { code: string | null }[]): Record<string, number> {
  return Object.fromEntries(
    Map.groupBy(answers, answer => answer.code ?? 'made')
      .entries()
      .map(([code, list]) => [code, list.length]),
  )
}
