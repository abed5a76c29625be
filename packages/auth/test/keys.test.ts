import { describe, expect, test } from 'vitest'
import {
  ALGORITHMS,
  type Algorithm,
  createKeySet,
  createTokens,
  isAlgorithm,
  KeySetError,
  type KeySetOptions,
} from '../src/index.ts'
import { CONFIG, type PairName, pemPair, SECRET } from './fixtures.ts'

const CANARY = 'canary-value-that-must-not-be-shown'

async function problemsOf(options: Partial<KeySetOptions>): Promise<string[]> {
  const error: unknown = await createKeySet({ algorithm: 'HS256', production: true, ...options }).catch(
    (reason: unknown) => reason,
  )
  if (!(error instanceof KeySetError)) return []
  expect(error.code).toBe('KEYS_INVALID')
  expect(error.message + JSON.stringify(error)).not.toContain('canary')
  return error.problems.map(({ variable, message }) => `${variable}: ${message}`)
}

const PAIR_OF: Partial<Record<Algorithm, PairName>> = {
  RS256: 'RSA',
  RS384: 'RSA',
  RS512: 'RSA',
  PS256: 'RSA',
  PS384: 'RSA',
  PS512: 'RSA',
  ES256: 'P-256',
  ES384: 'P-384',
  ES512: 'P-521',
  EdDSA: 'Ed25519',
}

describe('every algorithm signs and verifies', () => {
  test.each(ALGORITHMS)('%s', async algorithm => {
    const pair = PAIR_OF[algorithm]
    const secret = pair === undefined ? 's'.repeat(64) : JSON.stringify({ kid: 'a', ...pemPair(pair) })
    const tokens = createTokens({ keys: await createKeySet({ algorithm, secret, production: true }), config: CONFIG })
    const { token } = await tokens.sign({ kind: 'session', userId: 'user-1' })
    await expect(tokens.verify(token, { kind: 'session' })).resolves.toMatchObject({ userId: 'user-1' })
  })
})

describe('forms of a key', () => {
  const same = async (a: Partial<KeySetOptions>, b: Partial<KeySetOptions>) => {
    const [first, second] = await Promise.all(
      [a, b].map(async options =>
        createTokens({
          keys: await createKeySet({ algorithm: 'HS256', production: true, ...options }),
          config: CONFIG,
        }),
      ),
    )
    const signed = await first?.sign({ kind: 'session', userId: 'user-1' })
    return second?.verify(signed?.token, { kind: 'session' })
  }

  test('base64 is decoded before use', async () => {
    const encoded = `base64:${Buffer.from(SECRET).toString('base64')}`
    await expect(same({ secret: encoded }, { secret: SECRET })).resolves.toMatchObject({ userId: 'user-1' })
  })

  test('of the JSON form of a single secret only the member `secret` is the secret', async () => {
    await expect(same({ secret: JSON.stringify({ secret: SECRET }) }, { secret: SECRET })).resolves.toMatchObject({
      userId: 'user-1',
    })
  })

  test('the list wins over the single secret', async () => {
    const secrets = JSON.stringify([{ kid: 'a', secret: SECRET }])
    await expect(same({ secret: 'x'.repeat(32), secrets }, { secret: SECRET })).resolves.toMatchObject({
      userId: 'user-1',
    })
  })

  test('a PEM may spell out its line breaks', async () => {
    const pair = pemPair('P-256')
    const spelt = JSON.stringify({
      private: pair.private.replaceAll('\n', '\\n'),
      public: pair.public.replaceAll('\n', '\\n'),
    })
    await expect(createKeySet({ algorithm: 'ES256', secret: spelt, production: true })).resolves.toMatchObject({
      canSign: true,
    })
  })

  test('a public key alone verifies and refuses to sign', async () => {
    const { public: publicPem } = pemPair('Ed25519')
    const keys = await createKeySet({
      algorithm: 'EdDSA',
      secret: JSON.stringify({ public: publicPem }),
      production: true,
    })
    expect(keys.canSign).toBe(false)
    expect(() => keys.signingKey()).toThrow(expect.objectContaining({ code: 'KEYS_CANNOT_SIGN' }))
  })
})

describe('secrets shorter than the hash [J17]', () => {
  test.each([
    ['HS256', 1],
    ['HS256', 8],
    ['HS256', 31],
    ['HS384', 47],
    ['HS512', 63],
  ])('%s with %i bytes is refused in production and weak elsewhere', async (algorithm, length) => {
    const secret = 'x'.repeat(length)
    expect(await problemsOf({ algorithm, secret })).toEqual([expect.stringContaining('too short')])
    await expect(createKeySet({ algorithm, secret, production: false })).resolves.toMatchObject({ weak: true })
  })

  test('bytes are counted, not characters', async () => {
    await expect(createKeySet({ algorithm: 'HS256', secret: 'ü'.repeat(16), production: true })).resolves.toMatchObject(
      { weak: false },
    )
  })
})

describe('keys that can not be used [V17, V29]', () => {
  const list = (...entries: unknown[]) => ({ secrets: JSON.stringify(entries) })
  const good = { kid: 'a', secret: SECRET }
  const rsa = pemPair('RSA')
  const p256 = pemPair('P-256')
  const pair = (key: object) => ({ secret: JSON.stringify(key) })

  test.each<[string, Partial<KeySetOptions>, RegExp]>([
    ['nothing given', {}, /PLATFORM_JWT_SECRET: one of/],
    ['empty texts', { secret: '', secrets: '' }, /one of/],
    ['algorithm none', { algorithm: 'none', secret: CANARY }, /PLATFORM_JWT_ALG: must be one of/],
    ['algorithm in lower case', { algorithm: 'hs256', secret: CANARY }, /PLATFORM_JWT_ALG/],
    ['broken JSON', { secret: `{"secret": ${CANARY}` }, /must be the JSON/],
    ['a list that is no JSON', { secrets: CANARY }, /must be a JSON array/],
    ['a list that is an object', { secrets: `{"kid":"${CANARY}"}` }, /must be a JSON array/],
    ['an empty list', list(), /1 to 20 keys/],
    ['a hundred keys', list(...Array.from({ length: 100 }, (_, i) => ({ ...good, kid: `k${i}` }))), /it has 100/],
    ['no kid in a list', list({ secret: SECRET }), /\[0\]: "kid" is missing/],
    ['an empty kid', list({ kid: '', secret: SECRET }), /\[0\]: "kid" must be/],
    [
      'the same kid twice',
      list(good, { ...good, secret: `${CANARY}-and-more` }),
      /\[1\]: "kid" is the same as that of \[0\]/,
    ],
    ['no secret', list({ kid: 'a' }), /\[0\]: "secret" must be/],
    ['an unknown field', list({ ...good, [CANARY]: true }), /nothing else/],
    ['an entry that is a text', list(CANARY), /\[0\]: HS256 needs/],
    ['an empty secret in base64', { secret: 'base64:' }, /empty/],
    ['bad base64', { secret: `base64:${CANARY}!` }, /not base64/],
    ['a key pair for HMAC', { secret: JSON.stringify(rsa) }, /HS256 needs \{"kid", "secret"\}/],
    ['a text for RS256', { algorithm: 'RS256', secret: CANARY }, /must be the JSON \{"kid", "private", "public"\}/],
    ['a secret for RS256', { algorithm: 'RS256', ...pair({ secret: CANARY }) }, /"public" is missing/],
    ['no public key', { algorithm: 'RS256', ...pair({ private: rsa.private }) }, /"public" is missing/],
    ['an unreadable public key', { algorithm: 'RS256', ...pair({ public: CANARY }) }, /"public" can't be read/],
    [
      'an unreadable private key',
      { algorithm: 'RS256', ...pair({ private: CANARY, public: rsa.public }) },
      /"private" can't be read/,
    ],
    [
      'a private key as the public one',
      { algorithm: 'RS256', ...pair({ public: rsa.private }) },
      /"public" contains a private key/,
    ],
    ['an EC key for RS256', { algorithm: 'RS256', ...pair(p256) }, /RS256 needs an RSA key/],
    ['an RSA key for ES256', { algorithm: 'ES256', ...pair(rsa) }, /ES256 needs an EC key on curve P-256/],
    ['another curve', { algorithm: 'ES384', ...pair(p256) }, /curve P-384/],
    ['an RSA key of 1024 bits', { algorithm: 'PS256', ...pair(pemPair('RSA-1024')) }, /at least 2048 bits/],
    [
      'halves of two keys',
      { algorithm: 'RS256', ...pair({ private: pemPair('RSA').private, public: rsa.public }) },
      /not two halves/,
    ],
  ])('%s', async (_, options, expected) => {
    expect(await problemsOf(options)).toContainEqual(expect.stringMatching(expected))
  })

  test('all problems come together', async () => {
    const problems = await problemsOf(list({ secret: 'short' }, { kid: 'b' }, { kid: 'c', secret: 'base64:*' }))
    expect(problems).toEqual([
      expect.stringContaining('[1]: "secret"'),
      expect.stringContaining('[0]: "kid" is missing'),
      expect.stringContaining('[0]: the secret is too short'),
      expect.stringContaining('[2]: what follows'),
    ])
  })
})

test('isAlgorithm knows exact names only', () => {
  expect(['HS256', 'hs256', 'none', 'HS1', '', undefined, ['HS256']].map(isAlgorithm)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
    false,
  ])
})
