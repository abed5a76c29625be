import { generateKeyPairSync } from 'node:crypto'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { post } from './attempts.ts'
import { encode, handmade, neededClaims } from './handmade.ts'

const NOW = Math.floor(Date.now() / 1_000)

let platform: TestPlatform
let reader: TestUser
beforeAll(async () => {
  platform = await createTestPlatform({
    env: { PLATFORM_JWT_COOKIE_NAMES: 'sso', PLATFORM_JWT_SIGNING_COOKIE_NAME: 'session' },
  })
  reader = await platform.createUser()
})
afterAll(() => platform[Symbol.asyncDispose]())

const good = () => ({
  jti: 'hand-made',
  iss: 'http://localhost:3000',
  aud: 'platform',
  sub: reader.user.id,
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

test.each([
  ['of every claim', () => good()],
  ['of the claims that are needed and no others', () => neededClaims(reader.user.id)],
])('a good one %s, made by another service, is accepted everywhere', async (_name, claims) => {
  expect(await everywhere(handmade(claims()))).toEqual(
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
    ['null for an end [J09]', () => handmade({ ...good(), exp: null })],
    ['a user twice [J35]', () => handmade(JSON.stringify(good()).replace('"sub":', '"sub":"somebody-else","sub":'))],
    ['not yet [J10]', () => handmade({ ...good(), nbf: NOW + 3_600 })],
    ['made tomorrow [J10]', () => handmade({ ...good(), iat: NOW + 86_400 })],
    ['another audience [J11]', () => handmade({ ...good(), aud: 'other' })],
    ['no audience [J11]', () => handmade({ ...good(), aud: [] })],
    ['an operator for an id [J13, N06]', () => handmade({ ...good(), sub: { $gt: '' } })],
    ['a number for an id [J13]', () => handmade({ ...good(), sub: 1 })],
    ['no jti [J14]', () => handmade({ ...good(), jti: undefined })],
    ['a number for a jti [J14]', () => handmade({ ...good(), jti: 7 })],
    ['white space inside [J18]', () => handmade(good()).replace('.', '. ')],
  ])('%s', async (_name, token) => {
    const text = token()
    const seen = await everywhere(text)
    // A cookie can't hold white space; what is left of it is no token either.
    expect(seen).toEqual(REFUSED)
  })
})

test('a text that is longer than any token is refused before it is parsed [J15]', async () => {
  const long = handmade({ ...good(), pad: 'x'.repeat(9_000) })
  expect((await platform.http('/api/v1/auth', { headers: { authorization: `Bearer ${long}` } })).status).toBe(401)
  expect([401, 431]).toContain(
    (await platform.http('/api/v1/auth', { headers: { authorization: `Bearer ${'x'.repeat(20_000)}` } })).status,
  )
})

test('a session without an end ends with a sign-out, also a month later [J21]', async () => {
  await using lasting = await createTestPlatform()
  const { user } = await lasting.createUser()
  const headers = { authorization: `Bearer ${handmade(neededClaims(user.id))}` }
  const statuses = []
  for (const method of ['GET', 'DELETE', 'GET'])
    statuses.push((await lasting.http('/api/v1/auth', { method, headers })).status)
  lasting.clock.advance(30 * 86_400_000)
  statuses.push((await lasting.http('/api/v1/auth', { headers })).status)
  expect(statuses).toEqual([200, 204, 401, 401])
})

test('an operator can refuse sessions without an end [J09]', async () => {
  await using strict = await createTestPlatform({ env: { PLATFORM_JWT_REQUIRE_EXPIRY: 'TRUE' } })
  const { user } = await strict.createUser()
  const statuses = [neededClaims(user.id), { ...good(), sub: user.id }].map(async claims => {
    const answer = await strict.http('/api/v1/auth', { headers: { authorization: `Bearer ${handmade(claims)}` } })
    return answer.status
  })
  expect(await Promise.all(statuses)).toEqual([401, 200])
})

test.each<[claim: string, claims: () => object]>([
  ['jti', () => ({ ...good(), jti: undefined })],
  ['aud', () => ({ ...good(), aud: 'other' })],
  ['iss', () => ({ ...good(), iss: 'http://localhost:4000' })],
  ['sub', () => ({ ...good(), sub: 7 })],
  ['exp', () => ({ ...good(), exp: null })],
  ['nbf', () => ({ ...good(), nbf: NOW + 3_600 })],
])(
  'a rightly signed token whose claim %s is at fault is answered with the name of that claim',
  async (claim, claims) => {
    const { status, body } = await post(
      platform,
      '/api/v1/graph/ql',
      { query: '{ me { id } }' },
      {
        authorization: `Bearer ${handmade(claims())}`,
      },
    )
    expect([status, body.error]).toEqual([
      401,
      expect.objectContaining({
        code: 'TOKEN_INVALID',
        message: `This token is not valid: its claim "${claim}" is missing or not accepted here`,
        metadata: { claim },
      }),
    ])
  },
)

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
    body: JSON.stringify({ email: `${reader.user.username}@test.example`, password: 'a long enough password' }),
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
  expect(user.id).toBe(reader.user.id)
})

test('nothing is ended by looking at a page [C05]', async () => {
  const headers = { cookie: `authorization=${reader.token}` }
  for (const path of ['/sign-out', '/api/v1/auth', '/api/v1/setup', '/admin/install'])
    await platform.http(path, { headers })
  expect((await platform.http('/api/v1/auth', { headers })).status).toBe(200)
})

test('the parameter next can not put a cookie into the answer [C10]', async () => {
  const answer = await platform.http('/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:3000' },
    body: String(
      new URLSearchParams({
        email: `${reader.user.username}@test.example`,
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

test('the answer to a forged or expired token says nothing about why', async () => {
  const seen = await Promise.all(
    [
      handmade(good(), { secret: 'another secret of thirty-two bytes or more' }),
      handmade({ ...good(), exp: NOW - 100 }),
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
