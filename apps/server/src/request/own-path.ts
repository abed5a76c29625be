import type { Config } from '@platform/config'
import type { RequestContext } from './state.ts'

/** The longest path of this site. */
const LONGEST = 2_000
/** Characters, also in escaped form, by which a browser or proxy may read another address than this server. */
const AMBIGUOUS = /[\\\p{Cc}]|%(?:0[0-9a-f]|1[0-9a-f]|7f)/iu
/** Escaped separators make another path; behind `?` they are how a path is written into a parameter. */
const AMBIGUOUS_IN_PATH = /^[^?#]*%(?:2f|5c)/i

/**
 * Reads where a visitor wants to go next, as a path of this site in its serialised form.
 * Any other text, such as a disguised address of another site, becomes the start page.
 *
 * @example
 * ownPath('/discussions/1?sort=oldest', config) // '/discussions/1?sort=oldest'
 * ownPath('//evil.example', config) // '/'
 */
export function ownPath(
  candidate: string | null | undefined,
  { rootUrl, rootPath }: Pick<Config, 'rootUrl' | 'rootPath'>,
): string {
  const home = `${rootPath}/`
  if (
    !candidate?.startsWith('/') ||
    candidate.length > LONGEST ||
    AMBIGUOUS.test(candidate) ||
    AMBIGUOUS_IN_PATH.test(candidate) ||
    !URL.canParse(candidate, rootUrl)
  )
    return home
  const url = new URL(candidate, rootUrl)
  const inside =
    url.origin === new URL(rootUrl).origin &&
    !url.pathname.includes('//') &&
    (rootPath === '' || `${url.pathname}/`.startsWith(home))
  return inside ? `${url.pathname}${url.search}${url.hash}` : home
}

/** Sends the browser on to a path of this site: the only place that redirects. */
export function seeOther(ctx: RequestContext, path: string): void {
  ctx.status = 303
  ctx.set('Location', ownPath(path, ctx.state.context.services.config))
  ctx.set('Cache-Control', 'no-store')
  ctx.body = ''
}
