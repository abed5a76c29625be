import type { Services, User } from '@platform/plugin-sdk'
import type { ServerContext } from '../contract/context.ts'
import { LIVE_PATH } from '../contract/live-path.ts'
import { assets } from './asset-manifest.ts'

/** The facts about the site and the caller that every page needs. */
export interface Site {
  readonly name: string
  readonly caller: User | null
  /** The live endpoint: a path when it is this server's own, else an address. */
  readonly live: string
  /** Milliseconds between two pings of the live endpoint. */
  readonly keepAlive: number
  /** The address of a page, below the mount path. */
  path(path: string): string
  /** The address of a file that pages load. */
  asset(name: string): string
}

/** The name of a site whose settings have none. */
const UNNAMED = 'Discussions'

export function siteOf(
  { config }: Pick<Services, 'config'>,
  { name = UNNAMED, caller = null }: { name?: string; caller?: User | null } = {},
): Site {
  const { mountPath, rootUrl, staticUrl, liveUrl, keepAlive } = config
  const ownLive = `${mountPath}${LIVE_PATH}`
  const statics = staticUrl === rootUrl ? mountPath : staticUrl
  return {
    name,
    caller,
    keepAlive,
    // A path also works for a page that was opened by another name of this host.
    live: new URL(liveUrl).host === new URL(rootUrl).host && new URL(liveUrl).pathname === ownLive ? ownLive : liveUrl,
    path: path => `${mountPath}${path}`,
    asset: file => `${statics}/assets/${assets.hashedName(file)}`,
  }
}

/** The address of a page of the site, which leads on to `next`. The start page is where pages lead by themselves. */
export function pathWithNext(site: Site, path: string, next: string): string {
  return next === site.path('/') ? site.path(path) : `${site.path(path)}?${new URLSearchParams({ next })}`
}

/** The site for the pages of one caller. */
export async function readSite(context: ServerContext): Promise<Site> {
  const { organizationName } = await context.services.settings.load()
  return siteOf(context.services, { ...(organizationName ? { name: organizationName } : {}), caller: context.user })
}
