import { defineClientPlugin, type SlotProps, useText } from '@platform/client-sdk'

/** How many words a comment has, at the end of its header. */
function Words({ comment }: SlotProps['commentInfoBar']) {
  const text = useText()
  return <span class="__SHORT__-words">{text('words', { count: comment.body?.trim().split(/\s+/).length ?? 0 })}</span>
}

/** The part that readers see. The platform builds it, and draws it on the server and in the browser. */
export default defineClientPlugin({
  slots: { commentInfoBar: Words },
  translations: {
    en: { words: '{count} words' },
    de: { words: '{count} Wörter' },
  },
})
