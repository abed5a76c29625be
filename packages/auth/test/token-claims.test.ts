import { describe, expect, test } from 'vitest'
import { CONFIG, DAY, goodClaims, handmade, hmacTokens, NOW, NOW_SECONDS, outcome } from './fixtures.ts'

const tokens = await hmacTokens()
const withClaims = (claims: object) => handmade({ claims: { ...goodClaims(), ...claims } })
const without = (name: string) =>
  handmade({ claims: Object.fromEntries(Object.entries(goodClaims()).filter(([key]) => key !== name)) })
const withRaw = (name: string, json: string) => {
  const rest = JSON.stringify(Object.fromEntries(Object.entries(goodClaims()).filter(([key]) => key !== name)))
  return handmade({ claims: `${rest.slice(0, -1)},"${name}":${json}}` })
}

describe('exp [J09]', () => {
  const longest = 31 * 86_400

  test.each<[string, string, string]>([
    ['infinite', '1e999', 'claims exp'],
    ['a text', '"9999999999"', 'claims exp'],
    ['negative', '-1', 'claims exp'],
    ['null', 'null', 'claims exp'],
    ['an object', '{}', 'claims exp'],
    ['zero', '0', 'expired'],
    ['milliseconds', String(NOW + 3_600_000), 'lifetime exp'],
    ['after the last date', '9e12', 'claims exp'],
    ['a fraction', `${NOW_SECONDS + 60}.9`, 'accepted'],
    ['the longest life', String(NOW_SECONDS + longest), 'accepted'],
    ['a second longer', String(NOW_SECONDS + longest + 1), 'lifetime exp'],
  ])('%s', async (_, json, expected) => {
    expect(await outcome(tokens, withRaw('exp', json))).toBe(expected)
  })

  test('a fraction is cut off', async () => {
    const verified = await tokens.verify(withRaw('exp', `${NOW_SECONDS + 60}.9`), { kind: 'session' })
    expect(verified.expiresAt).toEqual(new Date(NOW + 60_000))
  })

  test('missing: accepted, unless the operator requires an end', async () => {
    expect(await outcome(tokens, without('exp'))).toBe('accepted')
    expect(await outcome(await hmacTokens({ config: { requireExpiry: true } }), without('exp'))).toBe('claims exp')
  })

  test('the claims of a token of another service: its id, audience, issuer and user suffice', async () => {
    const { jti, aud, iss, sub } = goodClaims()
    expect(await outcome(tokens, handmade({ claims: { jti, aud, iss, sub } }))).toBe('accepted')
  })

  test('missing in another kind than a personal token: always refused', async () => {
    const lenient = await hmacTokens({ config: { requireExpiry: false } })
    const claims = { jti: 'a', iss: CONFIG.issuer, aud: 'platform/download', sub: 'user-1' }
    await expect(
      lenient.verify(handmade({ header: { alg: 'HS256', typ: 'download+jwt' }, claims }), { kind: 'download' }),
    ).rejects.toMatchObject({ claim: 'exp' })
  })

  test('the life counts from iat, or from now where there is none', async () => {
    const long = { iat: NOW_SECONDS - longest, exp: NOW_SECONDS + 60 }
    expect(await outcome(tokens, withClaims(long))).toBe('lifetime exp')
    expect(await outcome(tokens, withClaims({ ...long, iat: undefined }))).toBe('accepted')
  })

  test('twice the configured expiry counts when that is more', async () => {
    const patient = await hmacTokens({ config: { expiry: 30 * DAY } })
    expect(await outcome(patient, withClaims({ exp: NOW_SECONDS + 60 * 86_400 }))).toBe('accepted')
  })
})

describe('clocks may differ by a minute [J10, J31]', () => {
  test.each<[string, object, string]>([
    ['nbf in an hour', { nbf: NOW_SECONDS + 3600 }, 'early nbf'],
    ['nbf in 61 s', { nbf: NOW_SECONDS + 61 }, 'early nbf'],
    ['nbf in 59 s', { nbf: NOW_SECONDS + 59 }, 'accepted'],
    ['nbf as text', { nbf: String(NOW_SECONDS) }, 'claims nbf'],
    ['iat tomorrow', { iat: NOW_SECONDS + 86_400 }, 'early iat'],
    ['iat in 61 s', { iat: NOW_SECONDS + 61 }, 'early iat'],
    ['iat in 59 s', { iat: NOW_SECONDS + 59 }, 'accepted'],
    ['iat as text', { iat: String(NOW_SECONDS) }, 'claims iat'],
    ['exp 61 s ago', { iat: NOW_SECONDS - 99, exp: NOW_SECONDS - 61 }, 'expired'],
    ['exp 59 s ago', { iat: NOW_SECONDS - 99, exp: NOW_SECONDS - 59 }, 'accepted'],
  ])('%s', async (_, claims, expected) => {
    expect(await outcome(tokens, withClaims(claims))).toBe(expected)
  })

  test('a clock that was set back refuses its own newer tokens, and recovers [J31]', async () => {
    let now = NOW
    const moving = await hmacTokens({ now: () => now })
    const { token } = await moving.sign({ kind: 'session', userId: 'user-1' })
    now -= 2 * 3_600_000
    expect(await outcome(moving, token)).toBe('early iat')
    now = NOW
    expect(await outcome(moving, token)).toBe('accepted')
  })
})

describe('aud and iss [J11]', () => {
  test.each<[string, unknown, string]>([
    ['wrong', 'other', 'audience aud'],
    ['missing', undefined, 'audience aud'],
    ['an array with ours', ['other', 'platform'], 'accepted'],
    ['an array without ours', ['other'], 'audience aud'],
    ['an array of ours and a number', ['platform', 1], 'audience aud'],
    ['an empty array', [], 'audience aud'],
    ['an object', {}, 'audience aud'],
    ['ours in an object', { 0: 'platform' }, 'audience aud'],
    ['longer than ours', 'platform/personal', 'audience aud'],
  ])('aud %s', async (_, aud, expected) => {
    expect(await outcome(tokens, withClaims({ aud }))).toBe(expected)
  })

  test.each([['https://evil.example'], [undefined], [[CONFIG.issuer]], [`${CONFIG.issuer}/`]])(
    'iss %j is refused',
    async iss => {
      expect(await outcome(tokens, withClaims({ iss }))).toBe('issuer iss')
    },
  )

  test('switched off, neither is signed nor checked', async () => {
    const open = await hmacTokens({ config: { disableAudience: true, disableIssuer: true } })
    const { claims } = await open.sign({ kind: 'download', userId: 'user-1' })
    expect(Object.keys(claims).sort()).toEqual(['exp', 'iat', 'jti', 'sub'])
    expect(await outcome(open, withClaims({ aud: {}, iss: 7 }))).toBe('accepted')
  })
})

describe('the user id [J13]', () => {
  const bad: Array<[string, unknown]> = [
    ['an operator', { $gt: '' }],
    ['an array', ['user-1']],
    ['a number', 1],
    ['null', null],
    ['empty', ''],
    ['300 characters', 'u'.repeat(300)],
    ['a NUL', 'a\u0000b'],
    ['a line break', 'a\nb'],
    ['__proto__', '__proto__'],
    ['half a surrogate pair', 'a\ud800'],
  ]
  test.each(bad)('%s', async (_, sub) => {
    expect(await outcome(tokens, withClaims({ sub }))).toBe('claims sub')
  })

  test('255 characters of any script are fine', async () => {
    expect(await outcome(tokens, withClaims({ sub: 'ж'.repeat(255) }))).toBe('accepted')
  })

  test.each<[string, object]>([
    ['a text in place of the object', { user: 'x' }],
    ['the flat name', { 'user.id': 'x' }],
    ['a missing branch', {}],
    ['a branch without the name', { user: {} }],
    ['an array', { user: ['x'] }],
  ])('a nested claim is not read from %s', async (_, claims) => {
    const nested = await hmacTokens({ config: { userIdClaim: 'user.id' } })
    expect(await outcome(nested, withClaims(claims))).toBe('claims user.id')
  })

  test('inherited properties are no claims', async () => {
    const inherited = await hmacTokens({ config: { userIdClaim: 'user.toString.name' } })
    expect(await outcome(inherited, withClaims({ user: {} }))).toBe('claims user.toString.name')
  })

  test('an entry of an array is no claim', async () => {
    const indexed = await hmacTokens({ config: { userIdClaim: 'user.0' } })
    expect(await outcome(indexed, withClaims({ user: ['user-1'] }))).toBe('claims user.0')
  })

  test('a claim named __proto__ makes the whole token unreadable', async () => {
    expect(await outcome(tokens, withRaw('x', '{"__proto__": {"admin": true}}'))).toBe('claims payload')
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('admin')
  })

  const paths = [
    '',
    '.',
    'a..b',
    'a.',
    '__proto__.x',
    'a.constructor',
    'iss',
    'exp',
    'jti.id',
    'x'.repeat(200),
    'a.a.a.a.a.a.a.a.a',
  ]
  test.each(paths)('the path %j is a configuration error [V27]', async userIdClaim => {
    await expect(hmacTokens({ config: { userIdClaim } })).rejects.toMatchObject({ code: 'TOKENS_CONFIG_INVALID' })
  })
})

describe('jti [J14]', () => {
  test.each<[string, unknown]>([
    ['missing', undefined],
    ['a number', 1],
    ['empty', ''],
    ['5 kB', 'j'.repeat(5000)],
    ['an array', ['a']],
  ])('%s', async (_, jti) => {
    expect(await outcome(tokens, withClaims({ jti }))).toBe('claims jti')
  })

  test('every token gets its own', async () => {
    const [first, second] = await Promise.all([1, 2].map(() => tokens.sign({ kind: 'session', userId: 'user-1' })))
    expect(first?.jti).not.toBe(second?.jti)
  })
})

describe('a claim that is there twice [J35]', () => {
  const twice = (text: string) => handmade({ claims: JSON.stringify(goodClaims()).replace('{', `{${text},`) })

  test.each([
    ['the user', '"sub":"user-2"'],
    ['the same user', '"sub":"user-1"'],
    ['the user, spelt with an escape', '"s\\u0075b":"user-2"'],
    ['the end', '"exp":1'],
    ['a name inside a claim', '"user":{"id":"a","id":"b"}'],
    ['a name inside a list', '"list":[{"id":1},{"id":1,"id":2}]'],
  ])('%s: refused', async (_name, text) => {
    expect(await outcome(tokens, twice(text))).toBe('claims payload')
  })

  test.each([
    ['in two objects', '"a":{"id":1},"b":{"id":1,"c":{"id":1}}'],
    ['in a list of objects', '"list":[{"id":1},{"id":1}]'],
    ['in a text', '"text":"{\\"id\\":1,\\"id\\":2}"'],
  ])('the same name %s is fine', async (_name, text) => {
    expect(await outcome(tokens, twice(text))).toBe('accepted')
  })

  test('in the header: refused', async () => {
    const [, payload, signature] = handmade().split('.')
    const header = Buffer.from('{"alg":"HS256","alg":"HS256"}').toString('base64url')
    expect(await outcome(tokens, `${header}.${payload}.${signature}`)).toBe('malformed')
  })
})

test.each(['null', '[]', '"text"', '1', '{', '\ufeff{}'])('a payload %j', async claims => {
  expect(await outcome(tokens, handmade({ claims }))).toBe('claims payload')
})

test('roles in a token stay where they are: among the claims [J34]', async () => {
  const verified = await tokens.verify(withClaims({ role: 'ADMIN', roles: ['ADMIN'], email_verified: true }), {
    kind: 'session',
  })
  expect(Object.keys(verified).sort()).toEqual(['claims', 'expiresAt', 'issuedAt', 'jti', 'kind', 'userId'])
})
