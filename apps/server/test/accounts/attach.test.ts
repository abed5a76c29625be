import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StoredUser } from '#server/runtime/user-record'
import { post, visit } from '../pages/visit.ts'
import { mailsTo, PASSWORD, send, signIn, tokenOf } from './letters.ts'

const ATTACH = `mutation ($input: AttachLocalAuthInput!) {
  attachLocalAuth(input: $input) {
    errors { translation_key ... on ValidationUserError { field_name } }
  }
}`

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform({
    env: {
      PLATFORM_ROOT_URL: 'http://localhost:3000',
      PLATFORM_SMTP_FROM_ADDRESS: 'site@test.example',
      PLATFORM_SMTP_HOST: '127.0.0.1',
      PLATFORM_SMTP_PORT: '9',
      PLATFORM_SMTP_USERNAME: 'u',
      PLATFORM_SMTP_PASSWORD: 'p',
    },
  })
})
afterAll(() => platform[Symbol.asyncDispose]())

let made = 0
/** Creates a user who came from a provider, and signs that user in. */
async function comer(): Promise<TestUser> {
  const { users, sessions } = platform.services
  const { user } = await users.upsertExternal({
    provider: 'elsewhere',
    id: String(++made),
    displayName: `comer ${made}`,
    creation: 'named',
  })
  return { user, token: (await sessions.begin(user)).token }
}

async function attach(
  who: TestUser | null,
  email: string,
  password: string = PASSWORD,
): Promise<{ translation_key: string; field_name: string | null }[] | null> {
  const { data } = await platform.as(who).graphql(ATTACH, { input: { email, password } })
  return data!['attachLocalAuth']?.errors ?? null
}

const keys = (errors: { translation_key: string }[] | null) =>
  errors?.map(({ translation_key }) => translation_key) ?? null
const open = (token: string) => send(platform, 'POST', '/api/v1/account/email/verify', { token })
const stored = ({ user }: TestUser) =>
  platform.services.docstore.collection<StoredUser>('users').findOne({ id: user.id })

test('an account from a provider gets an address and a password, and is the same account by either', async () => {
  const ada = await comer()
  expect(await attach(ada, ' Ada@Test.example ')).toBeNull()
  expect([(await signIn(platform, 'ada@test.example')).status, (await stored(ada))!.profiles]).toEqual([
    401,
    [{ provider: 'elsewhere', id: String(made) }],
  ])
  const link = await tokenOf(platform, 'ada@test.example', 'confirm-email')
  for (let i = 0; i < 2; i++) expect((await open(link)).status).toBe(200)
  const { status, body } = await signIn(platform, 'ada@test.example')
  expect([status, body.user.id, body.user.email]).toEqual([200, ada.user.id, 'ada@test.example'])
  expect((await stored(ada))!.profiles).toEqual([
    { provider: 'elsewhere', id: String(made) },
    { provider: 'local', id: 'ada@test.example', metadata: { confirmed_at: expect.any(Date) } },
  ])
})

test('a user reads which address waits for its link, and has the link sent again', async () => {
  const own = async (who: TestUser) =>
    (await platform.as(who).graphql('{ me { canAttachLocalAuth waitingEmail } }')).data!['me']
  const resend = async (who: TestUser | null) => {
    const { data } = await platform.as(who).graphql('mutation { resendLocalAuthLink { errors { translation_key } } }')
    return keys(data!['resendLocalAuthLink']?.errors ?? null)
  }
  const emmy = await comer()
  expect([await own(emmy), await resend(emmy), await resend(null)]).toEqual([
    { canAttachLocalAuth: true, waitingEmail: null },
    ['EMAIL_REQUIRED'],
    ['NOT_AUTHORIZED'],
  ])
  await attach(emmy, 'emmy@test.example')
  expect(await resend(emmy)).toBeNull()
  expect(await own(emmy)).toEqual({ canAttachLocalAuth: true, waitingEmail: 'emmy@test.example' })
  expect(await mailsTo(platform, 'emmy@test.example', 'confirm-email')).toHaveLength(2)
  const asset = await platform.createAsset()
  const { id } = await platform.createComment({ asset, author: emmy })
  const { data } = await platform
    .as(await platform.createUser())
    .graphql('query ($id: ID!) { comment(id: $id) { user { canAttachLocalAuth waitingEmail } } }', { id })
  expect(data!['comment'].user).toEqual({ canAttachLocalAuth: null, waitingEmail: null })
  for (let i = 0; i < 3; i++) expect(await resend(emmy)).toBeNull()
  expect(await resend(emmy)).toEqual(['RATE_LIMIT_EXCEEDED'])
  await open(await tokenOf(platform, 'emmy@test.example', 'confirm-email'))
  expect([await own(emmy), await resend(emmy)]).toEqual([
    { canAttachLocalAuth: false, waitingEmail: null },
    ['LOCAL_PROFILE'],
  ])
})

test('a site that sends no mail offers nothing that needs a mail', async () => {
  await using silent = await createTestPlatform({
    env: { NODE_ENV: 'production', PLATFORM_ROOT_URL: 'http://localhost:3000', PLATFORM_INSTALL_LOCK: 'TRUE' },
  })
  const { user } = await silent.services.users.upsertExternal({
    provider: 'elsewhere',
    id: '1',
    displayName: 'silent',
    creation: 'named',
  })
  const who = { user, token: (await silent.services.sessions.begin(user)).token }
  expect((await silent.as(who).graphql('{ me { canAttachLocalAuth } }')).data!['me']).toEqual({
    canAttachLocalAuth: false,
  })
})

test('an address that a user added and has not confirmed still belongs to its owner [O14]', async () => {
  const squatter = await comer()
  expect(await attach(squatter, 'owner@test.example', 'the password of a squatter')).toBeNull()
  const link = await tokenOf(platform, 'owner@test.example', 'confirm-email')
  await send(platform, 'POST', '/api/v1/account/password/reset', { email: 'owner@test.example' })
  expect(await mailsTo(platform, 'owner@test.example', 'password-reset')).toEqual([])
  const { status, body } = await send(platform, 'POST', '/api/v1/users', {
    email: 'owner@test.example',
    username: 'Owner',
    password: PASSWORD,
  })
  expect(status).toBe(201)
  expect([
    (await signIn(platform, 'owner@test.example')).body.user.id,
    (await signIn(platform, 'owner@test.example', 'the password of a squatter')).status,
  ]).toEqual([body.id, 401])
  expect(await open(link)).toMatchObject({ status: 400, code: 'EMAIL_VERIFICATION_TOKEN_INVALID' })
  expect((await stored(squatter))!.profiles).toHaveLength(1)
  expect((await signIn(platform, 'owner@test.example', 'the password of a squatter')).status).toBe(401)
})

test('a link brings the password that was chosen when it was asked for, and no later one', async () => {
  const wavering = await comer()
  await attach(wavering, 'wavering@test.example', 'the first long password')
  const first = await tokenOf(platform, 'wavering@test.example', 'confirm-email')
  await attach(wavering, 'wavering@test.example', 'the second long password')
  const second = await tokenOf(platform, 'wavering@test.example', 'confirm-email')
  expect([(await open(first)).status, (await open(second)).status, (await open(first)).status]).toEqual([400, 200, 200])
  expect([
    (await signIn(platform, 'wavering@test.example', 'the first long password')).status,
    (await signIn(platform, 'wavering@test.example', 'the second long password')).status,
  ]).toEqual([401, 200])
})

test('a session older than an hour, and a personal token, add nothing', async () => {
  await using later = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
  const { users, sessions, personalTokens } = later.services
  const { user } = await users.upsertExternal({
    provider: 'elsewhere',
    id: '1',
    displayName: 'stolen',
    creation: 'named',
  })
  const session = async () => ({ user, token: (await sessions.begin(user)).token })
  const add = async (who: TestUser) =>
    (await later.as(who).graphql(ATTACH, { input: { email: 'thief@test.example', password: PASSWORD } })).data![
      'attachLocalAuth'
    ]?.errors[0].translation_key ?? null
  const old = await session()
  later.clock.advance(3_601_000)
  expect(await add(old)).toBe('SIGN_IN_AGAIN')
  expect(await add({ user, token: (await personalTokens.create(user, 'a program')).jwt })).toBe('SIGN_IN_AGAIN')
  expect(await later.mails()).toEqual([])
  expect(await add(await session())).toBeNull()
})

test('an account keeps its address and password, and one of ten simultaneous attempts to add them counts', async () => {
  const local = await platform.createUser()
  expect(keys(await attach(local, 'second@test.example'))).toEqual(['LOCAL_PROFILE'])
  const hopper = await comer()
  const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => attach(hopper, `hopper${i}@test.example`)))
  expect(answers).toEqual(Array(10).fill(null))
  const links = await Promise.all(
    answers.map((_, i) => tokenOf(platform, `hopper${i}@test.example`, 'confirm-email').catch(() => null)),
  )
  const opened = await Promise.all(links.map(link => (link === null ? null : open(link))))
  expect(opened.filter(answer => answer?.status === 200)).toHaveLength(1)
  expect(keys(await attach(hopper, 'another@test.example'))).toEqual(['LOCAL_PROFILE'])
  expect((await stored(hopper))!.profiles.filter(({ provider }) => provider === 'local')).toHaveLength(1)
})

test('an address of another account is refused, and one answer names every problem [U13]', async () => {
  const owner = await platform.createUser()
  const thief = await comer()
  expect(keys(await attach(thief, owner.user.profiles[0]!.id.toUpperCase()))).toEqual(['DUPLICATE_LOCAL_PROFILE'])
  expect(await attach(thief, 'a@b', 'short')).toEqual([
    { translation_key: 'EMAIL_INVALID', field_name: 'email' },
    { translation_key: 'PASSWORD_LENGTH', field_name: 'password' },
  ])
  expect((await stored(thief))!.password ?? null).toBeNull()
  for (let i = 0; i < 9; i++) await attach(thief, owner.user.profiles[0]!.id)
  expect(keys(await attach(thief, 'free@test.example'))).toEqual(['RATE_LIMIT_EXCEEDED'])
})

test('an anonymous caller attaches nothing [R02]', async () => {
  expect(keys(await attach(null, 'nobody@test.example'))).toEqual(['NOT_AUTHORIZED'])
})

test('the page about the password does it by a form', async () => {
  const lovelace = await comer()
  expect((await visit(platform, '/account/password', lovelace)).html).toContain('action="/account/attach"')
  const owner = await platform.createUser()
  const refused = await post(
    platform,
    '/account/attach',
    { email: owner.user.profiles[0]!.id, password: PASSWORD },
    { user: lovelace },
  )
  expect([refused.status, refused.html.includes('id="email-problem"')]).toEqual([400, true])
  expect(
    (
      await post(
        platform,
        '/account/attach',
        { email: 'lovelace@test.example', password: PASSWORD },
        { user: lovelace, origin: 'https://evil.example' },
      )
    ).status,
  ).toBe(403)
  expect(
    await post(platform, '/account/attach', { email: 'lovelace@test.example', password: PASSWORD }, { user: lovelace }),
  ).toMatchObject({ status: 200, html: expect.stringContaining('Look into your mailbox') })
  expect((await visit(platform, '/account/password', lovelace)).html).toContain('lovelace@test.example')
  expect((await open(await tokenOf(platform, 'lovelace@test.example', 'confirm-email'))).status).toBe(200)
  expect((await visit(platform, '/account/password', lovelace)).html).toContain('action="/account/password"')
})

test('a user of a provider acts before the address is confirmed, and signs in by password after it', async () => {
  await platform.services.settings.update({ requireEmailConfirmation: true })
  const mary = await comer()
  const me = async () => (await platform.as(mary).graphql('{ me { id } }')).data!['me']?.id ?? null
  expect(await me()).toBe(mary.user.id)
  expect(await attach(mary, 'mary@test.example')).toBeNull()
  expect(await me()).toBe(mary.user.id)
  expect((await signIn(platform, 'mary@test.example')).code).toBe('NOT_AUTHORIZED')
  await open(await tokenOf(platform, 'mary@test.example', 'confirm-email'))
  expect((await signIn(platform, 'mary@test.example')).status).toBe(200)
  await platform.services.settings.update({ requireEmailConfirmation: false })
})
