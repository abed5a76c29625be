import type { Offer } from '@platform/client-sdk'
import type { Config } from '@platform/config'
import type { Services, User } from '@platform/plugin-sdk'
import { LIVE_PATH } from '../contract/live-path.ts'
import { avatarPath } from '../features/avatars/avatar-path.ts'
import { ownPath } from '../request/own-path.ts'
import type { RequestContext } from '../request/state.ts'
import { assets } from '../runtime/asset-manifest.ts'
import { type ChosenLanguage, chosenLanguage, requestedLanguage } from './languages/language-of.ts'
import type { PageTranslator } from './languages/page-translator.ts'

/** The facts about the site and the caller that every page needs. */
export interface Site {
  readonly name: string
  readonly caller: User | null
  /** The address of the caller's picture. */
  readonly picture: string | null
  /** The texts of the page in its language. */
  readonly texts: PageTranslator
  /** What is switched on: the way to sign in, and accounts with an e-mail address. */
  readonly offers: readonly Offer[]
  /** The address of a page, below the mount path. It names the language if the address of this page does. */
  path(path: string, query?: Query): string
  /** The address of a file that pages load. */
  asset(name: string): string
  /** The address of a file of a build of the stream, whose name contains a hash already. */
  built(name: string): string
}

type Query = Readonly<Record<string, string>>

interface SiteParts {
  readonly language: Pick<ChosenLanguage, 'pages' | 'requested'>
  readonly name?: string
  readonly caller?: User | null
}

export function siteOf(
  { config, streamBuild }: Pick<Services, 'config' | 'streamBuild'>,
  { language: { pages: texts, requested }, name = texts.text('unnamedSite'), caller = null }: SiteParts,
): Site {
  const { rootPath, rootUrl, staticUrl } = config
  const statics = staticUrl === rootUrl ? rootPath : staticUrl
  return {
    name,
    caller,
    picture: caller && avatarPath(config, caller),
    texts,
    offers: streamBuild.offers,
    path: (path, query = {}) => withQuery(rootPath + path, inLanguage(query, requested)),
    asset: file => `${statics}/assets/${assets.hashedName(file)}`,
    built: file => `${statics}/assets/${file}`,
  }
}

const inLanguage = (query: Query, requested: string | null): Query =>
  requested === null ? query : { ...query, lang: requested }

/** A path with more parameters. */
function withQuery(path: string, query: Query): string {
  const parameters = new URLSearchParams(query)
  if (parameters.size === 0) return path
  const [before = '', fragment] = path.split('#', 2)
  return `${before}${before.includes('?') ? '&' : '?'}${parameters}${fragment === undefined ? '' : `#${fragment}`}`
}

/** The address of a page to which a request is sent on, in the form of {@link Site.path}. */
export function pagePath(ctx: RequestContext, path: string, query: Query = {}): string {
  const { services } = ctx.state.context
  return withQuery(services.config.rootPath + path, inLanguage(query, requestedLanguage(ctx, services)))
}

/** The path of this site that a form names to lead on to, else that of the start page. */
export function ownNext(ctx: RequestContext, next: string): string {
  return ownPath(next || pagePath(ctx, '/'), ctx.state.context.services.config)
}

/** The live endpoint of the server, and the milliseconds between two of its pings. */
export function liveFacts(config: Config): { live: string; keepAlive: number } {
  const { keepAlive, liveUrl, mountPath, rootPath, rootUrl } = config
  const { host, pathname } = new URL(liveUrl)
  // A path also works for a page that was opened by another name of this host.
  const isOwn = host === new URL(rootUrl).host && pathname === `${mountPath}${LIVE_PATH}`
  return { keepAlive, live: isOwn ? `${rootPath}${LIVE_PATH}` : liveUrl }
}

/** The address of a page of the site, which leads on to `next`. The start page is where pages lead by themselves. */
export function pathWithNext(site: Site, path: string, next: string): string {
  return next === site.path('/') ? site.path(path) : site.path(path, { next })
}

/** The site for the page that answers a request. */
export async function readSite(ctx: RequestContext): Promise<Site> {
  const { services, user } = ctx.state.context
  const { organizationName } = await services.settings.load()
  return siteOf(services, {
    language: chosenLanguage(ctx, services),
    ...(organizationName ? { name: organizationName } : {}),
    caller: user,
  })
}
