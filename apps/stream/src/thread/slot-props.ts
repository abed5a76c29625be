import type { SlotProps } from '@platform/client-sdk'
import type { OwnQuery } from '../documents/generated.ts'
import type { Stream } from './context.ts'
import type { PartFields } from './state.ts'
import type { CommentNode } from './thread.ts'

/** What the slots of the discussion are given. */
export function assetSlotProps({ discussion, discussionOwn, state, thread, viewer }: Stream): SlotProps['stream'] {
  // Comments come and go between two readings of the discussion.
  const asset = { ...discussion.value, totalCommentCount: thread.total.value, isClosed: thread.closed.value }
  // Another reader may have had the page before.
  return { asset, root: state.root, own: viewer.value === null ? null : discussionOwn.value }
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
    own: viewer.value === null ? null : (node.own.value as Readonly<Record<string, unknown>> | null),
    depth,
  }
}

/** What plugins ask for about the discussion in the query for what is the viewer's own, to which they add it. */
export function discussionOwnIn(data: OwnQuery & { readonly asset?: PartFields | null }): PartFields | null {
  if (!data.asset) return null
  const { id: _, ...own } = data.asset
  return own
}
