import { fromText, Refusal } from './from-text.ts'

/** The signing algorithms that tokens may have. */
export const algorithms = [
  'HS256',
  'HS384',
  'HS512',
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const

const MOST_COOKIES = 20
const RESERVED_CLAIMS = new Set(['iss', 'aud', 'exp', 'nbf', 'iat', 'jti', 'pat'])
const UNSAFE_SEGMENTS = new Set(['__proto__', 'constructor', 'prototype'])

function checkCookieName(name: string): string {
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,128}$/.test(name)) {
    throw new Refusal("must be a cookie name: letters, digits and !#$%&'*+-.^_`|~, at most 128 of them")
  }
  return name
}

/** A cookie name as RFC 6265 allows it. */
export const cookieName = fromText(checkCookieName)

/** Comma-separated cookie names: trimmed, empty ones dropped. */
export const cookieNames = fromText((text): readonly string[] => {
  const names = text
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')
    .map(checkCookieName)
  if (names.length > MOST_COOKIES) throw new Refusal(`must have at most ${MOST_COOKIES} names`)
  return [...new Set(names)]
})

/** The path of the claim with the user's id, with dots between names. */
export const claimPath = fromText(text => {
  const segments = text.split('.')
  if (text.length > 128 || segments.length > 8) throw new Refusal('must have at most 128 characters and 8 segments')
  if (!segments.every(segment => /^[\w:/@-]+$/.test(segment))) {
    throw new Refusal('must be a claim name, or names joined by single dots, such as sub or user.id')
  }
  if (segments.some(segment => UNSAFE_SEGMENTS.has(segment))) throw new Refusal('must not name a built-in property')
  if (RESERVED_CLAIMS.has(segments[0] ?? ''))
    throw new Refusal(`must not be one of ${[...RESERVED_CLAIMS].join(', ')}, which have a meaning of their own`)
  return text
})
