import type { SlotProps } from '@platform/client-sdk'
import type { Stream } from './context.ts'
import type { CommentNode } from './thread.ts'

/** What the slots of the discussion are given. */
export function assetSlotProps({ discussion, state, thread }: Stream): SlotProps['stream'] {
  // Comments come and go between two readings of the discussion.
  const asset = { ...discussion.value, totalCommentCount: thread.total.value, isClosed: thread.closed.value }
  return { asset, root: state.root, own: null }
}

/** What the slots of a comment are given. */
export function commentSlotProps(
  { discussion, state, viewer }: Stream,
  node: CommentNode,
  depth: number,
): SlotProps['commentReactions'] {
  return {
    comment: node.fields.value,
    asset: discussion.value,
    root: state.root,
    // Another reader may have had the page before.
    own: viewer.value === null ? null : (node.own.value as Readonly<Record<string, unknown>> | null),
    depth,
  }
}
