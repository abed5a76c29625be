import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestPlatform } from '../../src/index.ts'
import { type Site, siteOf } from './site.ts'

const SECRET = 'the secret of our site, thirty-two bytes or more'
const ISSUER = 'http://localhost:3000'

interface SiteCode {
  commentToken(member: { id: number; name: string }, platform: { issuer: string; secret: string }): Promise<string>
}

let site: Site
let platform: TestPlatform
let code: SiteCode

beforeAll(async () => {
  site = await siteOf('recipes/single-sign-on.md')
  platform = await site.start({
    PLATFORM_JWT_SECRETS: JSON.stringify([
      { kid: 'platform', secret: 'the secret of the platform, thirty-two bytes or more' },
      { kid: 'our-site', secret: SECRET },
    ]),
    PLATFORM_JWT_COOKIE_NAMES: 'our_site_comments',
    PLATFORM_ROOT_URL: ISSUER,
  })
  code = (await import(pathToFileURL(join(site.directory, 'site/comment-token.ts')).href)) as SiteCode
})
afterAll(async () => {
  await platform.close()
  await site[Symbol.asyncDispose]()
})

const tokenFor = (id: number, name = `Member ${id}`) =>
  code.commentToken({ id, name }, { issuer: ISSUER, secret: SECRET })
const auth = (token: string, init: RequestInit = {}) =>
  platform.http('/api/v1/auth', { ...init, headers: { authorization: `Bearer ${token}` } })
const account = async (answer: Response) =>
  ((await answer.json()) as { user: { id: string; username: string; role: string } }).user

test('a token of the site signs its user in, by header and by cookie, as the same user each time', async () => {
  const seen = [
    await auth(await tokenFor(1, 'Grace Hopper')),
    await auth(await tokenFor(1, 'Grace Hopper')),
    await platform.http('/api/v1/auth', { headers: { cookie: `our_site_comments=${await tokenFor(1)}` } }),
  ]
  expect(await Promise.all(seen.map(account))).toEqual(
    Array.from({ length: 3 }, () =>
      expect.objectContaining({ id: 'member:1', username: 'Grace_Hopper', role: 'COMMENTER' }),
    ),
  )
  expect((await platform.services.users.findById('member:1'))!.profiles).toMatchObject([
    { provider: 'our-members', id: 'member:1' },
  ])
})

test('fifty simultaneous first requests make one user [K15]', async () => {
  const tokens = await Promise.all(Array.from({ length: 50 }, () => tokenFor(2)))
  const answers = await Promise.all(tokens.map(token => auth(token)))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
  expect(new Set((await Promise.all(answers.map(account))).map(({ id }) => id))).toEqual(new Set(['member:2']))
  expect(await platform.services.docstore.collection('users').countDocuments({ 'profiles.id': 'member:2' })).toBe(1)
})

test('members of one name, arriving together, are different users', async () => {
  const users = await Promise.all(
    [...Array.from({ length: 10 }, (_, i) => 100 + i)].map(async id => account(await auth(await tokenFor(id, 'Ada')))),
  )
  expect(new Set(users.map(({ username }) => username)).size).toBe(10)
  for (const { username } of users) expect(username).toMatch(/^Ada(_\d+)?$/)
})

test('a user whose name is not allowed here is asked for another one [U11]', async () => {
  await platform.createUser({ username: 'Grace_Moder', roles: ['MODERATOR'] })
  for (const [i, name] of ['admin', 'Adrnin', '__proto__', 'Grace_Moder', 'GraceM0der', 'Софья'].entries()) {
    expect(await account(await auth(await tokenFor(200 + i, name)))).toMatchObject({
      username: expect.stringMatching(/^user_\d+$/),
      status: { username: 'UNSET' },
    })
  }
})

describe('no user is made by', () => {
  const forged = (claims: Record<string, unknown>) => platform.token(claims)
  test.each<[string, () => Promise<string>, status: number]>([
    ['a token for another plugin', () => forged({ sub: 'partner-1', name: 'X' }), 204],
    ['a name that is no text', () => forged({ sub: 'member:9', name: { $gt: '' } }), 204],
    ['another secret', () => code.commentToken({ id: 9, name: 'X' }, { issuer: ISSUER, secret: `${SECRET}!` }), 401],
    [
      'another issuer',
      () => code.commentToken({ id: 9, name: 'X' }, { issuer: 'https://evil.example', secret: SECRET }),
      401,
    ],
  ])('%s', async (_name, token, status) => {
    const before = await platform.services.docstore.collection('users').countDocuments()
    expect((await auth(await token())).status).toBe(status)
    expect(await platform.services.docstore.collection('users').countDocuments()).toBe(before)
  })
})

test("claims about roles are the site's opinion [J34]", async () => {
  const token = await platform.token({
    sub: 'member:3',
    name: 'Eve',
    role: 'ADMIN',
    roles: ['ADMIN'],
    email_verified: true,
  })
  expect(await account(await auth(token))).toMatchObject({ id: 'member:3', role: 'COMMENTER' })
})

test("signing out ends that token; the site's next one works", async () => {
  const token = await tokenFor(4)
  expect([
    (await auth(token)).status,
    (await auth(token, { method: 'DELETE' })).status,
    (await auth(token)).status,
    (await auth(await tokenFor(4))).status,
  ]).toEqual([200, 204, 401, 200])
})

// Nothing merges accounts, so that of "deleted or merged" there is only the first.
test('a deleted account is not brought back by a token from before [J29]', async () => {
  const token = await tokenFor(5)
  expect((await auth(token)).status).toBe(200)
  await platform.services.erasure.request((await platform.createUser({ roles: ['ADMIN'] })).user, 'member:5')
  expect((await auth(token)).status).toBe(401)
  expect(await platform.services.users.findById('member:5')).toBeNull()
})

test('its code compiles, and the doctor has nothing to say against it', async () => {
  expect(await site.compile()).toBe('')
  expect(JSON.parse(await site.run('apps/server/bin/platform.js', 'plugins', 'doctor', '--json'))).toEqual({
    healthy: true,
    findings: [],
  })
}, 120_000)
