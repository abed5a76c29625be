import type { SlotProps } from '@platform/client-sdk'
import type { Stream } from './context.ts'
import type { CommentNode } from './thread.ts'

/** What the slots of the discussion are given. */
export function assetSlotProps({ state }: Stream): SlotProps['stream'] {
  return { asset: state.discussion, root: state.root, own: null }
}

/** What the slots of a comment are given. */
export function commentSlotProps(
  { state, viewer }: Stream,
  node: CommentNode,
  depth: number,
): SlotProps['commentReactions'] {
  return {
    comment: node.fields.value,
    asset: state.discussion,
    root: state.root,
    // Another reader may have had the page before.
    own: viewer.value === null ? null : (node.own.value as Readonly<Record<string, unknown>> | null),
    depth,
  }
}
