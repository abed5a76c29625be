import type { IncomingMessage } from 'node:http'
import type { Config } from '@platform/config'
import type { Sender } from '../contract/identity.ts'

/**
 * Whether an origin is this site's: its scheme, host and port are those of the root address. Outside production another
 * name of this host, such as 127.0.0.1 for localhost, with the same scheme and port is this site too.
 *
 * @param origin - the header `Origin`, or an address whose origin is compared
 * @param host - the header `Host` of the request
 */
export function isOwnOrigin(
  origin: string,
  host: string | undefined,
  { rootUrl, production }: Pick<Config, 'rootUrl' | 'production'>,
): boolean {
  if (!URL.canParse(origin)) return false
  const [from, own] = [new URL(origin).origin, new URL(rootUrl)]
  if (from === own.origin) return true
  const requested = `${own.protocol}//${host}`
  return !production && host !== undefined && URL.canParse(requested) && new URL(requested).origin === from
}

/**
 * Whether the browser says that a page of this site sent the request: by `Origin`, or without that header by
 * `Sec-Fetch-Site`.
 */
export function isFromOwnPage({ origin, host, site }: Sender, config: Pick<Config, 'rootUrl' | 'production'>): boolean {
  return origin === undefined ? site === 'same-origin' : isOwnOrigin(origin, host, config)
}

/** The header by which a frame says which site embeds it. */
const FRAME_HEADER = 'x-platform-frame'

/** The headers of a request that say which page sent it. */
export function senderOf({ headers }: Pick<IncomingMessage, 'headers'>): Sender {
  return {
    origin: headers.origin,
    host: headers.host,
    site: one(headers['sec-fetch-site']),
    frame: one(headers[FRAME_HEADER]),
  }
}

/** Node.js joins a header that was sent several times, so an array never has the form of one value. */
function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value
}
