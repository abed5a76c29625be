import { PlatformError } from '@platform/plugin-sdk'
import type { Context } from 'koa'
import type { Platform } from '../../boot/platform.ts'
import { isPermitted } from '../assets/address.ts'
import { ownPath } from '../pages/own-path.ts'
import type { Ending } from './flows.ts'

/**
 * How whoever begins wants it to end, as far as they may.
 *
 * @throws PlatformError ORIGIN_NOT_ALLOWED for a page that is to get no credentials.
 */
export async function readEnding({ querystring }: Context, { config, services }: Pick<Platform, 'config' | 'services'>): Promise<Ending> {
  const query = new URLSearchParams(querystring)
  if (query.get('display') !== 'popup') return { display: 'page', next: ownPath(query.get('next'), config) }
  const own = new URL(config.rootUrl)
  const origin = query.get('origin') ?? own.origin
  if (origin === own.origin) return { display: 'popup', origin }
  const { domains } = await services.settings.load()
  if (isOrigin(origin, own) && isPermitted(origin, domains.whitelist)) return { display: 'popup', origin }
  throw new PlatformError('ORIGIN_NOT_ALLOWED', 'The page that opened this window is of a site that is not on the list of permitted domains', { status: 403 })
}

/** An origin as browsers write it; one without encryption is no place for credentials of a site that has it. */
function isOrigin(text: string, { protocol }: URL): boolean {
  if (text.length > 300 || !URL.canParse(text)) return false
  const url = new URL(text)
  return url.origin === text && (url.protocol === 'https:' || (url.protocol === 'http:' && protocol === 'http:'))
}
