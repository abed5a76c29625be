import type { FormKind, StreamState } from './state.ts'

/** The id of a comment's element. */
export const anchorOf = (id: string): string => `c-${id}`

/** Where a reader finds one comment: on the page that it is about in a frame, else on the platform's own page. */
export function commentAddress({ place, site, discussion }: StreamState, id: string): string {
  const { url } = discussion
  if (place === 'page' || !url)
    return `${discussionAddress(site.root, discussion.id)}/comments/${encodeURIComponent(id)}`
  const address = new URL(url)
  address.searchParams.set('commentId', id)
  return address.href
}

export function discussionAddress(root: string, id: string): string {
  return `${root}/discussions/${encodeURIComponent(id)}`
}

/** Where the form about a comment is, without script. */
export function formAddress({ site, discussion }: StreamState, id: string, kind: FormKind): string {
  return `${discussionAddress(site.root, discussion.id)}/comments/${encodeURIComponent(id)}/${kind}`
}

/** Where a reader signs in, and comes back from. */
export function signInAddress({ site, place, back }: StreamState, page: 'sign-in' | 'register' = 'sign-in'): string {
  const next = place === 'page' ? `?${new URLSearchParams({ next: back })}` : ''
  return `${site.root}/${page}${next}`
}

/** The name of the tab with all comments, in the address of a page on which another tab opens first. */
export const ALL = 'all'

interface ListQuery {
  readonly sort?: string | null
  /** `null` for all comments. */
  readonly tag?: string | null
  readonly after?: string | null
}

/** The address of the same stream in another order, behind another comment, or with the comments of one tag. */
export function listAddress({ place, site, discussion, firstTag }: StreamState, query: ListQuery): string {
  const { sort = null, tag = firstTag, after = null } = query
  const parameters = {
    sort: sort === 'newest' ? null : sort,
    tag: tag === firstTag ? null : (tag ?? ALL),
    after,
  }
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== null)
  const frame = place === 'frame'
  const params = new URLSearchParams(frame ? [['asset_id', discussion.id], ...given] : given)
  const path = frame ? `${site.root}/embed/stream` : discussionAddress(site.root, discussion.id)
  return params.size > 0 ? `${path}?${params}` : path
}
