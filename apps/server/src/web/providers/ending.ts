import type { Services } from '@platform/plugin-sdk'
import { PlatformError } from '@platform/plugin-sdk'
import type { Context } from 'koa'
import { isPermittedOrigin } from '../../features/assets/permitted-origin.ts'
import { ownPath } from '../../request/own-path.ts'
import type { Ending } from './flows.ts'

/**
 * How whoever begins wants it to end, as far as they may.
 *
 * @throws PlatformError ORIGIN_NOT_ALLOWED for a page that is to get no credentials.
 */
export async function readEnding(
  { querystring }: Context,
  services: Pick<Services, 'config' | 'settings'>,
): Promise<Ending> {
  const { config } = services
  const query = new URLSearchParams(querystring)
  if (query.get('display') !== 'popup') return { display: 'page', next: ownPath(query.get('next'), config) }
  const origin = query.get('origin') ?? new URL(config.rootUrl).origin
  if (await isPermittedOrigin(origin, services)) return { display: 'popup', origin }
  throw new PlatformError(
    'ORIGIN_NOT_ALLOWED',
    'The page that opened this window is of a site that is not on the list of permitted domains',
    { status: 403 },
  )
}
