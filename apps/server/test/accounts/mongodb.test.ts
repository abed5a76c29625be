import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, expect } from 'vitest'
import { startMongo } from '../../../../packages/docstore/test/mongo.ts'
import { testWith } from '../../../../test/needs.ts'
import { mailsTo, PASSWORD, send, signIn, tokenOf } from './letters.ts'

const mongo = await startMongo()
afterAll(mongo.stop)

const RESET = '/api/v1/account/password/reset'
const VERIFY = '/api/v1/account/email/verify'
const CHANGE_EMAIL = `mutation($email: String!, $password: String!) {
  changeEmail(input: { email: $email, password: $password }) { errors { translation_key } }
}`

async function wish(platform: TestPlatform, username: string, email: string): Promise<string> {
  const { data } = await platform
    .as(await platform.createUser({ username }))
    .graphql(CHANGE_EMAIL, { email, password: PASSWORD })
  expect(data!['changeEmail']).toBeNull()
  return tokenOf(platform, email, 'confirm-email')
}

testWith(mongo)(
  'accounts are confirmed, recovered, moved and left on MongoDB as elsewhere',
  { timeout: 120_000 },
  async () => {
    await using platform = await createTestPlatform({
      now: new Date('2026-03-01T12:00:00.000Z'),
      env: { PLATFORM_DOCSTORE_URL: mongo.url() },
    })
    await platform.services.settings.update({ requireEmailConfirmation: true })
    const email = 'ada@test.example'
    expect((await send(platform, 'POST', '/api/v1/users', { email, username: 'ada', password: PASSWORD })).status).toBe(
      201,
    )
    const confirmation = await tokenOf(platform, email, 'confirm-email')
    expect(
      (await Promise.all(Array.from({ length: 5 }, () => send(platform, 'POST', VERIFY, { token: confirmation })))).map(
        ({ status }) => status,
      ),
    ).toEqual(Array(5).fill(200))
    expect((await signIn(platform, email)).status).toBe(200)

    await send(platform, 'POST', RESET, { email })
    const reset = await tokenOf(platform, email, 'password-reset')
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        send(platform, 'PUT', RESET, { token: reset, password: `a long password, number ${i}` }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
    expect(await mailsTo(platform, email, 'password-changed')).toHaveLength(1)

    const wishes = [
      await wish(platform, 'one', 'wanted@test.example'),
      await wish(platform, 'two', 'wanted@test.example'),
    ]
    // One after the other: see packages/docstore/README.md for what is not asked of the MongoDB of these tests.
    expect([
      (await send(platform, 'POST', VERIFY, { token: wishes[0] })).status,
      (await send(platform, 'POST', VERIFY, { token: wishes[1] })).status,
    ]).toEqual([200, 400])

    const owner = await platform.createUser({ roles: ['ADMIN'] })
    const leaver = await platform.createUser({ roles: ['ADMIN'] })
    const { data } = await platform
      .as(owner)
      .graphql('mutation { createToken(input: { name: "x" }) { token { id } errors { translation_key } } }')
    expect(
      (
        await platform
          .as(owner)
          .graphql('mutation($id: ID!) { revokeToken(input: { id: $id }) { errors { translation_key } } }', {
            id: data!['createToken'].token.id,
          })
      ).data!['revokeToken'],
    ).toBeNull()
    expect(await platform.services.personalTokens.of(owner.user.id)).toMatchObject([{ name: 'x', active: false }])
    expect(
      (
        await platform
          .as(leaver)
          .graphql(
            'mutation ($password: String) { requestDeletion(password: $password) { errors { translation_key } } }',
            {
              password: PASSWORD,
            },
          )
      ).data!['requestDeletion'].errors,
    ).toBeNull()
    platform.clock.advance(86_401_000)
    await platform.mails()
    expect(await platform.services.users.findById(leaver.user.id)).toBeNull()
  },
)
