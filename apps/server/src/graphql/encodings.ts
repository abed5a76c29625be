import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A way in which the bytes of an answer are sent. */
export type Encoding = 'br' | 'gzip'

/** Bytes that many readers get, with the forms that have been made of them, or are being made. */
export interface Encodable {
  readonly body: Buffer
  readonly encoded: Map<Encoding, Promise<Buffer>>
}

/** Shorter bodies gain nothing. Bytes. */
const SHORTEST = 1_024
/** How much time compression takes: an answer is compressed fast, a file that stays is compressed small. */
export type Effort = 'fast' | 'small'

const LEVELS: Readonly<Record<Effort, Readonly<Record<Encoding, number>>>> = {
  fast: { br: 5, gzip: 6 },
  small: { br: 11, gzip: 9 },
}
const compressors: Record<Encoding, (bytes: Buffer, level: number) => Promise<Buffer>> = {
  br(bytes, level) {
    const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
    const params = { [BROTLI_PARAM_QUALITY]: level, [BROTLI_PARAM_SIZE_HINT]: bytes.length }
    return promisify(brotliCompress)(bytes, { params })
  },
  gzip: (bytes, level) => promisify(gzip)(bytes, { level }),
}

/** The best encoding that a client accepts; `null` to send the bytes as they are. */
export function encodingFor(accepted: string | string[] | undefined, { body }: Encodable): Encoding | null {
  if (accepted === undefined || body.length < SHORTEST) return null
  const offers = String(accepted).toLowerCase().split(',')
  const accepts = (name: string) =>
    offers.some(offer => {
      const [token = '', ...parameters] = offer.split(';').map(part => part.trim())
      return token === name && !parameters.some(parameter => /^q=0(?:\.0*)?$/.test(parameter))
    })
  if (accepts('br')) return 'br'
  return accepts('gzip') ? 'gzip' : null
}

/** Compresses the bytes once for each encoding, also for many readers who wait for them together. */
export function encode({ body, encoded }: Encodable, encoding: Encoding, effort: Effort): Promise<Buffer> {
  const known = encoded.get(encoding)
  if (known) return known
  const bytes = compressors[encoding](body, LEVELS[effort][encoding])
  encoded.set(encoding, bytes)
  // The next reader tries again.
  bytes.catch(() => encoded.delete(encoding))
  return bytes
}

/** The strong validator of a body; each encoding has its own. */
export function etagOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22)
}

/** The header `ETag` of a body in one encoding. */
export const etagHeader = (etag: string, encoding: Encoding | null): string =>
  `"${etag}${encoding === null ? '' : `-${encoding}`}"`

/** Whether the client has this body already, in any encoding. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some(given => {
    const tag = given.trim().replace(/^W\//, '')
    return tag === '*' || tag.slice(1, 1 + etag.length) === etag
  })
}
