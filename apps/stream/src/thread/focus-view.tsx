import { useState } from 'preact/hooks'
import { anchorOf, commentAddress, commentTarget, listAddress } from './addresses.ts'
import { Branches } from './branches.tsx'
import { Comment } from './comment.tsx'
import { Composer } from './composer.tsx'
import { useStream } from './context.ts'
import { plainClick } from './plain-click.ts'
import type { Focus } from './state.ts'

/** The comment that the address names: below the comments that it answers, and above its replies. */
export function FocusView({ focus }: { focus: Focus }) {
  const { actions, state, texts, thread } = useStream()
  const { above, branch, alone } = focus
  const before = (above[0] ?? branch).parent
  return (
    <section class="focus" aria-label={texts.text('oneComment')}>
      <p class="focus-head">
        {texts.text('oneComment')}{' '}
        <a href={listAddress(state, {})} onClick={plainClick(() => actions?.unfocus())}>
          {texts.text('wholeDiscussion')}
        </a>
      </p>
      {before && (
        <p>
          <a
            class="more"
            href={commentAddress(state, before.id)}
            target={commentTarget(state)}
            onClick={plainClick(() => actions?.focus(before.id))}
          >
            {texts.text('earlierInBranch')}
          </a>
        </p>
      )}
      {above.map(({ id }, depth) => (
        <div key={id} class="comment above" id={anchorOf(id)}>
          <Comment node={thread.node(id)} depth={depth} />
        </div>
      ))}
      <div class="comment focused" id={anchorOf(branch.id)}>
        <Comment node={thread.node(branch.id)} depth={above.length} />
        {alone && <Answer id={branch.id} />}
        <FocusReplies id={branch.id} />
      </div>
    </section>
  )
}

/** The form to reply to the comment. Without script it is the only one, so it stands open. */
function Answer({ id }: { id: string }) {
  const { alive, replying, state, thread, texts } = useStream()
  const { user } = thread.node(id).fields.value
  if (state.form && !alive.value) return null
  // The link below the comment has opened the same form.
  if (alive.value && replying.value === id) return null
  return <Composer parent={{ id, name: user?.username ?? texts.text('deletedAuthor') }} />
}

function FocusReplies({ id }: { id: string }) {
  const { actions, state, texts, thread } = useStream()
  const { ids, more, cursor } = thread.node(id).replies.value
  const [progress, setProgress] = useState<'loading' | 'notLoaded' | null>(null)
  const read = async () => {
    setProgress('loading')
    setProgress((await actions?.more(id)) === false ? 'notLoaded' : null)
  }
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
            href={commentAddress(state, id, cursor)}
            target={commentTarget(state)}
            aria-busy={progress === 'loading'}
            onClick={plainClick(() => void read())}
          >
            {texts.text(progress ?? 'moreReplies')}
          </a>
        </p>
      )}
    </>
  )
}
