import type { Services, User } from '@platform/plugin-sdk'
import type { ServerContext } from '../contract/context.ts'
import { LIVE_PATH } from '../contract/live-path.ts'
import { assets } from './asset-manifest.ts'

/** What every page knows of the site and of who reads it. */
export interface Site {
  readonly name: string
  readonly viewer: User | null
  /** Where the live endpoint is: a path when it is this server's own, else an address. */
  readonly live: string
  /** Milliseconds between the live endpoint's signs of life. */
  readonly keepAlive: number
  /** The address of a page, below the mount path. */
  path(path: string): string
  /** The address of a file that pages load. */
  asset(name: string): string
}

/** Shown until an organisation has given its name. */
const UNNAMED = 'Discussions'

export function siteOf(
  { config }: Pick<Services, 'config'>,
  { name = UNNAMED, viewer = null }: { name?: string; viewer?: User | null } = {},
): Site {
  const { mountPath, rootUrl, staticUrl, liveUrl, keepAlive } = config
  const ownLive = `${mountPath}${LIVE_PATH}`
  const statics = staticUrl === rootUrl ? mountPath : staticUrl
  return {
    name,
    viewer,
    keepAlive,
    // A path keeps working when the page was opened by another name of this host.
    live: new URL(liveUrl).host === new URL(rootUrl).host && new URL(liveUrl).pathname === ownLive ? ownLive : liveUrl,
    path: path => `${mountPath}${path}`,
    asset: file => `${statics}/assets/${assets.hashedName(file)}`,
  }
}

/** The site as the caller of a context sees it. */
export async function readSite(context: ServerContext): Promise<Site> {
  const { organizationName } = await context.services.settings.load()
  return siteOf(context.services, { ...(organizationName ? { name: organizationName } : {}), viewer: context.user })
}
