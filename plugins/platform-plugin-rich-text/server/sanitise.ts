import sanitizeHtml from 'sanitize-html'
import { linkAddresses } from './links.ts'
import { readTokens } from './tokens.ts'

/** No attributes at all, so that nothing is left that a browser would load, run or place elsewhere. */
const POLICY: sanitizeHtml.IOptions = {
  allowedTags: ['b', 'i', 'blockquote', 'br', 'div', 'span'],
  allowedAttributes: {},
  transformTags: { strong: 'b', em: 'i', p: 'div' },
  nestingLimit: 20,
}

/** Makes untrusted HTML safe for all readers; addresses in its text become links. Doing it again changes nothing. */
export function sanitiseRichText(html: string): string {
  // Browsers skip the NUL; left in, it would part a word for a word list and not for a reader.
  const readable = html.toWellFormed().replaceAll('\0', '')
  return readTokens(sanitizeHtml(readable, POLICY))
    .map(token => (token.kind === 'tag' ? token.html : linkAddresses(token.text)))
    .join('')
}
