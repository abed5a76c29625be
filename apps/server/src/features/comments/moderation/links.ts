import { normalForm } from '@platform/trust'
import { LinkifyIt } from 'linkify-it'
import tlds from 'tlds' with { type: 'json' }

const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyIP: true }).tlds(tlds)
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu
/** Browsers read these as the dots of a host; between two characters of Chinese or Japanese they end a sentence. */
const EAST_ASIAN = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]'
const DOTS = new RegExp(`(?<!${EAST_ASIAN})[\\u3002\\uff61]|[\\u3002\\uff61](?!${EAST_ASIAN})`, 'gu')
/** Characters that no host contains, and dots and hyphens that begin no host. */
const BETWEEN = /[^\p{L}\p{M}\p{N}.-]+|(?<![\p{L}\p{M}\p{N}])[.-]+/gu

/**
 * Finds the links in a text: addresses, hosts with a known top-level domain and e-mail addresses, also with invisible
 * characters in them. The library finds a host only where a word begins, so a second search finds hosts behind `/` and
 * `@`, or before a port.
 */
export function linksIn(body: string): string[] {
  const text = normalForm(body.replace(UNSEEN, '').replace(DOTS, '.'), 'NFKC')
  const found = linkify.match(text) ?? linkify.match(text.replace(BETWEEN, ' ')) ?? []
  return found.map(({ raw }) => raw)
}
