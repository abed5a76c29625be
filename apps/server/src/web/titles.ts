import type { Asset } from '@platform/plugin-sdk'

/** The title of a discussion, and the host of its page. */
export function titleOf({ title, url }: Pick<Asset, 'title' | 'url'>): { title: string; host: string } {
  const address = URL.canParse(url) ? new URL(url) : null
  const host = address?.host ?? ''
  return { title: title?.trim() || (address ? `${host}${address.pathname}${address.search}` : url), host }
}
