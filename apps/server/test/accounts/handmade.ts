import { createHmac } from 'node:crypto'

/** The secret of a test platform. */
export const SECRET = 'a secret of a test platform, 32 bytes or more'

export const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/** A token made by hand, of any header and claims; claims may be JSON text, to say what objects can't. */
export function handmade(
  claims: unknown,
  { header = {}, secret = SECRET }: { header?: object; secret?: string } = {},
): string {
  const text = `${encode({ alg: 'HS256', typ: 'JWT', ...header })}.${encode(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

/** The claims that a token of another service needs, and no others. */
export const neededClaims = (sub: string) => ({
  jti: `made-for-${sub}`,
  iss: 'http://localhost:3000',
  aud: 'platform',
  sub,
})
