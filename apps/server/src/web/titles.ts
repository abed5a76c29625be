import type { Asset } from '@platform/plugin-sdk'

/** What a discussion is called, and the host its article is on. */
export function titleOf({ title, url }: Pick<Asset, 'title' | 'url'>): { title: string; host: string } {
  const address = URL.canParse(url) ? new URL(url) : null
  const host = address?.host ?? ''
  return { title: title?.trim() || (address ? `${host}${address.pathname}${address.search}` : url), host }
}
