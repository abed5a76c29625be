import { defineClientPlugin, type PropsOf, useActions, useText } from '@platform/client-sdk'
import './words.css'

/** The words that a reader reads in a minute. */
const PER_MINUTE = 200

/** How many words a comment has, at the end of its header. A click says how long it takes to read them. */
function Words({ comment }: PropsOf<'commentInfoBar'>) {
  const text = useText()
  const { notify } = useActions()
  const count = comment.body?.trim().split(/\s+/).length ?? 0
  const minutes = Math.ceil(count / PER_MINUTE)
  return (
    <button type="button" class="action words" onClick={() => notify(text('minutes', { minutes }))}>
      {text('words', { count })}
    </button>
  )
}

/** The part that readers see. The platform builds it, and draws it on the server and in the browser. */
export default defineClientPlugin({
  slots: { commentInfoBar: Words },
  translations: {
    en: { words: '{count} words', minutes: 'Minutes to read it: {minutes}' },
    de: { words: '{count} Wörter', minutes: 'Minuten Lesezeit: {minutes}' },
  },
})
