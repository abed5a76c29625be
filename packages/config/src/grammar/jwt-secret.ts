import { deflateRawSync } from 'node:zlib'
import { z } from 'zod'
import { fromText, Refusal } from './from-text.ts'
import { parseJson } from './json.ts'

const MOST_KEYS = 20
const text = z.string().min(1)
const hmac = z.object({ kid: text.optional(), secret: text })
const keyPair = z.object({ kid: text.optional(), private: text.optional(), public: text })
const entry = z.union([hmac, keyPair])

/** Facts about a key that its form shows, without reading the key itself. */
export type KeyShape =
  | {
      readonly kind: 'hmac'
      readonly bytes: number
      readonly pem: boolean
      readonly repetitive: boolean
      readonly placeholder: boolean
    }
  | { readonly kind: 'key pair'; readonly signs: boolean }

/** The raw text of a secret variable and the shape of each key in it; the first one signs. */
export interface SecretText {
  readonly raw: string
  readonly keys: readonly KeyShape[]
}

/** A text that compresses to fewer bytes repeats itself; 32 random digits compress to more. */
const LEAST_COMPRESSED = 20

/** A text in brackets stands in documentation for a value, or names a variable that a template did not replace. */
const PLACEHOLDER = /^\s*(<[^<>]*>|\[[^[\]]*\]|\$\{[^{}]*\}|%[^%]*%)\s*$/

function hmacShape(secret: string): KeyShape {
  const bytes = secret.startsWith('base64:')
    ? Buffer.from(secret.slice('base64:'.length), 'base64')
    : Buffer.from(secret)
  return {
    kind: 'hmac',
    bytes: bytes.length,
    pem: bytes.includes('-----BEGIN'),
    repetitive: deflateRawSync(bytes).length < LEAST_COMPRESSED,
    placeholder: PLACEHOLDER.test(secret),
  }
}

function shapeOf(key: z.output<typeof entry>): KeyShape {
  return 'secret' in key ? hmacShape(key.secret) : { kind: 'key pair', signs: key.private !== undefined }
}

function parseEntry(value: unknown, place: string): z.output<typeof entry> {
  const { data, success } = entry.safeParse(value)
  if (!success)
    throw new Refusal(`${place} must be {"kid", "secret"} or {"kid", "private", "public"} with non-empty texts`)
  return data
}

/** `PLATFORM_JWT_SECRET`: a text, or one key as a JSON object. */
export const jwtSecret = fromText((raw): SecretText => {
  // Text that opens like an object but is not JSON is a damaged key, not a passphrase.
  if (!raw.trimStart().startsWith('{')) return { raw, keys: [hmacShape(raw)] }
  return { raw, keys: [shapeOf(parseEntry(parseJson(raw), 'the JSON'))] }
})

/** `PLATFORM_JWT_SECRETS`: a JSON array of keys, each with its own `kid`. */
export const jwtSecrets = fromText((raw): SecretText => {
  const list = z.array(z.unknown()).min(1).max(MOST_KEYS).safeParse(parseJson(raw))
  if (!list.success) throw new Refusal(`must be a JSON array of 1 to ${MOST_KEYS} keys`)
  const keys = list.data.map((value, index) => parseEntry(value, `entry ${index + 1}`))
  const unnamed = keys.findIndex(({ kid }) => kid === undefined)
  if (unnamed !== -1) throw new Refusal(`entry ${unnamed + 1} must have a "kid"`)
  if (new Set(keys.map(({ kid }) => kid)).size !== keys.length)
    throw new Refusal('must give every entry a different "kid"')
  return { raw, keys: keys.map(shapeOf) }
})
