import { anchorOf, commentAddress, listAddress } from './addresses.ts'
import { Branches } from './branches.tsx'
import { Comment } from './comment.tsx'
import { Composer } from './composer.tsx'
import { useStream } from './context.ts'
import { Join } from './join.tsx'
import type { Focus } from './state.ts'

/** The comment that the address names: below the comments that it answers, and above its replies. */
export function FocusView({ focus }: { focus: Focus }) {
  const { state, texts, thread } = useStream()
  return (
    <section class="focus" aria-label={texts.text('oneComment')}>
      <p class="focus-head">
        {texts.text('oneComment')} <a href={listAddress(state, {})}>{texts.text('wholeDiscussion')}</a>
      </p>
      {focus.above.map(({ id }, depth) => (
        <div key={id} class="comment above" id={anchorOf(id)}>
          <Comment node={thread.node(id)} depth={depth} />
        </div>
      ))}
      <div class="comment focused" id={anchorOf(focus.branch.id)}>
        <Comment node={thread.node(focus.branch.id)} depth={focus.above.length} />
        {focus.alone && <Answer id={focus.branch.id} />}
        <FocusReplies id={focus.branch.id} />
      </div>
    </section>
  )
}

/** The form to reply to the comment. Without script it is the only one, so it stands open. */
function Answer({ id }: { id: string }) {
  const { state, thread, texts, viewer } = useStream()
  const { body, status, user } = thread.node(id).fields.value
  const closed = thread.closed.value || state.discussion.settings.disableCommenting
  if (body === null || closed || (status !== 'NONE' && status !== 'ACCEPTED')) return null
  if (!viewer.value && state.refused?.parent !== id) return <Join id="reply" />
  return <Composer parent={{ id, name: user?.username ?? texts.text('deletedAuthor') }} />
}

function FocusReplies({ id }: { id: string }) {
  const { state, texts, thread } = useStream()
  const { ids, more, cursor } = thread.node(id).replies.value
  return (
    <>
      {ids.length > 0 && (
        <ol class="replies">
          <Branches ids={ids} depth={1} />
        </ol>
      )}
      {more && cursor !== null && (
        <p class="pager">
          <a
            class="button quiet"
            rel="next"
            href={`${commentAddress(state, id)}?${new URLSearchParams({ after: cursor })}`}
          >
            {texts.text('moreReplies')}
          </a>
        </p>
      )}
    </>
  )
}
