import { type Encodable, encode, encodingFor, etagHeader, etagOf, isKnown } from '../graphql/encodings.ts'
import type { PageContext } from './route.ts'

/** A file that pages load. */
interface SentFile {
  readonly bytes: Buffer
  readonly type: string
}

interface KnownFile extends Encodable {
  readonly etag: string
}

const known = new WeakMap<Buffer, KnownFile>()

/**
 * Answers with a file in the smallest form that the browser reads, or with 304 when the browser has it. Files depend on
 * no caller, and pages of any origin may load them, so no cookie goes with them.
 */
export async function sendFile(ctx: PageContext, { bytes, type }: SentFile, cacheControl: string): Promise<void> {
  const file = known.get(bytes) ?? { body: bytes, encoded: new Map(), etag: etagOf(bytes) }
  known.set(bytes, file)
  const encoding = encodingFor(ctx.req.headers['accept-encoding'], file)
  ctx.status = 200
  ctx.set('Cache-Control', cacheControl)
  ctx.set('ETag', etagHeader(file.etag, encoding))
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
  // A module script is loaded with CORS when a content delivery network has it.
  ctx.set('Access-Control-Allow-Origin', '*')
  // A file is no page, so the long policy of pages says nothing about it that these words do not say too.
  if (ctx.response.get('Content-Security-Policy'))
    ctx.set('Content-Security-Policy', "default-src 'none';frame-ancestors 'none'")
  ctx.vary('Accept-Encoding')
  ctx.remove('Set-Cookie')
  if (isKnown(ctx.req.headers['if-none-match'], file.etag)) {
    ctx.status = 304
    return
  }
  ctx.type = type
  ctx.body = encoding === null ? bytes : await encode(file, encoding, 'small')
  if (encoding !== null) ctx.set('Content-Encoding', encoding)
}
