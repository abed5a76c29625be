import type { Config } from '@platform/config'

/** Whether an origin, as a browser writes it, is this site's. @param host the header `Host` of the request */
export type IsOwnOrigin = (origin: string, host: string | undefined) => boolean

/**
 * Same-origin means the scheme, host and port of the root address. Outside production another name of this host counts
 * too, such as 127.0.0.1 for localhost, with the same scheme and port.
 */
export function ownOrigin({ rootUrl, production }: Pick<Config, 'rootUrl' | 'production'>): IsOwnOrigin {
  const own = new URL(rootUrl)
  return (origin, host) => {
    if (!URL.canParse(origin)) return false
    const from = new URL(origin).origin
    if (from === own.origin) return true
    const asked = `${own.protocol}//${host}`
    return !production && host !== undefined && URL.canParse(asked) && new URL(asked).origin === from
  }
}
