import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import localAuth from '../server/index.ts'

const PASSWORD = 'a long enough password'
const UPDATE = `mutation ($input: UpdateEmailAddressInput!) {
  updateEmailAddress(input: $input) { errors { translation_key ... on ValidationUserError { field_name } } }
}`
const ATTACH = `mutation ($input: AttachLocalAuthInput!) {
  attachLocalAuth(input: $input) { errors { translation_key } }
}`

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform({ plugins: [localAuth] })
})
afterAll(() => platform[Symbol.asyncDispose]())

const addressOf = ({ user }: TestUser) => user.profiles.find(({ provider }) => provider === 'local')!.id

/** The codes with which a change is refused; null when it is not. */
async function update(who: TestUser | null, email: string, confirmPassword: string = PASSWORD) {
  const { data } = await platform.as(who).graphql(UPDATE, { input: { email, confirmPassword } })
  return keysOf(data!['updateEmailAddress'])
}

const keysOf = (answer: { errors: { translation_key: string }[] } | null) =>
  answer?.errors.map(({ translation_key }) => translation_key) ?? null

const post = async (path: string, body: unknown) =>
  (
    await platform.http(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).status

const signIn = (email: string, password: string = PASSWORD) => post('/api/v1/auth/local', { email, password })

const mailsTo = async (to: string, template: string) =>
  (await platform.mails()).filter(mail => mail.to === to && mail.template === template)

async function openLink(to: string): Promise<number> {
  const [mail] = await mailsTo(to, 'confirm-email')
  return post('/api/v1/account/email/verify', { token: new URL(mail!.link!).hash.slice(1) })
}

/** Creates a user who came from a provider, and signs that user in. */
async function fromProvider(id: string): Promise<TestUser> {
  const { users, sessions } = platform.services
  const { user } = await users.upsertExternal({ provider: 'elsewhere', id, displayName: id, creation: 'named' })
  return { user, token: (await sessions.begin(user)).token }
}

test('the address changes when the link that is sent there is opened, and the old one is told', async () => {
  const ada = await platform.createUser()
  const old = addressOf(ada)
  expect(await update(ada, ' New@Test.example ')).toBeNull()
  expect([await signIn(old), await signIn('new@test.example')]).toEqual([200, 401])
  expect(await openLink('new@test.example')).toBe(200)
  expect([await signIn(old), await signIn('new@test.example')]).toEqual([401, 200])
  expect((await mailsTo(old, 'email-changed'))[0]!.text).toContain('new@test.example')
})

test('a wrong password, and an address that is none, are refused', async () => {
  const ada = await platform.createUser()
  expect(await update(ada, 'another@test.example', 'not the password')).toEqual(['INCORRECT_PASSWORD'])
  expect(await update(ada, 'no address')).toEqual(['EMAIL_INVALID'])
  expect(await mailsTo('another@test.example', 'confirm-email')).toEqual([])
})

test('wrong passwords are limited together with those of the core', async () => {
  const ada = await platform.createUser()
  for (let i = 0; i < 10; i++) await update(ada, 'guessed@test.example', 'not the password')
  expect(await update(ada, 'guessed@test.example')).toEqual(['LOGIN_MAXIMUM_EXCEEDED'])
  const { data } = await platform
    .as(ada)
    .graphql('mutation ($input: ChangeEmailInput!) { changeEmail(input: $input) { errors { translation_key } } }', {
      input: { email: 'guessed@test.example', password: PASSWORD },
    })
  expect(keysOf(data!['changeEmail'])).toEqual(['LOGIN_MAXIMUM_EXCEEDED'])
})

test('no answer and no mail shows that another account has an address [U14]', async () => {
  const [owner, ada] = [await platform.createUser(), await platform.createUser()]
  expect(await update(ada, addressOf(owner))).toBeNull()
  expect(await mailsTo(addressOf(owner), 'confirm-email')).toEqual([])
})

test('a user of a provider adds an address and a password first, and then changes the address', async () => {
  const hopper = await fromProvider('hopper')
  expect(await update(hopper, 'hopper@test.example')).toEqual(['NO_LOCAL_PROFILE'])
  const { data } = await platform
    .as(hopper)
    .graphql(ATTACH, { input: { email: 'hopper@test.example', password: PASSWORD } })
  expect(data).toEqual({ attachLocalAuth: null })
  expect(await openLink('hopper@test.example')).toBe(200)
  expect(await update(hopper, 'grace@test.example')).toBeNull()
  expect(await openLink('grace@test.example')).toBe(200)
  expect(await signIn('grace@test.example')).toBe(200)
})

test('an anonymous caller changes nothing [R02]', async () => {
  expect(await update(null, 'nobody@test.example')).toEqual(['NOT_AUTHORIZED'])
})
