import { COMMENTS } from './core-tabs.ts'
import type { FormKind, StreamState } from './state.ts'

/** The id of a comment's element. */
export const anchorOf = (id: string): string => `c-${id}`

/** A discussion that comments are in, with the address of its page. */
type Commented = { readonly id: string; readonly url: string | null }

/** Where every reader finds one comment: on the page that a frame is part of, else on the platform's own page. */
export function sharedAddress(
  { place, site, discussion }: Pick<StreamState, 'place' | 'site'> & { readonly discussion: Commented },
  id: string,
): string {
  const { url } = discussion
  if (place === 'page' || !url) return commentPage(site.root, { discussion: discussion.id, id })
  const address = new URL(url)
  address.searchParams.set('commentId', id)
  return address.href
}

/**
 * The same for this reader, whose language the address of the platform's own page names; `after` is a cursor. The links
 * of a fragment lead to the platform, because a page with a frame needs script.
 */
export function commentAddress(state: StreamState, id: string, after: string | null = null): string {
  const { place, site, discussion } = state
  const own = place !== 'frame' || !discussion.url
  const address = own ? commentPage(site.root, { discussion: discussion.id, id }) : sharedAddress(state, id)
  return withQuery(address, { after, lang: own ? state.chosenLang : null })
}

/** Where such a link is opened: not inside a frame, because the page around the frame has the comment. */
export function commentTarget({ place }: StreamState): '_top' | undefined {
  return place === 'page' ? undefined : '_top'
}

/** Where readers find another discussion: from a frame the page that it is about, else the one of the platform. */
export function otherDiscussion({ place, site, chosenLang }: StreamState, { id, url }: Commented): string {
  if (place === 'frame' && url) return url
  return withQuery(discussionAddress(site.root, id), { lang: chosenLang })
}

/** The same for a comment in it. */
export function otherComment(state: StreamState, discussion: Commented, id: string): string {
  const { place, site, chosenLang } = state
  const framed = place === 'frame' && discussion.url
  return withQuery(sharedAddress({ place: framed ? 'frame' : 'page', site, discussion }, id), {
    lang: framed ? null : chosenLang,
  })
}

function commentPage(root: string, { discussion, id }: { readonly discussion: string; readonly id: string }): string {
  return `${discussionAddress(root, discussion)}/comments/${encodeURIComponent(id)}`
}

/** An address with the parameters that are given. */
function withQuery(address: string, parameters: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== null)
  if (given.length === 0) return address
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(given)}`
}

/** Where a user's picture is. On a page of another site its path does not say on which server. */
export function pictureAddress({ place, site }: StreamState, avatar: string | null | undefined): string | null {
  return avatar ? (place === 'fragment' ? new URL(avatar, site.root).href : avatar) : null
}

export function discussionAddress(root: string, id: string): string {
  return `${root}/discussions/${encodeURIComponent(id)}`
}

/** Where moderators see the comments of the discussion in their panel. */
export function panelAddress({ site, discussion, chosenLang }: StreamState): string {
  return withQuery(`${site.root}/admin/moderate/${encodeURIComponent(discussion.id)}`, { lang: chosenLang })
}

/** The path of the page about a user, below the mount path. */
export const userPath = (id: string): string => `/users/${encodeURIComponent(id)}`

/** Where readers see what a user has written. */
export function userAddress({ site, chosenLang }: StreamState, id: string): string {
  return withQuery(site.root + userPath(id), { lang: chosenLang })
}

/** Where the form about a comment is, without script. */
export function formAddress({ site, discussion, chosenLang }: StreamState, id: string, kind: FormKind): string {
  return withQuery(`${commentPage(site.root, { discussion: discussion.id, id })}/${kind}`, { lang: chosenLang })
}

/** Where a new comment is sent to, without script. */
export function postAddress({ site, discussion, chosenLang }: StreamState): string {
  return withQuery(`${discussionAddress(site.root, discussion.id)}/comments`, { lang: chosenLang })
}

/** Where the settings of the discussion are sent to, without script. */
export function settingsAddress({ site, discussion, chosenLang }: StreamState): string {
  return withQuery(`${discussionAddress(site.root, discussion.id)}/settings`, { lang: chosenLang })
}

/** Where the form of a plugin's mutation is sent to, without script. */
export function partFormAddress(
  { site, discussion, chosenLang }: StreamState,
  plugin: string,
  mutation: string,
): string {
  const path = [plugin, mutation].map(encodeURIComponent).join('/')
  return withQuery(`${discussionAddress(site.root, discussion.id)}/parts/${path}`, { lang: chosenLang })
}

/** A page about the reader's account. It leads back to the stream; from another site to the page of the discussion. */
export function accountAddress({ site, place, back, discussion, chosenLang }: StreamState, page: string): string {
  const path = site.root.replace(/^https?:..[^/]+/, '')
  const next = place === 'page' ? back || null : discussionAddress(path, discussion.id)
  return withQuery(`${site.root}/${page}`, { next, lang: chosenLang })
}

/** Where a reader signs in, and comes back from. */
export function signInAddress(state: StreamState, page: 'sign-in' | 'register' = 'sign-in'): string {
  return accountAddress(state, page)
}

/** The name of the tab with all comments, in the address of a page on which another tab opens first. */
export const ALL = 'all'

interface ListQuery {
  readonly sort?: string | null
  /** `null` for all comments. */
  readonly tag?: string | null
  readonly after?: string | null
  /** The name of a plugin's tab of the list that is open. */
  readonly pane?: string | null
  /** The tab of the stream that is open; by default that of the comments. */
  readonly tab?: string
  /** The part of the profile that is open, while that is the tab; by default the comments. */
  readonly profile?: string | null
}

/** The address of the same stream in another order, behind another comment, with one tag only, or with another tab. */
export function listAddress({ place, site, discussion, firstTag, chosenLang }: StreamState, query: ListQuery): string {
  const { sort = null, tag = firstTag, after = null, pane = null, tab = COMMENTS, profile = null } = query
  const frame = place === 'frame'
  return withQuery(frame ? `${site.root}/embed/stream` : discussionAddress(site.root, discussion.id), {
    asset_id: frame ? discussion.id : null,
    sort: sort === 'newest' ? null : sort,
    tag: tag === firstTag ? null : (tag ?? ALL),
    after,
    pane,
    tab: tab === COMMENTS ? null : tab,
    profile: profile === 'comments' ? null : profile,
    lang: chosenLang,
  })
}
