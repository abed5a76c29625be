import type { CheckContext } from './check-context.ts'
import type { KeyShape } from './grammar/jwt-secret.ts'

type SecretName = 'PLATFORM_JWT_SECRET' | 'PLATFORM_JWT_SECRETS'

/** Says why a key can't serve the algorithm; `undefined` when it can. */
function misfit(key: KeyShape, algorithm: string, signs: boolean): string | undefined {
  if (algorithm.startsWith('HS') !== (key.kind === 'hmac')) {
    return key.kind === 'hmac'
      ? `PLATFORM_JWT_ALG ${algorithm} needs a key pair: {"kid", "private", "public"}`
      : `PLATFORM_JWT_ALG ${algorithm} needs a shared secret, not a key pair`
  }
  return key.kind === 'key pair' && signs && !key.signs ? 'the key that signs must have a "private" part' : undefined
}

function checkLength(key: KeyShape, name: SecretName, { values, production, refuse, warn }: CheckContext): void {
  const least = Number(values.PLATFORM_JWT_ALG?.slice(2)) / 8
  if (key.kind !== 'hmac' || key.bytes >= least) return
  const message = `must have at least ${least} bytes for ${values.PLATFORM_JWT_ALG}`
  if (production) refuse(name, message)
  else warn(`${name} ${message}; production refuses it`)
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
  if (given('PLATFORM_JWT_SECRET') && given('PLATFORM_JWT_SECRETS'))
    warn('PLATFORM_JWT_SECRET is ignored because PLATFORM_JWT_SECRETS is set')
  const algorithm = values.PLATFORM_JWT_ALG
  if (algorithm === undefined) return
  for (const name of ['PLATFORM_JWT_SECRET', 'PLATFORM_JWT_SECRETS'] as const) {
    for (const [index, key] of (values[name]?.keys ?? []).entries()) {
      const reason = misfit(key, algorithm, index === 0)
      if (reason === undefined) checkLength(key, name, context)
      else refuse(name, name === 'PLATFORM_JWT_SECRETS' ? `entry ${index + 1}: ${reason}` : reason)
    }
  }
}
