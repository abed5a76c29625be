import { commentAddress, commentTarget } from './addresses.ts'
import { CommentHeader } from './comment-header.tsx'
import { CommentText } from './comment-text.tsx'
import { Composer } from './composer.tsx'
import { useStream } from './context.ts'
import { isOpen } from './open.ts'
import { openReply } from './open-reply.ts'
import { plainClick } from './plain-click.ts'
import { isShortened } from './shortened.ts'
import { CommentSlot } from './slots.tsx'
import { type CommentNode, isPublic } from './thread.ts'
import { goneOf, Tombstone } from './tombstone.tsx'
import { CommentTools, Done, OpenCommentForm } from './writing/comment-tools.tsx'

interface CommentProps {
  readonly node: CommentNode
  /** 0 at the top level. */
  readonly depth: number
  /** The author of the comment that this one answers, where its place does not show it. */
  readonly answers?: string | null
}

/** One comment without its replies. */
export function Comment({ node, depth, answers = null }: CommentProps) {
  const stream = useStream()
  const { texts } = stream
  const fields = node.fields.value
  const name = fields.user?.username ?? texts.text('deletedAuthor')
  const label = depth === 0 ? texts.text('commentBy', { name }) : texts.text('replyBy', { name, depth: depth + 1 })
  const gone = goneOf(node, stream)
  return (
    <article aria-label={gone === 'deleted' ? texts.text('deletedComment') : label} tabIndex={-1}>
      <NextUnread id={node.id} />
      <CommentHeader node={node} depth={depth} answers={answers} />
      {!node.collapsed.value && (
        <>
          {gone && <Tombstone node={node} depth={depth} gone={gone} />}
          <Text node={node} depth={depth} gone={gone !== null} />
          {gone === null && <Footer node={node} name={name} depth={depth} />}
          <OpenCommentForm node={node} place="below" />
          <Done id={node.id} />
          <Reply id={node.id} name={name} />
        </>
      )}
    </article>
  )
}

/**
 * The way from the unread comment that the reader has reached to the next one, for the keyboard: the button that others
 * press stands before the list. It is seen while it has the focus.
 */
function NextUnread({ id }: { id: string }) {
  const { actions, reached, texts, unread } = useStream()
  const rest = unread.value?.count ?? 0
  if (reached.value !== id || rest === 0) return null
  return (
    <button type="button" class="action skip" onClick={() => void actions?.showUnread()}>
      {texts.counted('nextUnread', rest)}
    </button>
  )
}

/** The text of a comment, or the form to change it, which stays open when the comment is gone. */
function Text({ node, depth, gone }: { node: CommentNode; depth: number; gone: boolean }) {
  const { form, forms } = useStream()
  const edits = form.value?.kind === 'edit' && form.value.comment === node.id && forms.value !== null
  if (edits) return <OpenCommentForm node={node} place="text" />
  return gone ? null : <Body node={node} depth={depth} />
}

function Body({ node, depth }: { node: CommentNode; depth: number }) {
  const { actions, state, texts } = useStream()
  const fields = node.fields.value
  const waits = fields.status !== 'NONE' && fields.status !== 'ACCEPTED'
  const body = fields.body ?? ''
  return (
    <>
      {waits && <p class="held">{texts.text('heldMark')}</p>}
      <CommentSlot name="commentContent" node={node} depth={depth}>
        <CommentText body={body} />
      </CommentSlot>
      {isShortened(body) && (
        <p class="go-on">
          <a
            href={commentAddress(state, fields.id)}
            target={commentTarget(state)}
            onClick={plainClick(() => void actions?.whole(fields.id))}
          >
            {texts.text('readMore')}
          </a>
        </p>
      )}
    </>
  )
}

function Footer({ node, name, depth }: { node: CommentNode; name: string; depth: number }) {
  const stream = useStream()
  const { actions, state, texts, replying, viewer } = stream
  const { id } = node
  const fields = node.fields.value
  const open = isOpen(stream)
  const reply = () => {
    if (viewer.value && replying.value === id) replying.value = null
    else if (viewer.value) openReply(stream, id)
    else actions?.signIn('sign-in', { kind: 'reply', comment: id })
  }
  return (
    <footer>
      <CommentSlot name="commentReactions" as="span" node={node} depth={depth} />
      {open && isPublic(fields) && (
        <a
          class="action reply"
          href={`${commentAddress(state, id)}#reply`}
          target={commentTarget(state)}
          aria-label={texts.text('replyTo', { name })}
          onClick={plainClick(reply)}
        >
          {texts.text('reply')}
        </a>
      )}
      {open && isPublic(fields) && (
        <button type="button" class="action quote needs-script" onClick={() => actions?.quote(id)}>
          {texts.text('quote')}
        </button>
      )}
      <CommentSlot name="commentActions" as="span" node={node} depth={depth} />
      <CommentTools node={node} />
      {isReported(node) && <span class="reported">{texts.text('reported')}</span>}
    </footer>
  )
}

function Reply({ id, name }: { id: string; name: string }) {
  const { replying } = useStream()
  return replying.value === id ? <Composer parent={{ id, name }} /> : null
}

/** Whether the viewer has reported a comment. Their other actions on it are reactions. */
function isReported({ own: { value } }: CommentNode): boolean {
  return (value?.action_summaries ?? []).some(summary => {
    const kind = summary?.current_user?.__typename
    return kind === 'FlagAction' || kind === 'DontAgreeAction'
  })
}
