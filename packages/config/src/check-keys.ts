import type { CheckContext } from './check-context.ts'
import type { KeyShape } from './grammar/jwt-secret.ts'

/** Says why a key can't serve the algorithm; `undefined` when it can. */
function misfit(key: KeyShape, algorithm: string, signs: boolean): string | undefined {
  if (algorithm.startsWith('HS') !== (key.kind === 'hmac')) {
    return key.kind === 'hmac'
      ? `PLATFORM_JWT_ALG ${algorithm} needs a key pair: {"kid", "private", "public"}`
      : `PLATFORM_JWT_ALG ${algorithm} needs a shared secret, not a key pair`
  }
  if (key.kind === 'hmac' && key.pem)
    return (
      `must not be the text of a PEM file for ${algorithm}: set PLATFORM_JWT_ALG to the algorithm of that key pair, ` +
      'and give {"kid", "private", "public"}'
    )
  return key.kind === 'key pair' && signs && !key.signs ? 'the key that signs must have a "private" part' : undefined
}

/** Says why an HMAC secret is too weak for production; `undefined` when it is strong enough. */
function weakness(key: KeyShape, algorithm: string): string | undefined {
  if (key.kind !== 'hmac') return undefined
  const least = Number(algorithm.slice(2)) / 8
  if (key.bytes < least) return `must have at least ${least} bytes for ${algorithm}`
  const remedy = `"openssl rand -base64 ${least}" makes a secret`
  if (key.placeholder) return `must not be a placeholder in brackets: put the secret itself there; ${remedy}`
  return key.repetitive ? `must not be blank or repeat a few characters, which is easy to guess; ${remedy}` : undefined
}

/** Checks that production has a signing secret, and that every key fits the algorithm. */
export function checkKeys(context: CheckContext): void {
  const { values, production, given, refuse, warn } = context
  if (production && !given('PLATFORM_JWT_SECRET') && !given('PLATFORM_JWT_SECRETS')) {
    refuse(
      'PLATFORM_JWT_SECRET',
      'is required in production, or PLATFORM_JWT_SECRETS: a text of at least 32 bytes or a key as JSON',
    )
  }
  if (given('PLATFORM_JWT_SECRET') && given('PLATFORM_JWT_SECRETS')) {
    if (production) refuse('PLATFORM_JWT_SECRET', 'must not be set beside PLATFORM_JWT_SECRETS: remove one of the two')
    else warn('PLATFORM_JWT_SECRET is ignored because PLATFORM_JWT_SECRETS is set; production refuses both together')
  }
  const algorithm = values.PLATFORM_JWT_ALG
  if (algorithm === undefined) return
  for (const name of ['PLATFORM_JWT_SECRET', 'PLATFORM_JWT_SECRETS'] as const) {
    for (const [index, key] of (values[name]?.keys ?? []).entries()) {
      const place = name === 'PLATFORM_JWT_SECRETS' ? `entry ${index + 1}: ` : ''
      const unusable = misfit(key, algorithm, index === 0)
      const weak = weakness(key, algorithm)
      if (unusable !== undefined) refuse(name, `${place}${unusable}`)
      else if (weak !== undefined && production) refuse(name, `${place}${weak}`)
      else if (weak !== undefined) warn(`${name} ${place}${weak}; production refuses it`)
    }
  }
}
