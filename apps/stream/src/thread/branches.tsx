import { commentClassesOf } from '@platform/client-sdk'
import { useState } from 'preact/hooks'
import { anchorOf, commentAddress, commentTarget } from './addresses.ts'
import { Comment } from './comment.tsx'
import { useStream } from './context.ts'
import { plainClick } from './plain-click.ts'
import { commentSlotProps } from './slot-props.ts'
import { type CommentNode, isPublic, type Thread } from './thread.ts'

interface BranchesProps {
  readonly ids: readonly string[]
  readonly depth?: number
  /** The author whom these comments answer, where their place does not show it. */
  readonly answers?: string | null
}

/** Comments in their order, each with its replies below it. */
export function Branches({ ids, depth = 0, answers = null }: BranchesProps) {
  const { thread } = useStream()
  return (
    <>
      {ids.map(id => (
        <BranchItem key={id} node={thread.node(id)} depth={depth} answers={answers} />
      ))}
    </>
  )
}

interface BranchItemProps {
  readonly node: CommentNode
  readonly depth: number
  readonly answers: string | null
}

/** A comment as an item of a list. Replies beyond the last level stand on that level, and say what they answer. */
function BranchItem({ node, depth, answers }: BranchItemProps) {
  const stream = useStream()
  const collapsed = node.collapsed.value
  const deepest = depth >= stream.state.site.levels
  const marks = [
    collapsed && 'collapsed',
    node.fresh && 'is-new',
    node.unread.value && 'unread',
    ...commentClassesOf(stream.slots, commentSlotProps(stream, node, depth)),
  ].filter(Boolean)
  return (
    <>
      <li class={['comment', ...marks].join(' ')} id={anchorOf(node.id)}>
        <Comment node={node} depth={depth} answers={answers} />
        {!collapsed && !deepest && <Replies node={node} depth={depth + 1} />}
      </li>
      {!collapsed && deepest && <FlatReplies node={node} depth={depth} />}
    </>
  )
}

function Replies({ node, depth }: { node: CommentNode; depth: number }) {
  const { ids } = node.replies.value
  return (
    <>
      {ids.length > 0 && (
        <ol class="replies">
          <Branches ids={ids} depth={depth} />
        </ol>
      )}
      <MoreReplies node={node} />
    </>
  )
}

function FlatReplies({ node, depth }: { node: CommentNode; depth: number }) {
  const { texts, thread } = useStream()
  const { ids } = node.replies.value
  const missing = missingReplies(node, thread)
  return (
    <>
      <Branches ids={ids} depth={depth} answers={node.fields.value.user?.username ?? texts.text('deletedAuthor')} />
      {missing > 0 && (
        <li class="more-item">
          <MoreReplies node={node} />
        </li>
      )}
    </>
  )
}

function missingReplies({ fields, replies }: CommentNode, thread: Thread): number {
  // The viewer's own replies that wait for a moderator are not counted.
  const shown = replies.value.ids.filter(id => isPublic(thread.node(id).fields.value)).length
  const missing = (fields.value.replyCount ?? 0) - shown
  if (shown === 0) return Math.max(0, missing)
  return replies.value.more ? Math.max(1, missing) : 0
}

/** The link to the replies that are not shown yet. In place they are added; without script it leads to their page. */
function MoreReplies({ node }: { node: CommentNode }) {
  const { actions, state, texts, thread } = useStream()
  const missing = missingReplies(node, thread)
  const [progress, setProgress] = useState<'loading' | 'notLoaded' | null>(null)
  if (missing === 0) return null
  const text = node.replies.value.ids.length > 0 ? 'showMoreReplies' : 'showReplies'
  const read = async () => {
    if (progress === 'loading') return
    setProgress('loading')
    setProgress((await actions?.more(node.id)) === false ? 'notLoaded' : null)
  }
  return (
    <a
      class="more"
      href={commentAddress(state, node.id)}
      target={commentTarget(state)}
      aria-busy={progress === 'loading'}
      onClick={plainClick(() => void read())}
    >
      {progress === null ? texts.counted(text, missing) : <span role="status">{texts.text(progress)}</span>}
    </a>
  )
}
