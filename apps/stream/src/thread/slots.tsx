import { Slot, type SlotProps } from '@platform/client-sdk'
import type { ComponentChildren } from 'preact'
import { useStream } from './context.ts'
import { assetSlotProps, commentSlotProps } from './slot-props.ts'
import type { CommentNode } from './thread.ts'

type AtCommentSlot = {
  readonly [Name in keyof SlotProps]: SlotProps[Name] extends SlotProps['commentReactions'] ? Name : never
}[keyof SlotProps]

interface CommentSlotProps<Name extends AtCommentSlot> {
  readonly name: Name
  readonly node: CommentNode
  readonly depth: number
  readonly as?: 'div' | 'span'
  /** What the slot is given beyond the comment. */
  readonly more?: Omit<SlotProps[Name], keyof SlotProps['commentReactions']>
  /** What is shown when no plugin fills the slot. */
  readonly children?: ComponentChildren
}

/** A slot of a comment. */
export function CommentSlot<Name extends AtCommentSlot>({
  name,
  node,
  depth,
  as,
  more,
  children,
}: CommentSlotProps<Name>) {
  const props = { ...commentSlotProps(useStream(), node, depth), ...more } as SlotProps[Name]
  return (
    <Slot name={name} props={props} {...(as ? { as } : {})}>
      {children}
    </Slot>
  )
}

type AtAssetSlot = 'stream' | 'streamFilter' | 'streamQuestionArea' | 'commentInputArea'

/** A slot of the discussion. */
export function AssetSlot({ name, as }: { readonly name: AtAssetSlot; readonly as?: 'div' | 'span' }) {
  return <Slot name={name} props={assetSlotProps(useStream())} {...(as ? { as } : {})} />
}
