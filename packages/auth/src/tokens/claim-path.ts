import { AuthError } from '../errors.ts'

const MAXIMUM_LENGTH = 128
const MAXIMUM_DEPTH = 8
const REGISTERED = new Set(['jti', 'aud', 'iss', 'exp', 'iat', 'nbf'])
const PROTOTYPE_NAMES = new Set(['__proto__', 'constructor', 'prototype'])

/** Says whether a claim is set by this package, so that a caller can't set it. */
export function isRegisteredClaim(name: string): boolean {
  return REGISTERED.has(name)
}

/**
 * Splits `PLATFORM_JWT_USER_ID_CLAIM` at its dots: `user.id` is `{user: {id}}`.
 *
 * @throws AuthError `TOKENS_CONFIG_INVALID`.
 */
export function parseClaimPath(path: string): readonly string[] {
  const names = path.split('.')
  const usable = names.every(name => name !== '' && !PROTOTYPE_NAMES.has(name)) && !isRegisteredClaim(names[0] ?? '')
  if (usable && path.length <= MAXIMUM_LENGTH && names.length <= MAXIMUM_DEPTH) return names
  throw new AuthError(
    'TOKENS_CONFIG_INVALID',
    `PLATFORM_JWT_USER_ID_CLAIM must be 1 to ${MAXIMUM_DEPTH} names joined by dots, such as "sub" or "user.id". ` +
      `The first can't be one of ${[...REGISTERED].join(', ')}.`,
  )
}

/** Reads the value at a path of own properties of plain objects; `undefined` when a part is missing. */
export function readClaim(claims: unknown, path: readonly string[]): unknown {
  let value = claims
  for (const name of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, name))
      return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

/** Makes claims with only this value at this path. */
export function claimAt(path: readonly string[], value: unknown): Record<string, unknown> {
  return path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Record<string, unknown>
}
