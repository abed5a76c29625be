const PARAMETERS = ['commentId', 'commentID']
const HASH = /^#comment-(.+)$/

/** The canonical address of this page, else its location. */
export function pageAddress(): string {
  const link = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  if (link?.href) return link.href
  const address = location.href.split('#', 1)[0] ?? ''
  console.warn(`Platform: this page has no <link rel="canonical">, so its comments belong to ${address}`)
  return address
}

/** The id of the comment that the location names: `?commentId=<id>` or `#comment-<id>`. */
export function commentInAddress(): string | null {
  const query = new URLSearchParams(location.search)
  for (const name of PARAMETERS) if (query.get(name)) return query.get(name)
  return commentInHash()
}

/** The id in `#comment-<id>`. */
export function commentInHash(): string | null {
  const [, id] = HASH.exec(location.hash) ?? []
  try {
    return id === undefined ? null : decodeURIComponent(id)
  } catch {
    return null
  }
}

/** Writes the id of a comment into the location, or removes it, without loading the page again. */
export function setCommentInAddress(id: string | null): void {
  const url = new URL(location.href)
  for (const name of PARAMETERS) url.searchParams.delete(name)
  if (HASH.test(url.hash)) url.hash = ''
  if (id !== null) url.searchParams.set('commentId', id)
  history.replaceState(history.state, '', url.href)
}
