import { LinkifyIt } from 'linkify-it'
import { escapeHtml } from './tokens.ts'

const LONGEST_ADDRESS = 2_048

// Addresses with a user name are found as a whole, so that they can be left alone as a whole.
const linkify = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, urlAuth: true })
  .add('ftp:', null)
  .add('mailto:', null)
  .add('//', null)

/** Text as HTML, with its web addresses as links that tell nothing to where they lead and lend it no reputation. */
export function linkAddresses(text: string): string {
  const matches = text.includes('://') ? (linkify.match(text) ?? []) : []
  let html = ''
  let end = 0
  for (const { index, lastIndex, raw } of matches) {
    const href = webAddress(raw)
    if (!href) continue
    html += `${escapeHtml(text.slice(end, index))}<a href="${escapeHtml(href)}" target="_blank" rel="nofollow ugc noopener">${escapeHtml(raw)}</a>`
    end = lastIndex
  }
  return html + escapeHtml(text.slice(end))
}

/** http and https only, without a user name that feigns a host. */
function webAddress(address: string): string | undefined {
  if (address.length > LONGEST_ADDRESS || !URL.canParse(address)) return undefined
  const url = new URL(address)
  return /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : undefined
}
