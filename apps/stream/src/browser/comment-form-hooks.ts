import { type CommentInput, configOf, type ListedPart, type RefusedInput, textOf } from '@platform/client-sdk'
import type { Stream } from '../thread/context.ts'
import type { CommentFields } from '../thread/state.ts'

type Hooked = Pick<Stream, 'slots'>

/**
 * What is sent: what the reader wrote, as plugins change it, each in its turn; or the sentence with which one of them
 * refuses it.
 */
export function beforeSubmit({ slots }: Hooked, written: CommentInput): CommentInput | RefusedInput {
  let input = written
  for (const listed of slots.parts) {
    const answer = attempt(slots, listed, () => askPart(slots, listed, input))
    if (answer && isRefused(answer)) return answer
    input = answer ?? input
  }
  return input
}

function askPart(
  slots: Stream['slots'],
  listed: ListedPart,
  input: CommentInput,
): CommentInput | RefusedInput | undefined {
  const text = textOf(listed, slots.lang)
  const answer = listed.part.commentForm?.preSubmit?.(input, { text, config: configOf(slots, listed.plugin) })
  return answer && isRefused(answer) ? { refused: text(answer.refused) } : answer
}

export const isRefused = (answer: CommentInput | RefusedInput): answer is RefusedInput => answer.body === undefined

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
