import { anchorOf, discussionAddress } from '@platform/stream'

/** A path below the mount path, as the stream makes it. */
const discussion = (id: string) => discussionAddress('', id)

/** Paths of the pages about discussions, below the mount path. */
export const addresses = {
  discussion,
  /** The feed of a discussion. */
  feed: (id: string) => `${discussion(id)}/feed.atom`,
  /** The feed of the site. */
  siteFeed: '/feed.atom',
  comment: (id: string, comment: string) => `${discussion(id)}/comments/${encodeURIComponent(comment)}`,
  /** The id of a comment's element. */
  anchor: anchorOf,
} as const

/** The address if a page may link to it: only http and https, without a user name that looks like a host. */
export function webAddress(address: string): string | undefined {
  if (address.length > 2_048 || !URL.canParse(address)) return undefined
  const url = new URL(address)
  return /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : undefined
}
