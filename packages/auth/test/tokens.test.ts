import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createKeySet, createTokens, TOKEN_KINDS, TokenError, type TokensConfig } from '../src/index.ts'
import {
  CONFIG,
  DAY,
  encode,
  goodClaims,
  handmade,
  hmacTokens,
  NOW,
  NOW_SECONDS,
  outcome,
  pemPair,
  SECRET,
} from './fixtures.ts'

const tokens = await hmacTokens()

/** Two keys: `b` is the new one and signs, `a` is about to go. */
const second = 'another secret of at least thirty-two bytes'
const a = { kid: 'a', secret: SECRET }
const b = { kid: 'b', secret: second }
const rotated = await hmacTokens({ secrets: JSON.stringify([b, a]) })

describe('what is signed', () => {
  test('a session carries the claims other services use and nothing else', async () => {
    const { token, jti, expiresAt, claims } = await tokens.sign({ kind: 'session', userId: 'user-1' })
    expect(claims).toEqual({
      jti,
      iss: CONFIG.issuer,
      aud: 'platform',
      sub: 'user-1',
      iat: NOW_SECONDS,
      exp: NOW_SECONDS + 86_400,
    })
    expect(expiresAt).toEqual(new Date(NOW + DAY))
    expect(await tokens.verify(token, { kind: 'session' })).toEqual({
      kind: 'session',
      userId: 'user-1',
      jti,
      issuedAt: new Date(NOW),
      expiresAt,
      claims,
    })
  })

  test('a dotted user id claim nests', async () => {
    const nested = await hmacTokens({ config: { userIdClaim: 'user.id' } })
    const { token, claims } = await nested.sign({ kind: 'session', userId: 'user-1' })
    expect(claims).toMatchObject({ user: { id: 'user-1' } })
    await expect(nested.verify(token, { kind: 'session' })).resolves.toMatchObject({ userId: 'user-1' })
  })

  test('further claims come back', async () => {
    const { token } = await tokens.sign({
      kind: 'email-confirm',
      userId: 'user-1',
      claims: { email: 'a@example.org' },
      expiresIn: 1500,
    })
    const verified = await tokens.verify(token, { kind: 'email-confirm' })
    expect(verified.claims['email']).toBe('a@example.org')
    expect(verified.expiresAt).toEqual(new Date(NOW + 2000))
  })

  test('a personal token expires only when an expiry is given', async () => {
    const endless = await tokens.sign({ kind: 'personal', userId: 'user-1' })
    expect(endless.expiresAt).toBeUndefined()
    expect((await tokens.verify(endless.token, { kind: 'personal' })).expiresAt).toBeUndefined()
    const tenYears = await tokens.sign({ kind: 'personal', userId: 'user-1', expiresIn: 3650 * DAY })
    await expect(tokens.verify(tenYears.token, { kind: 'personal' })).resolves.toMatchObject({
      expiresAt: new Date(NOW + 3650 * DAY),
    })
  })

  test.each(['jti', 'aud', 'iss', 'exp', 'iat', 'nbf', 'sub'])('the claim %s can not be given', async name => {
    await expect(tokens.sign({ kind: 'session', userId: 'user-1', claims: { [name]: 'x' } })).rejects.toMatchObject({
      code: 'CLAIM_RESERVED',
    })
  })

  test.each([
    ['an empty user id', { userId: '' }],
    ['a user id with a control character', { userId: 'a\u0000b' }],
    ['a negative life', { userId: 'u', expiresIn: -1 }],
    ['an endless session', { userId: 'u', expiresIn: Number.POSITIVE_INFINITY }],
    ['a session longer than any accepted', { userId: 'u', expiresIn: 32 * DAY }],
    ['more claims than fit', { userId: 'u', claims: { text: 'x'.repeat(8000) } }],
  ])('%s is refused', async (_, request) => {
    await expect(tokens.sign({ kind: 'session', ...request })).rejects.toMatchObject({ code: 'TOKEN_NOT_SIGNABLE' })
  })
})

describe('rule 5: kinds do not stand in for each other', () => {
  const grid = TOKEN_KINDS.flatMap(made => TOKEN_KINDS.map(expected => [made, expected] as const))
  const bare = hmacTokens({ config: { disableAudience: true, disableIssuer: true } })

  test.each(grid)('a %s token where %s is expected', async (made, expected) => {
    for (const maker of [tokens, await bare]) {
      const { token } = await maker.sign({ kind: made, userId: 'user-1' })
      const verified = maker.verify(token, { kind: expected })
      if (made === expected) await expect(verified).resolves.toMatchObject({ kind: made })
      else await expect(verified).rejects.toMatchObject({ code: 'TOKEN_INVALID', reason: 'kind' })
    }
  })

  test('several kinds can be accepted, and the answer says which it was', async () => {
    const { token } = await tokens.sign({ kind: 'personal', userId: 'user-1' })
    await expect(tokens.verify(token, { kind: ['session', 'personal'] })).resolves.toMatchObject({ kind: 'personal' })
  })

  test.each(TOKEN_KINDS.filter(kind => kind !== 'session'))(
    'other services see another audience on %s tokens',
    async kind => {
      expect((await tokens.sign({ kind, userId: 'user-1' })).claims['aud']).toBe(`platform/${kind}`)
    },
  )

  test('a kind needs its audience besides its type', async () => {
    const forged = handmade({ header: { alg: 'HS256', typ: 'password-reset+jwt' } })
    await expect(tokens.verify(forged, { kind: 'password-reset' })).rejects.toMatchObject({ reason: 'audience' })
  })

  test.each([undefined, 'JWT', 'jwt', 'application/jwt', 'at+jwt'])(
    'typ %s of another service is a session',
    async typ => {
      expect(await outcome(tokens, handmade({ header: { alg: 'HS256', typ } }))).toBe('accepted')
    },
  )

  test.each(['secevent+jwt', '', 'dpop+jwt'])('typ %j is nothing we know', async typ => {
    expect(await outcome(tokens, handmade({ header: { alg: 'HS256', typ } }))).toBe('kind')
  })
})

describe('unsigned tokens [J01]', () => {
  test.each(['none', 'None', 'nOnE', 'NONE'])('alg %s', async alg => {
    const [, payload] = handmade().split('.')
    expect(await outcome(tokens, `${encode(JSON.stringify({ alg }))}.${payload}.`)).toBe('malformed')
    expect(await outcome(tokens, handmade({ header: { alg } }))).toBe('algorithm')
  })
})

describe('the public key as an HMAC secret [J02]', () => {
  test.each(['RS256', 'ES256', 'EdDSA'] as const)('%s', async algorithm => {
    const pair = pemPair(({ RS256: 'RSA', ES256: 'P-256', EdDSA: 'Ed25519' } as const)[algorithm])
    const keys = await createKeySet({ algorithm, secret: JSON.stringify(pair), production: true })
    const paired = createTokens({ keys, config: CONFIG, now: () => NOW })
    const der = Buffer.from(pair.public.replace(/-----[^-]+-----|\n/g, ''), 'base64')
    for (const secret of [pair.public, pair.public.trim(), der, der.toString('base64')]) {
      expect(await outcome(paired, handmade({ secret }))).toBe('algorithm')
      expect(await outcome(paired, handmade({ secret, header: { alg: algorithm } }))).toBe('signature')
    }
  })
})

describe('a good key with another algorithm [J03]', () => {
  test.each([
    ['HS384', 'sha384'],
    ['HS512', 'sha512'],
    ['hs256', 'sha256'],
    ['RS256', 'sha256'],
    ['ES256', 'sha256'],
    ['PS256', 'sha256'],
    ['EdDSA', 'sha512'],
    ['A128KW', 'sha256'],
    ['dir', 'sha256'],
    ['', 'sha256'],
  ])('%s', async (alg, hash) => {
    expect(await outcome(tokens, handmade({ header: { alg }, hash }))).toBe('algorithm')
  })
})

describe('kid [J05, J06]', () => {
  const withKid = (kid: unknown, secret = SECRET) => handmade({ header: { alg: 'HS256', kid }, secret })

  test.each<[string, unknown, string]>([
    ['a path', '../../../dev/null', 'key'],
    ['SQL', "' OR 1=1", 'key'],
    ['__proto__', '__proto__', 'key'],
    ['constructor', 'constructor', 'key'],
    ['empty', '', 'key'],
    ['long', 'k'.repeat(300), 'malformed'],
    ['10 kB', 'k'.repeat(10_000), 'malformed'],
    ['an array', ['a'], 'malformed'],
    ['a number', 1, 'malformed'],
    ['null', null, 'malformed'],
  ])('%s [J05]', async (_, kid, refusal) => {
    expect(await outcome(rotated, withKid(kid))).toBe(refusal)
  })

  test('the first key signs, all verify by their kid [J06]', async () => {
    const { token } = await rotated.sign({ kind: 'session', userId: 'user-1' })
    expect(JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())).toMatchObject({ kid: 'b' })
    expect(await outcome(rotated, token)).toBe('accepted')
    expect(await outcome(rotated, withKid('a'))).toBe('accepted')
  })

  test('a kid with the other key, and an unknown kid, are refused [J06]', async () => {
    expect(await outcome(rotated, withKid('a', second))).toBe('signature')
    expect(await outcome(rotated, withKid('c'))).toBe('key')
  })

  test('a token without a kid is accepted when one of the listed keys signed it, and refused otherwise [J06]', async () => {
    expect(await outcome(rotated, handmade())).toBe('accepted')
    expect(await outcome(rotated, handmade({ secret: second }))).toBe('accepted')
    expect(await outcome(rotated, handmade({ secret: 'a third secret of thirty-two bytes or more' }))).toBe('signature')
  })

  test.each(['RS256', 'ES256', 'EdDSA'] as const)(
    'a %s token without a kid is tried with every listed pair',
    async algorithm => {
      const name = ({ RS256: 'RSA', ES256: 'P-256', EdDSA: 'Ed25519' } as const)[algorithm]
      const [older, newer] = [pemPair(name), pemPair(name)]
      const production = true
      const before = await createKeySet({ algorithm, secret: JSON.stringify(older), production })
      const secrets = JSON.stringify([
        { kid: 'newer', ...newer },
        { kid: 'older', public: older.public },
      ])
      const after = await createKeySet({ algorithm, secrets, production })
      const signed = await createTokens({ keys: before, config: CONFIG, now: () => NOW }).sign({
        kind: 'session',
        userId: 'user-1',
      })
      expect(await outcome(createTokens({ keys: after, config: CONFIG, now: () => NOW }), signed.token)).toBe(
        'accepted',
      )
      const without = await createKeySet({
        algorithm,
        secrets: JSON.stringify([{ kid: 'newer', ...newer }]),
        production,
      })
      expect(await outcome(createTokens({ keys: without, config: CONFIG, now: () => NOW }), signed.token)).toBe(
        'signature',
      )
    },
  )

  test('a removed key is no longer accepted [J06]', async () => {
    expect(await outcome(await hmacTokens({ secrets: JSON.stringify([b]) }), withKid('a'))).toBe('key')
  })

  test('a single key with a kid takes that kid and none, a plain one takes any', async () => {
    const named = await hmacTokens({ secret: JSON.stringify(a) })
    expect(await Promise.all([withKid('a'), handmade(), withKid('b')].map(token => outcome(named, token)))).toEqual([
      'accepted',
      'accepted',
      'key',
    ])
    expect(await outcome(tokens, withKid('whatever'))).toBe('accepted')
  })
})

describe('size [J15]', () => {
  const build = (length: number) => handmade({ claims: { ...goodClaims(), pad: 'x'.repeat(length) } })

  test('a token of 8 KiB is read, a longer one is not', async () => {
    const base = build(0).length
    let pad = Math.floor(((8192 - base) * 3) / 4)
    while (build(pad).length > 8192) pad -= 1
    expect(await outcome(tokens, build(pad))).toBe('accepted')
    expect(await outcome(tokens, build(pad + 3))).toBe('malformed')
  })

  test('a megabyte is refused without being read: not later than a good token is accepted, with room', async () => {
    const fastest = async (token: string, expected: string) => {
      const times: number[] = []
      for (let round = 0; round < 20; round += 1) {
        const start = performance.now()
        expect(await outcome(tokens, token)).toBe(expected)
        times.push(performance.now() - start)
      }
      return Math.min(...times)
    }
    const [good, huge] = [await fastest(build(0), 'accepted'), await fastest(build(1_000_000), 'malformed')]
    expect(huge / good).toBeLessThan(5)
  })
})

describe('other ways to write a token [J18]', () => {
  const good = handmade()
  const [header = '', payload = '', signature = ''] = good.split('.')

  test.each<[string, unknown]>([
    ['padding', `${good}=`],
    ['padding inside', `${header}==.${payload}.${signature}`],
    ['the other alphabet', `${header}.${payload}.+/${signature.slice(2)}`],
    ['a space inside', `${header}.${payload} .${signature}`],
    ['a leading space', ` ${good}`],
    ['a trailing line break', `${good}\n`],
    ['percent-encoded dots', good.replaceAll('.', '%2E')],
    ['a fourth part', `${good}.${signature}`],
    ['a trailing dot', `${good}.`],
    ['no signature', `${header}.${payload}.`],
    ['two parts', `${header}.${payload}`],
    [
      'stray bits',
      `${header}.${payload}.${signature.slice(0, -1)}` +
        (signature.endsWith('A') ? 'B' : String.fromCharCode(signature.charCodeAt(42) + 1)),
    ],
    ['a header that is no JSON', `${encode('alg')}.${payload}.${signature}`],
    ['a header that is an array', `${encode('[]')}.${payload}.${signature}`],
    ['an empty text', ''],
    ['undefined', undefined],
    ['an object', { token: good }],
    ['an array', [good]],
  ])('%s', async (_, token) => {
    expect(await outcome(tokens, token)).not.toBe('accepted')
  })

  test.each<[string, object]>([
    ['crit', { alg: 'HS256', crit: ['exp'] }],
    ['unencoded payload', { alg: 'HS256', crit: ['b64'], b64: false }],
  ])('a header with %s', async (_, custom) => {
    expect(await outcome(tokens, handmade({ header: custom }))).toBe('malformed')
  })
})

test('an error shows clients only its code', async () => {
  const errors = await Promise.all(
    [handmade({ claims: { ...goodClaims(), exp: 1 } }), handmade({ secret: randomUUID() }), 'x'].map(token =>
      tokens.verify(token, { kind: 'session' }).catch((error: unknown) => error),
    ),
  )
  for (const error of errors) {
    expect(error).toBeInstanceOf(TokenError)
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      code: 'TOKEN_INVALID',
      message: 'The token is not valid. Sign in again for a new one.',
    })
  }
})

test.each<[string, Partial<TokensConfig>]>([
  ['no expiry', { expiry: 0 }],
  ['an endless expiry', { expiry: Number.POSITIVE_INFINITY }],
  ['an empty issuer', { issuer: '' }],
  ['an empty audience', { audience: '' }],
])('%s is a configuration error', async (_, config) => {
  await expect(hmacTokens({ config })).rejects.toMatchObject({ code: 'TOKENS_CONFIG_INVALID' })
})
