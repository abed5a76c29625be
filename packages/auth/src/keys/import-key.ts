import { createPrivateKey, createPublicKey, createSecretKey, type KeyObject } from 'node:crypto'
import type { CryptoKey } from 'jose'
import { CompactSign } from 'jose/jws/compact/sign'
import { compactVerify } from 'jose/jws/compact/verify'
import { MINIMUM_RSA_BITS, type PairRequirement, type SecretRequirement } from './algorithms.ts'
import type { KeyReading, WrittenKey } from './parse-key-text.ts'

/** A usable key. `sign` is missing when only the public half is known. */
export interface UsableKey {
  readonly kid?: string | undefined
  readonly sign?: CryptoKey | undefined
  readonly verify: CryptoKey
  /** Shorter than the hash of its algorithm. */
  readonly weak: boolean
}

/** Options for importing keys: also whether weak keys are allowed. */
export interface KeyImport extends KeyReading {
  readonly production: boolean
}

/** Turns a written key into a usable one; `null` when that fails, and the problem is reported. */
export async function importKey(written: WrittenKey, context: KeyImport): Promise<UsableKey | null> {
  const { requirement } = context
  const result =
    requirement.family === 'secret'
      ? importSecret(written, requirement, context)
      : await importPair(written, requirement, context)
  if (typeof result !== 'string') return result
  context.problems.add(written.variable, written.place === '' ? result : `${written.place}: ${result}`)
  return null
}

function importSecret(written: WrittenKey, requirement: SecretRequirement, context: KeyImport): UsableKey | string {
  const bytes = secretBytes(written.secret ?? '')
  if (bytes === null) return 'what follows "base64:" is not base64'
  if (bytes.length === 0) return 'the secret is empty'
  const weak = bytes.length < requirement.bytes
  if (weak && context.production) {
    const least = `${context.algorithm} needs at least ${requirement.bytes} bytes`
    return `the secret is too short: ${least}, it has ${bytes.length}`
  }
  const key = createSecretKey(bytes).toCryptoKey(requirement.importAs, false, ['sign', 'verify'])
  return { kid: written.kid, sign: key, verify: key, weak }
}

function secretBytes(secret: string): Buffer | null {
  if (!secret.startsWith('base64:')) return Buffer.from(secret, 'utf8')
  const encoded = secret.slice('base64:'.length).trim()
  if (!/^[\w+/-]*={0,2}$/.test(encoded) || encoded.replaceAll('=', '').length % 4 === 1) return null
  return Buffer.from(encoded, 'base64')
}

async function importPair(
  written: WrittenKey,
  requirement: PairRequirement,
  context: KeyImport,
): Promise<UsableKey | string> {
  const publicPem = pem(written.public ?? '')
  if (publicPem.includes('PRIVATE KEY')) return '"public" contains a private key'
  const publicKey = readPem(createPublicKey, publicPem)
  if (publicKey === null) return '"public" can\'t be read, it must be a PEM public key'
  if (!fits(publicKey, requirement)) return `"public" does not fit: ${context.algorithm} needs ${requirement.wants}`
  const verify = publicKey.toCryptoKey(requirement.importAs, false, ['verify'])
  if (written.private === undefined) return { kid: written.kid, verify, weak: false }

  const privateKey = readPem(createPrivateKey, pem(written.private))
  if (privateKey === null) return '"private" can\'t be read, it must be a PEM private key without a passphrase'
  if (!fits(privateKey, requirement)) return `"private" does not fit: ${context.algorithm} needs ${requirement.wants}`
  const sign = privateKey.toCryptoKey(requirement.importAs, false, ['sign'])
  if (!(await belongTogether({ sign, verify }, context.algorithm)))
    return '"private" and "public" are not two halves of one key'
  return { kid: written.kid, sign, verify, weak: false }
}

/** A PEM text may have `\n` instead of line breaks, because many environment files allow none. */
function pem(written: string): string {
  return written.replaceAll('\\n', '\n')
}

function readPem(read: (pem: string) => KeyObject, text: string): KeyObject | null {
  try {
    return read(text)
  } catch {
    return null
  }
}

function fits(key: KeyObject, requirement: PairRequirement): boolean {
  if (key.asymmetricKeyType !== requirement.keyType) return false
  const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
  return requirement.keyType === 'rsa' ? modulusLength >= MINIMUM_RSA_BITS : namedCurve === requirement.curve
}

async function belongTogether(pair: { sign: CryptoKey; verify: CryptoKey }, algorithm: string): Promise<boolean> {
  const probe = await new CompactSign(Buffer.from('probe')).setProtectedHeader({ alg: algorithm }).sign(pair.sign)
  return compactVerify(probe, pair.verify, { algorithms: [algorithm] }).then(
    () => true,
    () => false,
  )
}
