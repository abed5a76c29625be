import { PlatformError, type Services } from '@platform/plugin-sdk'
import type { Context } from 'koa'
import { isPermittedOrigin } from '../../features/assets/permitted-origin.ts'
import { ownPath } from '../../request/own-path.ts'
import type { Ending } from './flows.ts'

/**
 * Reads from the query string how a sign-in at a provider ends.
 *
 * @throws PlatformError ORIGIN_NOT_ALLOWED for a page that may not get credentials.
 */
export async function readEnding(
  { querystring }: Context,
  services: Pick<Services, 'config' | 'languages' | 'settings'>,
): Promise<Ending> {
  const { config } = services
  const query = new URLSearchParams(querystring)
  const lang = services.languages.find(query.get('lang'))
  if (query.get('display') !== 'popup') return { display: 'page', next: ownPath(query.get('next'), config), lang }
  const origin = query.get('origin') ?? new URL(config.rootUrl).origin
  if (await isPermittedOrigin(origin, services)) return { display: 'popup', origin, lang }
  throw new PlatformError(
    'ORIGIN_NOT_ALLOWED',
    'The page that opened this window belongs to a site that is not on the list of permitted domains',
    { status: 403 },
  )
}
