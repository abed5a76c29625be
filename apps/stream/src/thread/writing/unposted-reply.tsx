import { useEffect, useState } from 'preact/hooks'
import { useStream } from '../context.ts'
import { draftOf, dropDraft } from '../draft.ts'

/** What a reader wrote before the page was loaded again, in reply to a comment that is not on the page, or is gone. */
export function UnpostedReply({ parent }: { readonly parent: string }) {
  const { actions, state, texts, unposted } = useStream()
  const [gone, setGone] = useState(false)
  useEffect(() => {
    void actions?.changes().then(async ({ isThere }) => setGone(!(await isThere(parent))))
  }, [parent])
  const leave = () => {
    unposted.value = null
  }
  return (
    <div class="box unposted">
      <p>{texts.text(gone ? 'parentGone' : 'unposted')}</p>
      <blockquote class="text">{draftOf(state.discussion.id, parent)}</blockquote>
      <p class="tools">
        {!gone && (
          <button
            type="button"
            class="action reply"
            onClick={() => {
              actions?.focus(parent)
              leave()
            }}
          >
            {texts.text('showAnyway')}
          </button>
        )}
        <button
          type="button"
          class="action"
          onClick={() => {
            dropDraft(state.discussion.id, parent)
            leave()
          }}
        >
          {texts.text('discard')}
        </button>
      </p>
    </div>
  )
}
