import { createHash } from 'node:crypto'
import { oncePer } from '../runtime/once-per.ts'
import { pluginSecrets } from '../runtime/plugin-secrets.ts'
import { jwt, type Secret } from './services/jwt.ts'

/** The id of a key: it stays the same when keys are added before it, and does not reveal the key. */
function keyId(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url').slice(0, 8)
}

const secretOf = oncePer(
  (secrets: readonly string[]): Secret =>
    new jwt.MultiSecret(secrets.map(secret => new jwt.SharedSecret({ kid: keyId(secret), secret }))),
)

/**
 * Signs tokens for links and the like, for plugins that import `secrets`. No token of it signs a caller in, because its
 * keys are derived from those of the sessions.
 */
export const secrets: { readonly jwt: Secret } = {
  jwt: {
    sign: (claims, options) => secretOf(pluginSecrets()).sign(claims, options),
    verify: (token, options, done) => secretOf(pluginSecrets()).verify(token, options, done),
  },
}

export default secrets
export { secrets as 'module.exports' }
