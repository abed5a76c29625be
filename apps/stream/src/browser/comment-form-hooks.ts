import type { CommentInput, ListedPart } from '@platform/client-sdk'
import type { Stream } from '../thread/context.ts'
import type { CommentFields } from '../thread/state.ts'

type Hooked = Pick<Stream, 'slots'>

/** What is sent: what the reader wrote, as plugins change it, each in its turn. */
export function beforeSubmit({ slots }: Hooked, written: CommentInput): CommentInput {
  return slots.parts.reduce(
    (input, listed) => attempt(slots, listed, () => listed.part.commentForm?.preSubmit?.(input)) ?? input,
    written,
  )
}

/** Tells plugins what became of it. `null` says that it was refused. */
export function afterSubmit({ slots }: Hooked, comment: CommentFields | null): void {
  for (const listed of slots.parts) attempt(slots, listed, () => listed.part.commentForm?.postSubmit?.({ comment }))
}

/** A plugin that throws must not keep a comment from being posted. */
function attempt<Result>(slots: Stream['slots'], { plugin, version }: ListedPart, call: () => Result) {
  try {
    return call()
  } catch (error) {
    slots.failed({ plugin, version, slot: 'commentForm', error })
    return undefined
  }
}
