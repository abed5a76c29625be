import { LinkifyIt } from 'linkify-it'
import { escapeHtml } from './escape-html.ts'
import { readTokens } from './tokens.ts'

const LONGEST_ADDRESS = 2_048

// Addresses with a user name are found as a whole, so that no part of one becomes a link.
const linkify = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, urlAuth: true })
  .add('ftp:', null)
  .add('mailto:', null)
  .add('//', null)

/** Makes addresses in the text of HTML that has no links into links. */
export const linkTokens = (html: string): string =>
  readTokens(html)
    .map(token => (token.kind === 'tag' ? token.html : linkAddresses(token.text)))
    .join('')

/** Writes text as HTML with links, which send no referrer and tell search engines that users wrote them. */
export function linkAddresses(text: string): string {
  const matches = text.includes('://') ? (linkify.match(text) ?? []) : []
  let html = ''
  let end = 0
  for (const { index, lastIndex, raw } of matches) {
    const href = webAddress(raw)
    if (!href) continue
    html += escapeHtml(text.slice(end, index))
    html += `<a href="${escapeHtml(href)}" target="_blank" rel="nofollow ugc noopener">${escapeHtml(raw)}</a>`
    end = lastIndex
  }
  return html + escapeHtml(text.slice(end))
}

/** Returns an http or https address; `undefined` with a user name, which could look like a host. */
function webAddress(address: string): string | undefined {
  if (address.length > LONGEST_ADDRESS || !URL.canParse(address)) return undefined
  const url = new URL(address)
  return /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : undefined
}
