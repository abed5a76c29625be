import type { Config } from '@platform/config'

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
