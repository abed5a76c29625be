import { type CommentInput, PlainField, Slot, type SlotProps } from '@platform/client-sdk'
import { useStream } from './context.ts'
import type { Draft } from './draft.ts'
import { assetSlotProps } from './slot-props.ts'
import type { CommentFields } from './state.ts'

interface CommentFieldProps {
  readonly id: string
  readonly label: string
  readonly placeholder?: string
  /** What the slots are given about the text. */
  readonly writing: SlotProps['commentInputDetailArea']
  /** The comment that is changed or answered. */
  readonly comment: CommentFields | null
  readonly isEdit?: boolean
  /** Whether the text is being sent. */
  readonly busy?: boolean
  readonly describedBy: string | undefined
  readonly invalid?: boolean
}

/** The field with an id, which may be the one of a plugin. Without script there is none to move the focus to. */
export const fieldWith = (id: string) => ({
  get current() {
    return document.getElementById(id)
  },
})

/** The field in which a comment is written or changed, or what a plugin puts in its place. */
export function CommentField(props: CommentFieldProps) {
  const { writing, placeholder = '', isEdit = false, busy = false, invalid = false, ...field } = props
  const slotProps = { ...writing, ...field, placeholder, isEdit, disabled: busy, invalid }
  return (
    <Slot name="draftArea" props={slotProps}>
      <label class="unseen" for={field.id}>
        {field.label}
      </label>
      <PlainField {...slotProps} />
    </Slot>
  )
}

/** What the slots about a text are given. @param onWrite is called before each change. */
export function useWriting(
  draft: Draft,
  { isReply, onWrite = () => undefined }: { readonly isReply: boolean; readonly onWrite?: () => void },
): SlotProps['commentInputDetailArea'] {
  return {
    ...assetSlotProps(useStream()),
    input: { tags: [], ...draft.more, body: draft.body },
    isReply,
    onInputChange({ body = draft.body, ...more }: Partial<CommentInput>) {
      onWrite()
      draft.change(body, more)
    },
  }
}
