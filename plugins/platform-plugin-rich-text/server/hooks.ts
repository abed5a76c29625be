import { createRequire } from 'node:module'
import { type CoreContext, type FieldHookMap, PlatformError } from '@platform/plugin-sdk'
import type sanitizeHtml from 'sanitize-html'
import { linkTokens } from '../client/text/links.ts'
import { plainText } from '../client/text/plain-text.ts'

const require = createRequire(import.meta.url)

/** The library brings three parsers along, which take 2 MB, so that it is loaded with the first text that has HTML. */
const loadSanitizer = (): typeof sanitizeHtml => require('sanitize-html') as typeof sanitizeHtml

/** The policy allows no attributes, so that a browser can load, run or move nothing. */
const POLICY: sanitizeHtml.IOptions = {
  allowedTags: ['b', 'i', 'blockquote', 'br', 'div', 'span', 'ul', 'ol', 'li'],
  allowedAttributes: {},
  transformTags: { strong: 'b', em: 'i', p: 'div' },
  nestingLimit: 20,
}

/** Makes untrusted HTML safe for all readers; addresses in its text become links. A second call changes nothing. */
export function sanitiseRichText(html: string): string {
  // Browsers skip a NUL. It is removed, because it would hide a word from word lists but not from readers.
  const readable = html.toWellFormed().replaceAll('\0', '')
  return linkTokens(loadSanitizer()(readable, POLICY))
}

/** The part of both mutations' input that this plugin reads. The platform stores `metadata` with the comment. */
interface Text {
  body: string
  richTextBody?: string | null
  metadata?: Record<string, unknown>
}

/** The most bytes of HTML. The platform's own settings limit the visible text. */
const MAX_BYTES = 64 * 1024

/** Stores the safe HTML and makes the body from it, so that word lists and moderators read the same text as readers. */
function readRichText(text: Text): void {
  const { richTextBody: given } = text
  if (given === undefined || given === null) return
  const length = Buffer.byteLength(given)
  if (length > MAX_BYTES)
    throw new PlatformError('COMMENT_TOO_LONG', `A comment has at most ${MAX_BYTES} bytes of HTML`, {
      metadata: { length, allowed: MAX_BYTES },
    })
  const html = sanitiseRichText(given)
  text.body = plainText(html)
  text.metadata = { ...text.metadata, richTextBody: html }
}

export const hooks: FieldHookMap<CoreContext> = {
  RootMutation: {
    createComment: { pre: (_root, { input }: { input: Text }) => readRichText(input) },
    editComment: {
      pre(_root, { edit }: { edit?: Text | null }) {
        if (!edit) return
        // The old HTML would differ from the new body.
        edit.metadata = { ...edit.metadata, richTextBody: null }
        readRichText(edit)
      },
    },
  },
}
