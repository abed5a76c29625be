import { createHash } from 'node:crypto'
import { pluginSecrets } from '../runtime/plugin-secrets.ts'
import { jwt, type Secret } from './services/jwt.ts'

/** The id of a key stays the same when keys are added before it, and says nothing of the key. */
function keyId(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url').slice(0, 8)
}

/** The secrets of the keys at present. */
function current(): Secret {
  return new jwt.MultiSecret(pluginSecrets().map(secret => new jwt.SharedSecret({ kid: keyId(secret), secret })))
}

/**
 * Signs tokens for links and the like, for plugins that import `secrets`. No token of it signs a caller in, because its
 * keys are derived from those of the sessions.
 */
export const secrets: { readonly jwt: Secret } = {
  jwt: {
    sign: (claims, options) => current().sign(claims, options),
    verify: (token, options, done) => current().verify(token, options, done),
  },
}

export default secrets
export { secrets as 'module.exports' }
