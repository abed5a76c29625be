import { type CoreContext, type FieldHookMap, PlatformError } from '@platform/plugin-sdk'
import { plainText } from './plain-text.ts'
import { sanitiseRichText } from './sanitise.ts'

/** What both mutations are given, as far as it matters here; the platform stores `metadata` with the comment. */
interface Text {
  body: string
  richTextBody?: string | null
  metadata?: Record<string, unknown>
}

/** The most bytes of HTML; what a reader sees is limited by the platform's own settings. */
const MAX_BYTES = 64 * 1024

/** Stores the safe HTML, and makes the body of it: what word lists and moderators look at is what readers see. */
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
        // The old HTML would no longer say what the new body says.
        edit.metadata = { ...edit.metadata, richTextBody: null }
        readRichText(edit)
      },
    },
  },
}
