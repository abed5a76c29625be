import { defineClientPlugin, type PropsOf, useActions, useText, useViewer } from '@platform/client-sdk'

/** How many words a comment has, at the end of its header. A click greets the reader by a query of the server part. */
function Words({ comment }: PropsOf<'commentInfoBar'>) {
  const text = useText()
  const viewer = useViewer()
  const { notify, read } = useActions()
  const greet = async () => {
    const answer = await read('greeting', { name: viewer?.username ?? text('reader') })
    notify(answer ? String(answer['__CAMEL__']) : text('failed'))
  }
  return (
    <button type="button" class="action" onClick={() => void greet()}>
      {text('words', { count: comment.body?.trim().split(/\s+/).length ?? 0 })}
    </button>
  )
}

/** The part that readers see. The platform builds it, and draws it on the server and in the browser. */
export default defineClientPlugin({
  slots: { commentInfoBar: Words },
  queries: { greeting: { document: 'query ($name: String!) { __CAMEL__(name: $name) }' } },
  translations: {
    en: { words: '{count} words', reader: 'reader', failed: 'There is no greeting at the moment.' },
    de: { words: '{count} Wörter', reader: 'Leser', failed: 'Im Moment gibt es keinen Gruß.' },
  },
})
