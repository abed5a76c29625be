import { useEffect, useState } from 'preact/hooks'
import { useStream } from '../context.ts'
import { draftedReplies, draftOf, dropDraft } from '../draft.ts'

/**
 * What a reader wrote before the page was loaded again, in reply to a comment that is not on the page, or is gone. A
 * reply that was sent without an answer is sent again, with its key, so that it is posted once.
 */
export function UnpostedReply({ parent }: { readonly parent: string }) {
  const { actions, announcement, offline, state, texts, thread, unposted, viewer } = useStream()
  const [gone, setGone] = useState(false)
  const draft = draftOf(state.discussion.id, parent)
  const look = () =>
    actions?.changes().then(
      async ({ isThere }) => setGone(!(await isThere(parent))),
      () => undefined,
    )
  const drop = () => {
    dropDraft(state.discussion.id, parent)
    const user = viewer.value?.id ?? ''
    unposted.value = draftedReplies(state.discussion.id, user).find(id => !thread.has(id)) ?? null
  }
  const online = !offline.value
  useEffect(() => {
    setGone(false)
    void look()
    if (!draft.sent || !online) return
    void actions?.post({ body: draft.body.trim(), more: draft.more ?? {}, parent, key: draft.key }).then(answer => {
      if ('id' in answer) drop()
    })
  }, [parent, online])
  // Its form is there with the comment.
  if (thread.known.value > 0 && thread.has(parent)) return null
  return (
    <div class="box unposted">
      <p>{texts.text(gone ? 'parentGone' : 'unposted')}</p>
      <blockquote class="text">{draft.body}</blockquote>
      <p class="tools">
        {!gone && (
          <button
            type="button"
            class="action reply"
            onClick={() => {
              actions?.focus(parent)
              void look()
            }}
          >
            {texts.text('showAnyway')}
          </button>
        )}
        <button
          type="button"
          class="action"
          onClick={() => {
            announcement.value = texts.text('discarded')
            drop()
            // The button that had the focus is gone.
            document.getElementById('body')?.focus({ preventScroll: true })
          }}
        >
          {texts.text('discard')}
        </button>
      </p>
    </div>
  )
}
