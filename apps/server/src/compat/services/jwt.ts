import { createRequire } from 'node:module'
import type { Algorithm, JwtPayload, SignOptions, VerifyOptions } from 'jsonwebtoken'

const require = createRequire(import.meta.url)
/** The library is loaded for the first token, because few plugins sign any by it. */
const jsonwebtoken = () => require('jsonwebtoken') as typeof import('jsonwebtoken')

type Done = (error: Error | null, claims?: JwtPayload | string) => void

/** Signs and verifies JSON web tokens of a plugin. Without a callback, `verify` returns the claims or throws. */
export interface Secret {
  sign(claims: object, options?: SignOptions): string
  verify(token: string, options?: VerifyOptions, done?: Done): unknown
}

interface Keys {
  readonly kid?: string | undefined
  readonly signing?: string | undefined
  readonly verifying: string
}

/** One key, or the two halves of one. The algorithm of a token is never taken from the token itself. */
class KeySecret implements Secret {
  readonly kid: string | undefined
  readonly #keys: Keys
  readonly #algorithm: Algorithm

  constructor(keys: Keys, algorithm: Algorithm) {
    this.kid = keys.kid
    this.#keys = keys
    this.#algorithm = algorithm
  }
  sign(claims: object, options: SignOptions = {}): string {
    if (this.#keys.signing === undefined) throw new Error('this secret has no private half, so it can not sign')
    const keyid = this.kid === undefined ? {} : { keyid: this.kid }
    return jsonwebtoken().sign(claims, this.#keys.signing, { ...options, ...keyid, algorithm: this.#algorithm })
  }
  verify(token: string, options: VerifyOptions = {}, done?: Done): unknown {
    let claims: JwtPayload | string
    try {
      const given = { ...options, algorithms: [this.#algorithm] }
      claims = jsonwebtoken().verify(token, this.#keys.verifying, given) as JwtPayload | string
    } catch (error) {
      if (!done || !(error instanceof Error)) throw error
      return done(error)
    }
    // What the callback throws is its own, and no reason to call it again.
    return done ? done(null, claims) : claims
  }
}

class SharedSecret extends KeySecret {
  constructor({ kid, secret }: { readonly kid?: string; readonly secret: string }, algorithm: Algorithm = 'HS256') {
    super({ kid, signing: secret, verifying: secret }, algorithm)
  }
}

class AsymmetricSecret extends KeySecret {
  constructor(
    keys: { readonly kid?: string; readonly private?: string; readonly public: string },
    algorithm: Algorithm = 'RS256',
  ) {
    super({ kid: keys.kid, signing: keys.private, verifying: keys.public }, algorithm)
  }
}

/** Several secrets: the first signs, and the one that a token names verifies, or else the first. */
class MultiSecret implements Secret {
  readonly #secrets: readonly KeySecret[]

  constructor(secrets: readonly KeySecret[]) {
    this.#secrets = secrets
  }
  #first(): KeySecret {
    const [first] = this.#secrets
    if (!first) throw new Error('a MultiSecret needs one secret or more')
    return first
  }
  sign(claims: object, options?: SignOptions): string {
    return this.#first().sign(claims, options)
  }
  verify(token: string, options?: VerifyOptions, done?: Done): unknown {
    const kid = jsonwebtoken().decode(token, { complete: true })?.header.kid
    return (this.#secrets.find(secret => secret.kid === kid) ?? this.#first()).verify(token, options, done)
  }
}

/** Secrets for a plugin's own tokens, for plugins that import `services/jwt`. */
export const jwt = { SharedSecret, AsymmetricSecret, MultiSecret }

export default jwt
export { jwt as 'module.exports' }
