import { createHmac, generateKeyPairSync } from 'node:crypto'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { post } from './attempts.ts'

const SECRET = 'a secret of a test platform, 32 bytes or more'
const NOW = Math.floor(Date.now() / 1_000)
const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/** A token made by hand, of any header and claims; claims may be JSON text, to say what objects can't. */
function handmade(
  claims: unknown,
  { header = {}, secret = SECRET }: { header?: object; secret?: string } = {},
): string {
  const text = `${encode({ alg: 'HS256', typ: 'JWT', ...header })}.${encode(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

let platform: TestPlatform
let somebody: TestUser
beforeAll(async () => {
  platform = await createTestPlatform({
    env: { PLATFORM_JWT_COOKIE_NAMES: 'sso', PLATFORM_JWT_SIGNING_COOKIE_NAME: 'session' },
  })
  somebody = await platform.createUser()
})
afterAll(() => platform[Symbol.asyncDispose]())

const good = () => ({
  jti: 'hand-made',
  iss: 'http://localhost:3000',
  aud: 'platform',
  sub: somebody.user.id,
  iat: NOW,
  exp: NOW + 3_600,
})

/** The answer to a token wherever one is looked for. */
const PLACES: Record<string, (token: string) => [path: string, headers: Record<string, string>]> = {
  'a custom cookie': token => ['/api/v1/auth', { cookie: `sso=${token}` }],
  'the default cookie': token => ['/api/v1/auth', { cookie: `authorization=${token}` }],
  'the signing cookie': token => ['/api/v1/auth', { cookie: `session=${token}` }],
  'the address': token => [`/api/v1/auth?access_token=${encodeURIComponent(token)}`, {}],
  'the header': token => ['/api/v1/auth', { authorization: `Bearer ${token}` }],
}

async function everywhere(token: string): Promise<Record<string, readonly [status: number, cleared: string | null]>> {
  const answers = await Promise.all(
    Object.entries(PLACES).map(async ([name, at]) => {
      const [path, headers] = at(token)
      const answer = await platform.http(path, { headers })
      return [name, [answer.status, answer.headers.get('set-cookie')]] as const
    }),
  )
  return Object.fromEntries(answers)
}

const cleared = (name: string) => `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`
const REFUSED = {
  'a custom cookie': [204, cleared('sso')],
  'the default cookie': [204, cleared('authorization')],
  'the signing cookie': [204, cleared('session')],
  'the address': [401, null],
  'the header': [401, null],
}

test('a good one made by another service is accepted everywhere', async () => {
  expect(await everywhere(handmade(good()))).toEqual(
    Object.fromEntries(Object.keys(PLACES).map(name => [name, [200, null]])),
  )
})

describe('refused everywhere, a cookie by being cleared', () => {
  const unsigned = (alg: string) => `${encode({ alg })}.${encode(good())}.`
  const { publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  test.each<[name: string, token: () => string]>([
    ...['none', 'None', 'nOnE'].map(alg => [`alg ${alg} [J01]`, () => unsigned(alg)] as [string, () => string]),
    ['a public key as the secret [J02]', () => handmade(good(), { secret: publicKey })],
    ...['HS384', 'HS512', 'RS256', 'ES256', 'EdDSA'].map(
      alg => [`alg ${alg} [J03]`, () => handmade(good(), { header: { alg } })] as [string, () => string],
    ),
    ...['../../../dev/null', '__proto__', 'x'.repeat(300)].map(
      kid =>
        [
          `kid ${kid.slice(0, 20)}, another secret [J05]`,
          () => handmade(good(), { header: { kid }, secret: 'another secret of thirty-two bytes or more' }),
        ] as [string, () => string],
    ),
    [
      'a signature of another token [J07]',
      () => handmade(good()).replace(/[^.]*$/, handmade({ ...good(), jti: 'another' }).split('.')[2]!),
    ],
    ['a fourth part [J07]', () => `${handmade(good())}.x`],
    ['an endless end [J09]', () => handmade(JSON.stringify(good()).replace(/"exp":\d+/, '"exp":1e999'))],
    ['an end as text [J09]', () => handmade({ ...good(), exp: '9999999999' })],
    ['an end in milliseconds [J09]', () => handmade({ ...good(), exp: (NOW + 3_600) * 1_000 })],
    ['no end [J09]', () => handmade({ ...good(), exp: undefined })],
    ['not yet [J10]', () => handmade({ ...good(), nbf: NOW + 3_600 })],
    ['made tomorrow [J10]', () => handmade({ ...good(), iat: NOW + 86_400 })],
    ['another audience [J11]', () => handmade({ ...good(), aud: 'other' })],
    ['no audience [J11]', () => handmade({ ...good(), aud: [] })],
    ['an operator for an id [J13, N06]', () => handmade({ ...good(), sub: { $gt: '' } })],
    ['a number for an id [J13]', () => handmade({ ...good(), sub: 1 })],
    ['no jti [J14]', () => handmade({ ...good(), jti: undefined })],
    ['a number for a jti [J14]', () => handmade({ ...good(), jti: 7 })],
    ['white space inside [J18]', () => handmade(good()).replace('.', '. ')],
    ["nobody's", () => handmade({ ...good(), sub: 'nobody-known' })],
  ])('%s', async (_name, token) => {
    const text = token()
    const seen = await everywhere(text)
    // A cookie can't hold white space; what is left of it is no token either.
    expect(seen).toEqual(REFUSED)
  })
})

test('what is larger than any token is refused before it costs anything [J15]', async () => {
  const long = handmade({ ...good(), pad: 'x'.repeat(9_000) })
  expect((await platform.http('/api/v1/auth', { headers: { authorization: `Bearer ${long}` } })).status).toBe(401)
  expect([401, 431]).toContain(
    (await platform.http('/api/v1/auth', { headers: { authorization: `Bearer ${'x'.repeat(20_000)}` } })).status,
  )
})

test('sessions without an end are accepted where the operator says so, and end with a sign-out [J21]', async () => {
  await using lasting = await createTestPlatform({ env: { PLATFORM_JWT_REQUIRE_EXPIRY: 'FALSE' } })
  const { user } = await lasting.createUser()
  const headers = { authorization: `Bearer ${handmade({ ...good(), sub: user.id, exp: undefined })}` }
  const statuses = []
  for (const method of ['GET', 'DELETE', 'GET'])
    statuses.push((await lasting.http('/api/v1/auth', { method, headers })).status)
  expect(statuses).toEqual([200, 204, 401])
})

describe('a claim path', () => {
  const nested = (claims: object) => handmade({ ...good(), sub: undefined, ...claims })

  test('nests by its dots and nothing else [J13]', async () => {
    await using other = await createTestPlatform({ env: { PLATFORM_JWT_USER_ID_CLAIM: 'user.id' } })
    const { user } = await other.createUser()
    const status = async (token: string) =>
      (await other.http('/api/v1/auth', { headers: { authorization: `Bearer ${token}` } })).status
    expect(await status(nested({ user: { id: user.id } }))).toBe(200)
    for (const claims of [{ 'user.id': user.id }, { user: user.id }, { user: {} }, {}, { user: [{ id: user.id }] }])
      expect(await status(nested(claims))).toBe(401)
  })
})

test('a sign-in replaces the token that a cookie held before [J23]', async () => {
  const attacker = await platform.createUser()
  const cookies = new Map([
    ['sso', attacker.token],
    ['authorization', attacker.token],
  ])
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const signedIn = await platform.http('/api/v1/auth/local', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://localhost:3000', cookie: header() },
    body: JSON.stringify({ email: `${somebody.user.username}@test.example`, password: 'a long enough password' }),
  })
  for (const line of signedIn.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
    if (value === '') cookies.delete(name!)
    else cookies.set(name!, value!)
  }
  expect([...cookies.keys()]).toEqual(['session', 'platform-device'])
  const { user } = (await (await platform.http('/api/v1/auth', { headers: { cookie: header() } })).json()) as {
    user: { id: string }
  }
  expect(user.id).toBe(somebody.user.id)
})

test('nothing is ended by looking at a page [C05]', async () => {
  const headers = { cookie: `authorization=${somebody.token}` }
  for (const path of ['/sign-out', '/api/v1/auth', '/api/v1/setup', '/admin/install'])
    await platform.http(path, { headers })
  expect((await platform.http('/api/v1/auth', { headers })).status).toBe(200)
})

test('what is given as a place to go on to can not put a cookie into the answer [C10]', async () => {
  const answer = await platform.http('/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:3000' },
    body: String(
      new URLSearchParams({
        email: `${somebody.user.username}@test.example`,
        password: 'a long enough password',
        next: '/x\r\nSet-Cookie: authorization=stolen; a',
      }),
    ),
  })
  expect(answer.status).toBe(303)
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^session=eyJ/),
    expect.stringMatching(/^platform-device=eyJ/),
  ])
})

test('what a bad token gets says nothing about why', async () => {
  const seen = await Promise.all(
    [
      handmade(good(), { secret: 'another secret of thirty-two bytes or more' }),
      handmade({ ...good(), exp: NOW - 100 }),
      handmade({ ...good(), sub: 'nobody-known' }),
    ].map(async token => {
      const { body } = await post(
        platform,
        '/api/v1/graph/ql',
        { query: '{ me { id } }' },
        { authorization: `Bearer ${token}` },
      )
      return { ...body.error, requestId: null }
    }),
  )
  expect(new Set(seen.map(answer => JSON.stringify(answer))).size).toBe(1)
})
