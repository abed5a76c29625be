import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visit } from '../pages/visit.ts'
import { PASSWORD } from './letters.ts'

const CREATE = `mutation($name: String!) {
  createToken(input: { name: $name }) { token { id name active jwt } errors { translation_key } }
}`
const REVOKE = 'mutation($id: ID!) { revokeToken(input: { id: $id }) { errors { translation_key } } }'
const LIST = '{ me { tokens { id name active jwt } } }'

let platform: TestPlatform
let root: TestUser
beforeAll(async () => {
  platform = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
  root = await platform.createUser({ username: 'root_one', roles: ['ADMIN'] })
})
afterAll(() => platform[Symbol.asyncDispose]())

const create = async (user: TestUser | null, name: string) =>
  (await platform.as(user).graphql(CREATE, { name })).data!['createToken']
const revoke = async (user: TestUser | null, id: string) =>
  (await platform.as(user).graphql(REVOKE, { id })).data!['revokeToken']?.errors[0].translation_key ?? null
const status = async (jwt: string) =>
  (await platform.http('/api/v1/auth', { headers: { authorization: `Bearer ${jwt}` } })).status

test('a token acts as its owner until it is revoked, and shows its secret once', async () => {
  const { token, errors } = await create(root, ' the importer ')
  expect([errors, token.name, token.active]).toEqual([null, 'the importer', true])
  platform.clock.advance(400 * 86_400_000)
  expect(await status(token.jwt)).toBe(200)
  const again = await platform.signIn(root)
  expect((await platform.as(again).graphql(LIST)).data!['me'].tokens).toEqual([
    { id: token.id, name: 'the importer', active: true, jwt: null },
  ])
  expect(await revoke(again, token.id)).toBeNull()
  expect(await status(token.jwt)).toBe(401)
  expect((await platform.as(again).graphql(LIST)).data!['me'].tokens).toEqual([
    { id: token.id, name: 'the importer', active: false, jwt: null },
  ])
  expect(
    JSON.stringify([await platform.services.docstore.collection('users').find({}).toArray(), platform.logs]),
  ).not.toContain(token.jwt)
})

test('a personal token makes and revokes none [R02]', async () => {
  const session = await platform.signIn(root)
  const { token } = await create(session, 'a program')
  const program = { user: root.user, token: token.jwt }
  expect(await create(program, 'a second one')).toEqual({
    token: null,
    errors: [{ translation_key: 'NOT_AUTHORIZED' }],
  })
  expect(await revoke(program, token.id)).toBe('NOT_AUTHORIZED')
  expect([await status(token.jwt), await revoke(session, token.id)]).toEqual([200, null])
})

test('administrators only, each about their own [R02]', async () => {
  const [owner, other] = [
    await platform.createUser({ roles: ['ADMIN'] }),
    await platform.createUser({ roles: ['ADMIN'] }),
  ]
  const { token } = await create(owner, 'mine')
  expect(await revoke(other, token.id)).toBe('NOT_FOUND')
  for (const caller of [
    null,
    await platform.createUser(),
    await platform.createUser({ roles: ['STAFF'] }),
    await platform.createUser({ roles: ['MODERATOR'] }),
  ]) {
    expect(await create(caller, 'x')).toEqual({ token: null, errors: [{ translation_key: 'NOT_AUTHORIZED' }] })
    expect(await revoke(caller, token.id)).toBe('NOT_AUTHORIZED')
  }
  expect(await status(token.jwt)).toBe(200)
})

test.each(['', '   ', 'x'.repeat(101)])('the name "%.10s" is refused', async name => {
  expect(await create(await platform.signIn(root), name)).toEqual({
    token: null,
    errors: [{ translation_key: 'BAD_USER_INPUT' }],
  })
})

test('a demotion, a new password and "sign out everywhere" end personal tokens [J22]', async () => {
  const causes: ((owner: TestUser) => Promise<unknown>)[] = [
    owner =>
      platform
        .as(root)
        .graphql('mutation($id: ID!) { setUserRole(id: $id, role: COMMENTER) { errors { translation_key } } }', {
          id: owner.user.id,
        }),
    owner =>
      platform.as(owner).graphql(
        `mutation($old: String!) {
          changePassword(input: { oldPassword: $old, newPassword: "another long password" }) {
            errors { translation_key }
          }
        }`,
        { old: PASSWORD },
      ),
    owner => platform.as(owner).graphql('mutation { signOutEverywhere { errors { translation_key } } }'),
  ]
  root = await platform.signIn(root)
  for (const cause of causes) {
    const owner = await platform.createUser({ roles: ['ADMIN'] })
    const { token } = await create(owner, 'x')
    expect(await status(token.jwt)).toBe(200)
    await cause(owner)
    expect(await status(token.jwt)).toBe(401)
    const { data } = await platform
      .as(root)
      .graphql('query($id: ID!) { user(id: $id) { tokens { id active } } }', { id: owner.user.id })
    expect(data!['user'].tokens).toEqual([{ id: token.id, active: false }])
  }
})

test('no user has more than 200 tokens, however many are created at the same time [N17]', async () => {
  const owner = await platform.createUser({ roles: ['ADMIN'] })
  await platform.services.docstore
    .collection('users')
    .updateOne(
      { id: owner.user.id },
      { $set: { tokens: Array.from({ length: 195 }, (_, i) => ({ id: `old-${i}`, name: 'old', active: false })) } },
    )
  const made = await Promise.all(Array.from({ length: 10 }, () => create(owner, 'x')))
  expect(made.filter(({ token }) => token !== null)).toHaveLength(5)
})

test('the page and the export of an owner show no ended token as active', async () => {
  const owner = await platform.createUser({ username: 'owner', roles: ['ADMIN'] })
  await create(owner, 'the old script')
  platform.clock.advance(1_000)
  await platform.as(owner).graphql('mutation { signOutEverywhere { errors { translation_key } } }')
  const again = await platform.signIn(owner)
  await create(again, 'the new script')
  const { html } = await visit(platform, '/account/tokens', again)
  expect([html.includes('the new script'), html.includes('the old script')]).toEqual([true, false])
  const exported = []
  for await (const { name, record } of platform.services.composition.personalData.export(owner.user.id))
    if (name === 'personal-access-tokens') exported.push(record)
  expect(exported).toMatchObject([{ active: false }, { active: true }])
})
