import { type FoundToken, TokenError, type VerifiedToken } from '@platform/auth'
import type { Config } from '@platform/config'
import type { Services } from '@platform/plugin-sdk'
import type { Sender } from '../../contract/identity.ts'
import { isFromOwnPage } from '../../request/own-origin.ts'
import { isPermittedOrigin } from '../assets/permitted-origin.ts'

/** The claim of a frame token that names the origin of the page that embeds the frame. */
export const FRAME_CLAIM = 'platform_frame'

/** Where a frame token was found in a request, and where the request says that it was sent from. */
interface FoundAt {
  readonly source: FoundToken['source']
  readonly sender: Sender
}

/**
 * Checks that a frame token comes from a frame in a page of the site that it was issued for. A browser keeps the cookie
 * of a frame for that site only, and a token that the frame keeps itself comes with the name of the site.
 *
 * @throws TokenError
 */
export async function assertFrame(
  services: Pick<Services, 'config' | 'settings'>,
  token: VerifiedToken,
  found: FoundAt,
): Promise<void> {
  const embedding = token.claims[FRAME_CLAIM]
  const isBound = typeof embedding === 'string' && comesFromFrame(found, embedding, services.config)
  if (!isBound || !(await isStillPermitted(services, token))) throw new TokenError('claims', { claim: FRAME_CLAIM })
}

/** Whether the site that a frame token was issued for is still permitted. Other tokens are issued for none. */
export async function isStillPermitted(
  services: Pick<Services, 'config' | 'settings'>,
  { kind, claims }: VerifiedToken,
): Promise<boolean> {
  if (kind !== 'frame') return true
  const embedding = claims[FRAME_CLAIM]
  return typeof embedding === 'string' && isPermittedOrigin(embedding, services)
}

function comesFromFrame({ source, sender }: FoundAt, embedding: string, config: Config): boolean {
  if (source === 'cookie') return isFromOwnPage(sender, config)
  // Without encryption browsers do not say by `Sec-Fetch-Site` which page sends a request that only reads.
  const isSilent = sender.origin === undefined && sender.site === undefined
  return source === 'header' && sender.frame === embedding && (isSilent || isFromOwnPage(sender, config))
}
