import { normalForm } from '@platform/trust'
import { LinkifyIt } from 'linkify-it'
import tlds from 'tlds' with { type: 'json' }

const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyIP: true }).tlds(tlds)
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu
/** Browsers read these as the dots of a host; between two characters of Chinese or Japanese they end a sentence. */
const DOTS =
  /(?<![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\u3002\uff61]|[\u3002\uff61](?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu
/** What no host is made of, and dots and hyphens that begin none. */
const BETWEEN = /[^\p{L}\p{M}\p{N}.-]+|(?<![\p{L}\p{M}\p{N}])[.-]+/gu

/**
 * The links in a text: addresses, hosts with a known top-level domain and e-mail addresses, also with unseen characters
 * in them. The library takes a host for a link where one would be written; the second look finds those behind `/`, `@`,
 * or before a port.
 */
export function linksIn(body: string): string[] {
  const text = normalForm(body.replace(UNSEEN, '').replace(DOTS, '.'), 'NFKC')
  const found = linkify.match(text) ?? linkify.match(text.replace(BETWEEN, ' ')) ?? []
  return found.map(({ raw }) => raw)
}
