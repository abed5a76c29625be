/** Paths of the pages about discussions, below the mount path. */
export const addresses = {
  discussion: (id: string) => `/discussions/${encodeURIComponent(id)}`,
  comments: (id: string) => `/discussions/${encodeURIComponent(id)}/comments`,
  /** The feed of a discussion. */
  feed: (id: string) => `/discussions/${encodeURIComponent(id)}/feed.atom`,
  /** The feed of the site. */
  siteFeed: '/feed.atom',
  comment: (id: string, comment: string) =>
    `/discussions/${encodeURIComponent(id)}/comments/${encodeURIComponent(comment)}`,
  /** The id of a comment's element. */
  anchor: (comment: string) => `c-${comment}`,
} as const

/** The address if a page may link to it: only http and https, without a user name that looks like a host. */
export function webAddress(address: string): string | undefined {
  if (address.length > 2_048 || !URL.canParse(address)) return undefined
  const url = new URL(address)
  return /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : undefined
}
