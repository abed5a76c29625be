import type { Services } from '@platform/plugin-sdk'
import { isPermitted } from './address.ts'

/**
 * Whether pages of an origin are trusted with answers and with sessions: this server's own, and those whose host is on
 * the list of permitted domains, encrypted if this server is.
 *
 * @param origin as browsers write it
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

/** An origin as browsers write it; one without encryption is no place for credentials of a site that has it. */
function isOrigin(text: string, { protocol }: URL): boolean {
  if (text.length > 300 || !URL.canParse(text)) return false
  const url = new URL(text)
  return url.origin === text && (url.protocol === 'https:' || (url.protocol === 'http:' && protocol === 'http:'))
}
