import { useState } from 'preact/hooks'
import { anchorOf, commentAddress } from './addresses.ts'
import { Comment } from './comment.tsx'
import { useStream } from './context.ts'
import type { CommentNode } from './thread.ts'

/** Comments in their order, each with its replies below it. */
export function Branches({ ids, depth = 0 }: { ids: readonly string[]; depth?: number }) {
  const { thread } = useStream()
  return (
    <>
      {ids.map(id => (
        <BranchItem key={id} node={thread.node(id)} depth={depth} />
      ))}
    </>
  )
}

/** A comment as an item of a list. Replies beyond the last level stand on that level. */
export function BranchItem({ node, depth }: { node: CommentNode; depth: number }) {
  const { state } = useStream()
  const collapsed = node.collapsed.value
  const deepest = depth >= state.site.levels
  return (
    <>
      <li class={`comment${collapsed ? ' collapsed' : ''}${node.fresh ? ' is-new' : ''}`} id={anchorOf(node.id)}>
        <Comment node={node} depth={depth} />
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
  const { ids } = node.replies.value
  const missing = missingReplies(node)
  return (
    <>
      <Branches ids={ids} depth={depth} />
      {missing > 0 && (
        <li class="more-item">
          <MoreReplies node={node} />
        </li>
      )}
    </>
  )
}

function missingReplies({ fields, replies }: CommentNode): number {
  const missing = (fields.value.replyCount ?? 0) - replies.value.ids.length
  if (replies.value.ids.length === 0) return Math.max(0, missing)
  return replies.value.more ? Math.max(1, missing) : 0
}

function MoreReplies({ node }: { node: CommentNode }) {
  const { actions, state, texts } = useStream()
  const missing = missingReplies(node)
  const [loading, setLoading] = useState(false)
  if (missing === 0) return null
  const text = node.replies.value.ids.length > 0 ? 'showMoreReplies' : 'showReplies'
  return (
    <a
      class="more"
      href={commentAddress(state, node.id)}
      aria-busy={loading}
      onClick={event => {
        event.preventDefault()
        setLoading(true)
        void actions?.more(node.id).finally(() => setLoading(false))
      }}
    >
      {loading ? texts.text('loading') : texts.counted(text, missing)}
    </a>
  )
}
