import { describe, expect, test } from 'vitest'
import { TOKEN_KINDS } from '../src/index.ts'
import { DAY, handmade, hmacTokens, NOW, NOW_SECONDS, outcome } from './fixtures.ts'

const tokens = await hmacTokens()
const likes = tokens.ofPlugin('likes')
const request = { purpose: 'unsubscribe', subject: 'user-1', expiresIn: DAY, claims: { list: 'digest' } }
const purpose = { purpose: 'unsubscribe' }

/** A token with the right claims but for those given; a claim that is `undefined` is missing. */
function forged(claims: object, header: object = { alg: 'HS256', typ: 'plugin+jwt' }): string {
  const good = {
    jti: 'token-1',
    iat: NOW_SECONDS,
    exp: NOW_SECONDS + 3600,
    aud: 'platform/plugin/likes/unsubscribe',
    iss: 'https://comments.example',
    subject: 'user-1',
    claims: {},
  }
  return handmade({ header, claims: { ...good, ...claims } })
}

describe('a token of a plugin', () => {
  test('gives its plugin the signed content', async () => {
    const { token, id, expiresAt } = await likes.sign(request)
    expect(expiresAt).toEqual(new Date(NOW + DAY))
    expect(await likes.verify(token, purpose)).toEqual({
      subject: 'user-1',
      id,
      issuedAt: new Date(NOW),
      expiresAt,
      claims: { list: 'digest' },
    })
  })

  test.each(TOKEN_KINDS)('is no %s token', async kind => {
    const { token } = await likes.sign(request)
    await expect(tokens.verify(token, { kind })).rejects.toMatchObject({ code: 'TOKEN_INVALID', reason: 'kind' })
  })

  test('is no session where neither issuer nor audience is checked', async () => {
    const lax = await hmacTokens({ config: { disableAudience: true, disableIssuer: true, userIdClaim: 'subject' } })
    const { token } = await lax.ofPlugin('likes').sign(request)
    expect(await outcome(lax, token)).toBe('kind')
    expect(await lax.ofPlugin('other').verify(token, purpose)).toBeNull()
    expect(await lax.ofPlugin('likes').verify(token, { purpose: 'other' })).toBeNull()
    expect(await lax.ofPlugin('likes').verify(token, purpose)).toMatchObject({ subject: 'user-1' })
  })

  test('is refused by another plugin and for another purpose, also when the names run together', async () => {
    const { token } = await likes.sign(request)
    expect(await tokens.ofPlugin('like').verify(token, purpose)).toBeNull()
    expect(await likes.verify(token, { purpose: 'subscribe' })).toBeNull()
    const scoped = await tokens.ofPlugin('@site/likes').sign({ ...request, purpose: 'x' })
    expect(await tokens.ofPlugin('@site').verify(scoped.token, { purpose: 'likes/x' })).toBeNull()
    expect(await tokens.ofPlugin('@site/likes').verify(scoped.token, { purpose: 'x' })).not.toBeNull()
  })

  test.each(TOKEN_KINDS)('is not what a %s token can stand in for', async kind => {
    const { token } = await tokens.sign({ kind, userId: 'user-1' })
    expect(await likes.verify(token, purpose)).toBeNull()
  })

  test('expires at the signed time', async () => {
    let now = NOW
    const moving = (await hmacTokens({ now: () => now })).ofPlugin('likes')
    const { token } = await moving.sign(request)
    now += DAY
    expect(await moving.verify(token, purpose)).not.toBeNull()
    now += 61_000
    expect(await moving.verify(token, purpose)).toBeNull()
  })

  test.each([
    ['no expiry', { exp: undefined }],
    ['an endless expiry', { exp: Number.POSITIVE_INFINITY }],
    ['an expiry that is past', { exp: NOW_SECONDS - 61 }],
    ['a start that is yet to come', { iat: NOW_SECONDS + 120 }],
    ['a list of audiences', { aud: ['platform/plugin/likes/unsubscribe'] }],
    ['no audience', { aud: undefined }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['no subject', { subject: undefined }],
    ['claims that are a list', { claims: [] }],
  ])('with %s is refused', async (_what, claims) => {
    expect(await likes.verify(forged({}), purpose)).not.toBeNull()
    expect(await likes.verify(forged(claims), purpose)).toBeNull()
  })

  test.each([
    ['another typ', { alg: 'HS256', typ: 'JWT' }],
    ['no typ', { alg: 'HS256' }],
    ['no algorithm', { alg: 'none', typ: 'plugin+jwt' }],
  ])('with %s is refused', async (_what, header) => {
    expect(await likes.verify(forged({}, header), purpose)).toBeNull()
  })

  test.each([undefined, null, '', 'a.b.c', 7, {}])('is not %j', async token => {
    expect(await likes.verify(token, purpose)).toBeNull()
  })

  test('with a changed signature is refused', async () => {
    const other = await hmacTokens({ secret: 'another secret of at least thirty-two bytes' })
    const { token } = await other.ofPlugin('likes').sign(request)
    expect(await likes.verify(token, purpose)).toBeNull()
  })

  test.each([
    [{ expiresIn: 0 }],
    [{ expiresIn: Number.POSITIVE_INFINITY }],
    [{ expiresIn: Number.NaN }],
    [{ expiresIn: 367 * DAY }],
    [{ expiresIn: undefined as never }],
    [{ purpose: '' }],
    [{ purpose: 'a/b' }],
    [{ subject: '' }],
    [{ subject: 'x'.repeat(256) }],
    [{ claims: { text: 'x'.repeat(9_000) } }],
  ])('is not made of %j', async wrong => {
    await expect(likes.sign({ ...request, ...wrong })).rejects.toMatchObject({ code: 'TOKEN_NOT_SIGNABLE' })
  })
})
