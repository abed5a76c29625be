import type { Services } from '@platform/plugin-sdk'
import { isPermitted } from './address.ts'

/**
 * Whether pages of an origin may read answers and use sessions: this server's own origin, and those whose host is a
 * permitted domain, with https if this server has https.
 *
 * @param origin the origin as browsers write it
 */
export async function isPermittedOrigin(
  origin: string,
  { config, settings }: Pick<Services, 'config' | 'settings'>,
): Promise<boolean> {
  const own = new URL(config.rootUrl)
  if (origin === own.origin) return true
  if (!isOrigin(origin, own)) return false
  const { domains } = await settings.load()
  return isPermitted(origin, domains.whitelist)
}

/** Whether a text is an origin; an http origin never gets credentials of an https site. */
function isOrigin(text: string, { protocol }: URL): boolean {
  if (text.length > 300 || !URL.canParse(text)) return false
  const url = new URL(text)
  return url.origin === text && (url.protocol === 'https:' || (url.protocol === 'http:' && protocol === 'http:'))
}
