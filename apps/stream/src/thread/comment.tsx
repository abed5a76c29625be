import { commentAddress } from './addresses.ts'
import { CommentHeader } from './comment-header.tsx'
import { CommentText } from './comment-text.tsx'
import { Composer } from './composer.tsx'
import { useStream } from './context.ts'
import { isOpen } from './open.ts'
import { plainClick } from './plain-click.ts'
import { ShareButton } from './share-button.tsx'
import { isShortened } from './shortened.ts'
import type { CommentFields } from './state.ts'
import type { CommentNode } from './thread.ts'
import { goneOf, Tombstone } from './tombstone.tsx'

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
    <article aria-label={label} tabIndex={-1}>
      <CommentHeader node={node} answers={answers} />
      {!node.collapsed.value &&
        (gone === null ? (
          <>
            <Body fields={fields} />
            <Footer node={node} name={name} />
          </>
        ) : (
          <Tombstone node={node} gone={gone} />
        ))}
    </article>
  )
}

function Body({ fields }: { fields: CommentFields }) {
  const { actions, state, texts } = useStream()
  const waits = fields.status !== 'NONE' && fields.status !== 'ACCEPTED'
  const body = fields.body ?? ''
  return (
    <>
      {waits && <p class="held">{texts.text('heldMark')}</p>}
      <CommentText body={body} />
      {isShortened(body) && (
        <p class="go-on">
          <a href={commentAddress(state, fields.id)} onClick={plainClick(() => void actions?.whole(fields.id))}>
            {texts.text('readMore')}
          </a>
        </p>
      )}
    </>
  )
}

function Footer({ node, name }: { node: CommentNode; name: string }) {
  const stream = useStream()
  const { actions, state, texts, replying, viewer } = stream
  const { id } = node
  const open = isOpen(stream)
  const reply = () => {
    if (viewer.value) replying.value = replying.value === id ? null : id
    else actions?.signIn()
  }
  return (
    <>
      <footer>
        {open && (
          <a
            class="action reply"
            href={`${commentAddress(state, id)}#reply`}
            aria-label={texts.text('replyTo', { name })}
            onClick={plainClick(reply)}
          >
            {texts.text('reply')}
          </a>
        )}
        {open && (
          <button type="button" class="action quote needs-script" onClick={() => actions?.quote(id)}>
            {texts.text('quote')}
          </button>
        )}
        <ShareButton id={id} />
        {isReported(node) && <span class="reported">{texts.text('reported')}</span>}
      </footer>
      {replying.value === id && open && <Composer parent={{ id, name }} />}
    </>
  )
}

/** Whether the viewer has reported a comment. Their other actions on it are reactions. */
function isReported({ own: { value } }: CommentNode): boolean {
  return (value?.action_summaries ?? []).some(summary => {
    const kind = summary?.current_user?.__typename
    return kind === 'FlagAction' || kind === 'DontAgreeAction'
  })
}
