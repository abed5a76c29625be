import { Slot } from '@platform/client-sdk'
import { postAddress, signInAddress } from './addresses.ts'
import { CommentField, fieldWith, useWriting } from './comment-field.tsx'
import { type PostResult, type Stream, useStream } from './context.ts'
import { useDraft } from './draft.ts'
import { AssetSlot } from './slots.tsx'
import type { Refused } from './state.ts'
import { isPublic } from './thread.ts'
import { type Gone, goneOf } from './tombstone.tsx'
import { Characters, useCharactersLeft } from './writing/characters.tsx'
import { type Obstacle, obstacleOf } from './writing/obstacle.ts'
import { ObstacleNotice, UnconfirmedNote } from './writing/obstacle-notice.tsx'
import { isPlaced, usePosting } from './writing/posting.ts'
import { refusalText } from './writing/refusal-text.ts'
import { SendingComment } from './writing/sending-comment.tsx'

interface ComposerProps {
  /** The comment to reply to; without it the comment stands at the top level. */
  readonly parent?: { readonly id: string; readonly name: string }
}

/**
 * The form to write a comment or a reply. Without script the platform's own page takes what it sends. A reader who
 * can't write now is told why, in place of the form or below the text that they have written already.
 */
export function Composer({ parent }: ComposerProps) {
  const stream = useStream()
  const { state, texts } = stream
  const refused = state.refused?.parent === (parent?.id ?? null) ? state.refused : null
  const draft = useDraft(state.discussion.id, parent?.id ?? null, { given: refused?.body ?? '' })
  const { result, send, forget } = usePosting(draft, parent?.id ?? null)
  const writing = useWriting(draft, { isReply: parent !== undefined, onWrite: forget })
  const left = useCharactersLeft(draft.body)
  const obstacle = obstacleOf(stream)
  const anchor = parent ? 'reply' : 'write'
  const gone = parent ? parentGone(parent.id, stream) : null
  if (draft.body === '' && !refused) {
    if (gone) return null
    if (obstacle) return <ObstacleNotice obstacle={obstacle} id={anchor} />
  }
  const lost = gone !== null && gone !== 'ignored'

  const id = parent ? `body-${parent.id}` : 'body'
  const posting = result === 'posting'
  const label = parent ? texts.text('writeReply', { name: parent.name }) : texts.text('write')
  const submit = async (event: Event) => {
    event.preventDefault()
    if (!stream.actions || posting || isTooLong(left)) return
    const answer = await send()
    if (!answer || !isPlaced(answer)) fieldWith(id).current?.focus()
  }
  return (
    <>
      <form
        class="composer"
        id={anchor}
        method="post"
        action={postAddress(state)}
        onSubmit={event => void submit(event)}
      >
        {parent && <input type="hidden" name="parent_id" value={parent.id} />}
        <input type="hidden" name="back" value={state.back} />
        <CommentField
          id={id}
          label={label}
          placeholder={parent ? label : texts.text('placeholder')}
          writing={writing}
          comment={parent ? stream.thread.node(parent.id).fields.value : null}
          busy={posting}
          describedBy={
            [left !== null && `${id}-left`, refused && `${id}-problem`].filter(Boolean).join(' ') || undefined
          }
          invalid={refused !== null || isTooLong(left)}
        />
        <AssetSlot name="commentInputArea" />
        <div class="composer-foot">
          <Characters left={left} id={`${id}-left`} />
          <Slot name="commentInputDetailArea" as="span" props={writing} />
          {parent && <Cancel close={draft.close} />}
          <button type="submit" class="button" disabled={posting || lost || isTooLong(left) || isFinal(obstacle)}>
            {posting ? texts.text('posting') : texts.text(parent ? 'postReply' : 'post')}
          </button>
        </div>
        {result === null && refused && <Problem id={`${id}-problem`} refused={refused} />}
        <Outcome result={lost && result === null ? { kind: 'refused', message: texts.text('parentGone') } : result} />
        {obstacle ? !refused && <Stopped obstacle={obstacle} isExplained={result !== null} /> : <UnconfirmedNote />}
      </form>
      {parent && <SendingComment parent={parent.id} />}
    </>
  )
}

/** Why the comment that a reply answers can't be answered; `null` when it can. */
function parentGone(id: string, stream: Stream): Gone | null {
  const node = stream.thread.node(id)
  return goneOf(node, stream) ?? (isPublic(node.fields.value) ? null : 'removed')
}

const isTooLong = (left: number | null) => left !== null && left < 0

/** Whether sending can't help. A reader who is not signed in may be by now, in another tab. */
const isFinal = (obstacle: Obstacle | null) =>
  obstacle !== null && obstacle.kind !== 'anonymous' && obstacle.kind !== 'ended'

function Cancel({ close }: { close: () => void }) {
  const { replying, texts } = useStream()
  return (
    <button
      type="button"
      class="action"
      onClick={() => {
        close()
        replying.value = null
      }}
    >
      {texts.text('cancel')}
    </button>
  )
}

/** Why a text that is written already can't be posted. @param isExplained whether the outcome of sending it says so. */
function Stopped({ obstacle, isExplained }: { obstacle: Obstacle; isExplained: boolean }) {
  const { texts, thread } = useStream()
  return (
    <div class="outcome">
      {obstacle.kind === 'closed' && !isExplained && (
        <p>{texts.text(thread.disabled.value ? 'disabledMeanwhile' : 'closedMeanwhile')}</p>
      )}
      <ObstacleNotice obstacle={obstacle} id={null} />
    </div>
  )
}

/** Why a comment that was sent by a form is refused. */
function Problem({ id, refused }: { id: string; refused: Refused }) {
  const stream = useStream()
  return (
    <p class="outcome wrong" id={id} role="alert">
      {refusalText(stream, refused)}{' '}
      {refused.signIn && stream.state.site.offers.includes('signIn') && (
        <a href={signInAddress(stream.state)} target="_blank" rel="noopener">
          {stream.texts.text('signIn')}
        </a>
      )}
    </p>
  )
}

function Outcome({ result }: { result: PostResult | 'posting' | null }) {
  const { texts } = useStream()
  if (result === null || result === 'posting' || result.kind === 'stopped') return null
  const message =
    result.kind === 'refused' ? result.message : texts.text(result.kind === 'failed' ? 'notPosted' : result.kind)
  // Screen readers get good news from the announcement of the stream.
  return isPlaced(result) ? (
    <p class="outcome">{message}</p>
  ) : (
    <p class="outcome wrong" role="alert">
      {message}
    </p>
  )
}
