import { OutboundError } from '../../outbound/error.ts'
import { mayAnswerLater, type Outbound } from '../../outbound/outbound.ts'
import type { Log } from '../../runtime/log.ts'
import { SERVER_VERSION } from '../../runtime/version.ts'
import { redraw } from './picture/redraw.ts'

/** Stores of files often know no type, and the picture is decoded anyway. */
const TYPES: ReadonlySet<string | undefined> = new Set([
  'image/jpeg',
  'image/jpg',
  'image/png',
  'image/webp',
  'image/gif',
  'application/octet-stream',
  'binary/octet-stream',
])

interface Fetching {
  readonly url: string
  readonly signal: AbortSignal
}

/**
 * Reads a provider's picture, and draws it again. `null` for what is no picture, or may not be fetched.
 *
 * @throws Error when another attempt may succeed
 */
export async function fetchPicture(
  { url, signal }: Fetching,
  { outbound, log }: { readonly outbound: Outbound; readonly log: Log },
): Promise<Buffer | null> {
  try {
    const { status, headers, bytes } = await outbound.fetch(url, {
      headers: { accept: 'image/webp,image/png,image/jpeg,image/gif', 'user-agent': `platform/${SERVER_VERSION}` },
      signal,
    })
    if (mayAnswerLater(status)) throw new Error(`a provider answers for a picture with ${status}`)
    const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
    return status === 200 && TYPES.has(type) ? await redraw(bytes) : null
  } catch (error) {
    if (!(error instanceof OutboundError) || !['OUTBOUND_REFUSED', 'OUTBOUND_TOO_LARGE'].includes(error.code))
      throw error
    log.info({ reason: error.message }, 'the picture of a provider was not read')
    return null
  }
}
